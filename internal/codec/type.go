package codec

import "github.com/tenon-go/tenon/internal/place"

// Type describes a Go type V to code that has only addresses. A cell is a *V in an any.
type Type struct {
	Size uintptr
	// do is what has to be compiled for V.
	do func(what action, dst, src place.Addr, v any) (place.Addr, any)
	// cell returns the address as a *V. at returns the address in a *V, and behind that of the
	// pointer in a **V; ok is false for other types.
	cell       func(a place.Addr) any
	at, behind func(v any) (a place.Addr, ok bool)
}

// action is what the function of a Type does.
type action uint8

const (
	create action = iota // returns the address of a zero value
	assign               // copies the value at src to dst, or the zero value if src is nil
	wrap                 // returns the value at src as a V
	unwrap               // copies the V to dst; returns nil if v is none
)

// TypeOf describes V. Nothing else is compiled for each V of a program.
//
//go:noinline
func TypeOf[V any]() *Type {
	t := &Type{Size: place.SizeOf[V](), do: func(what action, dst, src place.Addr, v any) (place.Addr, any) {
		switch what {
		case create:
			dst = place.Of(new(V))
		case assign:
			if src.Nil() {
				var zero V
				*place.To[V](dst) = zero
			} else {
				*place.To[V](dst) = *place.To[V](src)
			}
		case wrap:
			v = *place.To[V](src)
		case unwrap:
			own, ok := v.(V)
			if !ok {
				return dst, nil
			}
			*place.To[V](dst) = own
		}
		return dst, v
	}}
	pointsTo[*V](t)
	return t
}

// pointsTo adds to a Type what only needs the type of its pointers, P. It is compiled once, for all.
//
//go:noinline
func pointsTo[P any](t *Type) {
	t.cell = func(a place.Addr) any { return *place.To[P](place.Of(&a)) }
	t.at = func(v any) (place.Addr, bool) {
		p, ok := v.(P)
		return *place.To[place.Addr](place.Of(&p)), ok
	}
	t.behind = func(v any) (place.Addr, bool) {
		p, ok := v.(*P)
		return place.Of(p), ok
	}
}

// New returns the address of a zero value.
func (t *Type) New() place.Addr {
	a, _ := t.do(create, place.Addr{}, place.Addr{}, nil)
	return a
}

// Assign copies the value at src to dst, or the zero value if src is nil.
func (t *Type) Assign(dst, src place.Addr) { t.do(assign, dst, src, nil) }

// Cell returns the address as a *V.
func (t *Type) Cell(a place.Addr) any { return t.cell(a) }

// Value returns the value at a as a V.
func (t *Type) Value(a place.Addr) any {
	_, v := t.do(wrap, place.Addr{}, a, nil)
	return v
}

// At returns the address in a *V; ok is false for other types.
func (t *Type) At(v any) (a place.Addr, ok bool) { return t.at(v) }

// Find returns the address of a value in an any: a *V, a **V, or a V, which it copies
// to room. there is false for nil and nil pointers.
func (t *Type) Find(v any, room place.Addr) (a place.Addr, there bool) {
	if v == nil {
		return a, false
	}
	if a, ok := t.at(v); ok {
		return a, !a.Nil()
	}
	if p, ok := t.behind(v); ok {
		if !p.Nil() {
			a = place.Load(p)
		}
		return a, !a.Nil()
	}
	if _, own := t.do(unwrap, room, place.Addr{}, v); own == nil {
		panic("tenon: a cell is of another type than its property")
	}
	return room, true
}

// Unbox is Find with memory of its own.
func (t *Type) Unbox(v any) (a place.Addr, there bool) {
	if a, ok := t.At(v); ok {
		return a, !a.Nil()
	}
	return t.Find(v, t.New())
}

// Copy returns the address of a copy of the value at a.
func (t *Type) Copy(a place.Addr) place.Addr {
	c := t.New()
	t.Assign(c, a)
	return c
}

// Reset sets the value at a to zero.
func (t *Type) Reset(a place.Addr) {
	if t.Size > 0 {
		t.Assign(a, place.Addr{})
	}
}

// WithReset returns a type whose values reset sets to zero.
func (t *Type) WithReset(reset func(a place.Addr)) *Type {
	c := *t
	c.do = func(what action, dst, src place.Addr, v any) (place.Addr, any) {
		if what == assign && src.Nil() {
			reset(dst)
			return dst, v
		}
		return t.do(what, dst, src, v)
	}
	return &c
}

// pointers describes all pointer types; no cell of them leaves this package.
var pointers = &Type{Size: place.PointerSize, do: func(what action, dst, src place.Addr, v any) (place.Addr, any) {
	switch {
	case what == create:
		dst = place.Of(new(place.Addr))
	case src.Nil():
		place.Store(dst, src)
	default:
		place.Store(dst, place.Load(src))
	}
	return dst, v
}}
