package route

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Body is what a route reads or answers with. Package collection makes bodies of
// JSON: a collection in one mode. Beside them there are [Form], [Multipart],
// [Text], [Bytes], [Stream] and [AnyOf] to read, and [Text], [Bytes],
// [Download], [Events], [Lines] and [Redirect] to answer with.
type Body[T any] interface {
	// Node returns the description of the body. It is for sibling packages.
	Node(ir.Key) *ir.Body
	// Codec compiles the body; nil where content is not made of properties. It is
	// for sibling packages.
	Codec(ir.Key) codec.Codec[T]
}

var _ Body[int] = collection.Body[int]{}

// nodeOf returns the description of a body that may be missing.
func nodeOf[T any](b Body[T]) *ir.Body {
	if b == nil {
		return nil
	}
	return b.Node(ir.Key{})
}

// intake reads the content of a request in one format.
type intake[T any] interface {
	// load takes in the content before anything else of the request is judged:
	// it fails where the content is malformed or too large.
	load(e *Endpoint, c *Call) error
	// decode reads what was loaded into *v, and notes violations.
	decode(e *Endpoint, c *Call, v *T) error
}

// readable is a body with an intake of its own.
type readable[T any] interface{ intakes() []choice[T] }

// choice is an intake and the media types that it is for.
type choice[T any] struct {
	types []string
	intake[T]
}

// intakesOf returns how a body is read; nil where it is no content.
func intakesOf[T any](b Body[T]) []choice[T] {
	if r, ok := b.(readable[T]); ok {
		return r.intakes()
	}
	n := b.Node(ir.Key{})
	if n.Empty() {
		return nil
	}
	return []choice[T]{{n.MediaTypes(), jsonIntake[T]{b.Codec(ir.Key{})}}}
}

// reads reports whether a body has a format that can be read.
func reads[T any](b Body[T]) bool {
	if a, ok := b.(anyOf[T]); ok {
		for _, b := range a.bodies {
			if b == nil || !reads(b) {
				return false
			}
		}
		return true
	}
	_, ok := b.(readable[T])
	n := nodeOf(b)
	return ok || n != nil && n.Format == ir.JSON
}

// answers reports whether a body has a format that can be answered with.
func answers[T any](b Body[T]) bool {
	_, ok := b.(answerable[T])
	n := nodeOf(b)
	return ok || n != nil && n.Format == ir.JSON && len(n.Others) == 0
}

// flawed is a body whose properties may not suit its format. It is asked only
// when they are otherwise sound.
type flawed interface{ flaw() string }

// outlet writes the content of an answer in one format.
type outlet[T any] interface {
	// send writes the status and the content.
	send(e *Endpoint, c *Call, a *ir.Answer, v *T) error
}

// answerable is a body with an outlet of its own.
type answerable[T any] interface{ outlet() outlet[T] }

func outletOf[T any](b Body[T]) outlet[T] {
	if a, ok := b.(answerable[T]); ok {
		return a.outlet()
	}
	if b.Node(ir.Key{}).Empty() {
		return emptyOutlet[T]{}
	}
	return withVersion(b, jsonOutlet[T]{b.Codec(ir.Key{})})
}

// AnyOf reads content in several formats, such as JSON and a form; the media
// type of the request chooses.
func AnyOf[T any](bodies ...Body[T]) Body[T] { return anyOf[T]{bodies} }

type anyOf[T any] struct{ bodies []Body[T] }

func (a anyOf[T]) Node(key ir.Key) *ir.Body {
	if len(a.bodies) == 0 {
		return nil
	}
	n := *a.bodies[0].Node(key)
	for _, b := range a.bodies[1:] {
		n.Others = append(n.Others, b.Node(key))
	}
	return &n
}

func (a anyOf[T]) Codec(ir.Key) codec.Codec[T] { return nil }

func (a anyOf[T]) flaw() string {
	for _, b := range a.bodies {
		if f, ok := b.(flawed); ok && f.flaw() != "" {
			return f.flaw()
		}
	}
	return ""
}

func (a anyOf[T]) intakes() (all []choice[T]) {
	for _, b := range a.bodies {
		all = append(all, intakesOf(b)...)
	}
	return all
}
