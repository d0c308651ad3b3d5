package tree

import (
	"iter"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/callsite"
)

// Position is a position in Go source. The zero value is unknown.
type Position struct {
	file string
	line int
	text string
}

func positionOf(pc callsite.PC) Position {
	file, line := pc.Position()
	return Position{file, line, pc.String()}
}

// File returns the full path of the file.
func (p Position) File() string { return p.file }

// Line returns the line, the first of which is 1.
func (p Position) Line() int { return p.line }

// String returns the position in the form order.go:12.
func (p Position) String() string { return p.text }

// each wraps the elements of a list. The list belongs to the declaration.
func each[N, T any](list []N, wrap func(*N) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range list {
			if !yield(wrap(&list[i])) {
				return
			}
		}
	}
}

// eachOf is each for a list of pointers.
func eachOf[N, T any](list []*N, wrap func(*N) T) iter.Seq[T] {
	return each(list, func(n **N) T { return wrap(*n) })
}

// texts yields a list of strings without exposing it.
func texts[S ~string](list []S) iter.Seq[string] {
	return each(list, func(s *S) string { return string(*s) })
}

// nameOf returns the name of a constant that counts from 0.
func nameOf[K ~uint8](kind K, names ...string) string {
	if int(kind) < len(names) {
		return names[kind]
	}
	return "unknown(" + strconv.Itoa(int(kind)) + ")"
}

// split returns the elements of a list of lists.
func split[N, T any](list [][]N, wrap func(*N) T) iter.Seq[iter.Seq[T]] {
	return each(list, func(inner *[]N) iter.Seq[T] { return each(slices.Clip(*inner), wrap) })
}
