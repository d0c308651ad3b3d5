package media

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// AnyOf returns a body in any of several formats; the media type of the request selects one.
// Clients send the first that has the value, which each has unless it is a case.
func AnyOf(bodies []Body) Body { return anyOf{bodies} }

type anyOf struct{ bodies []Body }

func (a anyOf) Node() *tree.Body {
	var n *tree.Body
	for i, b := range a.bodies {
		switch inner := NodeOf(b); {
		case inner == nil:
			return nil
		case i == 0:
			first := *inner
			n = &first
		default:
			n.Others = append(n.Others, inner)
		}
	}
	return n
}

func (a anyOf) Codec() codec.Codec { return nil }

func (a anyOf) CheckFormat(fault func(string)) {
	var types []string
	for _, b := range a.bodies {
		faulty := false
		if f, ok := b.(FormatChecker); ok {
			f.CheckFormat(func(what string) {
				faulty = true
				fault(what)
			})
		}
		n := b.Node()
		switch {
		case faulty: // which may be why it has no content
			continue
		case n.Empty():
			fault("AnyOf has a body without content; write route.Optional(route.AnyOf(…)) if the request may have none")
			continue
		}
		for _, t := range n.MediaTypes() {
			if slices.Contains(types, t) {
				fault("AnyOf has two bodies of " + t + ", which the media type cannot select; use collection.OneOf for values of several forms")
			}
		}
		types = append(types, n.MediaTypes()...)
	}
}

func (a anyOf) choices() (all []Choice) {
	for _, b := range a.bodies {
		all = append(all, DecodersOf(b)...)
	}
	return all
}

func (a anyOf) sender() RequestEncoder {
	if slices.ContainsFunc(a.bodies, isCase) {
		return anySender{a}
	}
	return SenderOf(a.bodies[0])
}

func isCase(b Body) bool {
	_, is := b.(bodyCase)
	return is
}

// forValue returns the body in which a client sends the value at v.
func (a anyOf) forValue(v place.Addr) Body {
	for _, b := range a.bodies {
		if k, is := b.(bodyCase); !is || k.has(v) {
			return b
		}
	}
	return a.bodies[0]
}

func (a anyOf) roundTrip(t *codec.Type) probe.Try {
	if len(a.bodies) == 0 {
		return nil // which is a fault
	}
	return RoundTrip(a.bodies[0], t) // Node describes this one
}

// OthersOf returns the bodies of the others in the description of b, and the Go type of their values
// unless they are cases; t is that of b.
func OthersOf(b Body, t *codec.Type) ([]Body, *codec.Type) {
	if o, is := b.(optional); is {
		return OthersOf(o.body, o.typ)
	}
	if a, is := b.(anyOf); is && len(a.bodies) > 0 {
		return a.bodies[1:], t
	}
	return nil, t
}

// FirstOf returns the first of several bodies, or b itself, and the value for it; ok is false if the
// value at v is of another case, or absent.
func FirstOf(b Body, v place.Addr) (_ Body, inside place.Addr, ok bool) {
	switch b := b.(type) {
	case optional:
		if v = place.Load(v); v.Nil() {
			return b, v, false
		}
		return FirstOf(b.body, v)
	case anyOf:
		return FirstOf(b.bodies[0], v)
	case bodyCase:
		inside, ok = b.form.Unwrap(v)
		return b.body, inside, ok
	}
	return b, v, true
}
