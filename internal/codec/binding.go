package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
)

// Binding is a property and its place in what a P points to, before a mode is
// chosen. It is made of functions and has no methods, because those would be
// compiled anew for every member of every type.
type Binding[P any] struct {
	Field func(c *Compiler) *Field[P]
	// Own makes the value in *t share nothing that may be changed; nil if it never
	// does.
	Own func(t P)
	// Cell returns the place of the value, a *V or a **V; of a value that is
	// absent it is a nil pointer.
	Cell func(t P) any
	// Order compiles how the values compare.
	Order func() Order
}

// Bind ties a property to a place that always holds a value.
func Bind[T, V any](f Form[V], at func(*T) *V) Binding[*T] {
	return bind(f.at(), at, f.order())
}

// bind is the part of Bind that is compiled once.
//
//go:noinline
func bind[P, Q any](f *formAt[Q], at func(P) Q, order func() Order) Binding[P] {
	b := Binding[P]{
		Field: func(c *Compiler) *Field[P] {
			field, _ := bound(f, c, at)
			return field
		},
		Cell:  func(t P) any { return at(t) },
		Order: order,
	}
	if f.own != nil {
		b.Own = func(t P) { f.own(at(t)) }
	}
	return b
}

// bound is the field of a value that lies in its place as it is.
func bound[P, Q any](f *formAt[Q], c *Compiler, at func(P) Q) (*Field[P], codecAt[Q]) {
	codec, mode := f.make(c), c.Mode
	return &Field[P]{
		Decode: func(d *Decoder, t P) { codec.Decode(d, at(t)) },
		Check:  func(r *Report, t P) { codec.Inspect(r, at(t)) },
		Append: func(e *Encoder, t P) { codec.Encode(e, at(t)) },
		value:  sync.OnceValue(func() *Value { return valueBy(f, codec, mode) }),
		at:     func(t P) any { return at(t) },
		codec:  codec,
		direct: at,
		fills:  c.Mode == ir.Create && f.def != nil,
	}, codec
}

// BindOptional ties a property to a pointer; nil stands for "absent".
func BindOptional[T, V any](f Form[V], at func(*T) **V) Binding[*T] {
	wrapped := Form[*V]{Node: f.Node, Null: NullOf(f), Make: optionally(f)}
	wrapped.Clone = func(v *V) *V {
		if v == nil {
			return nil
		}
		w := f.Copy(*v)
		return &w
	}
	if f.Default != nil {
		wrapped.Default = func() *V { v := f.Default(); return &v }
	}
	return bindOptional(f.at(), wrapped.at(), at, wrapped.order())
}

//go:noinline
func bindOptional[P any, Q comparable](inner *formAt[Q], outer *formAt[*Q], at func(P) *Q, order func() Order) Binding[P] {
	b := bind(outer, at, order)
	b.Cell = func(t P) any { return *at(t) }
	b.Field = func(c *Compiler) *Field[P] {
		field, codec := bound(outer, c, at)
		field.direct = nil
		mode := c.Mode
		field.inside = sync.OnceValue(func() *Value { return valueBy(inner, inside(codec), mode) })
		field.open = func(t P) any {
			place := inner.fresh()
			*at(t) = place
			return place
		}
		field.is = func(t P) bool {
			var none Q
			return *at(t) != none
		}
		field.cell = b.Cell
		return field
	}
	return b
}

// BindComputed ties a property to a value that is only ever written. It is in no
// input mode: what somebody reads as an answer is judged and let go.
func BindComputed[T, V any](f Form[V], get func(*T) V) Binding[*T] {
	return bindMade(f.at(), func(t *T) *V {
		v := get(t)
		return &v
	}, f.order())
}

//go:noinline
func bindMade[P, Q any](f *formAt[Q], get func(P) Q, order func() Order) Binding[P] {
	return Binding[P]{
		Field: func(c *Compiler) *Field[P] {
			field, codec := bound(f, c, get)
			field.direct, field.made, field.fills = nil, true, false
			field.Decode = func(d *Decoder, _ P) { codec.Decode(d, f.fresh()) }
			return field
		},
		Cell:  func(t P) any { return get(t) },
		Order: order,
	}
}

// BindFixed ties a property to a value that is always the same: a request must
// send it, and every answer has it.
func BindFixed[T, V any](f Form[V], v V) Binding[*T] {
	b := bindMade(f.at(), func(*T) *V {
		w := v
		return &w
	}, f.order())
	return unjudged(b)
}

// unjudged is a binding whose values need no check: the library made them.
func unjudged[P any](b Binding[P]) Binding[P] {
	made := b.Field
	b.Field = func(c *Compiler) *Field[P] {
		field := made(c)
		field.Check = func(*Report, P) {}
		return field
	}
	return b
}
