package node

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Exclusive converts a flag next to a bound into a bound.
func Exclusive(s map[string]any, flag, bound string) {
	is, ok := s[flag].(bool)
	if !ok {
		return
	}
	delete(s, flag)
	if b, has := s[bound]; is && has {
		s[flag] = b
		delete(s, bound)
	}
}

// Object returns v as an object; nil if it is none.
func Object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// List returns v as a list; nil if it is none.
func List(v any) []any {
	l, _ := v.([]any)
	return l
}

// Number is the text of a number, so that every digit counts.
type Number string

// Same reports whether two values are equal; numbers are compared by value.
func Same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, Same)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Same)
	case Number:
		b, ok := b.(Number)
		if x, y := a.Rat(), b.Rat(); x != nil && y != nil {
			return ok && x.Cmp(y) == 0
		}
		return ok && a == b
	}
	return a == b
}

// Rat returns the number; nil if the text is none.
func (n Number) Rat() *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

// Contains reports whether a list has a value.
func Contains(l []any, v any) bool {
	return slices.ContainsFunc(l, func(w any) bool { return Same(v, w) })
}

// Text returns v as a string; "" if it is none.
func Text(v any) string {
	s, _ := v.(string)
	return s
}

// Sorted returns the names of the members of several objects, without duplicates.
func Sorted(objects ...map[string]any) []string {
	names := map[string]bool{}
	for _, o := range objects {
		for name := range o {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Shorten returns the beginning and the end of a text.
func Shorten(s string) string {
	const most = 600
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/2], "") + fmt.Sprintf(" … %d bytes … ", len(s)-most) + strings.ToValidUTF8(s[len(s)-most/2:], "")
}
