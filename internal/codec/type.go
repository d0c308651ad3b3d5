package codec

import "github.com/tenon-go/tenon/internal/place"

// Type describes a Go type V to code that has only addresses. A cell is a *V in an any.
type Type struct {
	Size uintptr
	New  func() place.Addr
	// Assign copies the value at src to dst, or the zero value if src is nil.
	Assign func(dst, src place.Addr)
	// Cell returns the address as a *V, and Value the value there as a V.
	Cell, Value func(a place.Addr) any
	// Find returns the address of a value in an any: a *V, a **V, or a V, which it copies
	// to room. there is false for nil and nil pointers.
	Find func(v any, room place.Addr) (a place.Addr, there bool)
	// At returns the address in a *V; ok is false for other types.
	At func(v any) (a place.Addr, ok bool)
}

// TypeOf describes V. Nothing else is compiled for each V of a program.
func TypeOf[V any]() *Type {
	return &Type{
		Size: place.SizeOf[V](),
		New:  func() place.Addr { return place.Of(new(V)) },
		Assign: func(dst, src place.Addr) {
			if src.Nil() {
				var zero V
				*place.To[V](dst) = zero
				return
			}
			*place.To[V](dst) = *place.To[V](src)
		},
		Cell:  func(a place.Addr) any { return place.To[V](a) },
		Value: func(a place.Addr) any { return *place.To[V](a) },
		Find: func(v any, room place.Addr) (a place.Addr, there bool) {
			switch v := v.(type) {
			case nil:
				return a, false
			case *V:
				return place.Of(v), v != nil
			case **V:
				if v == nil {
					return a, false
				}
				return place.Of(*v), *v != nil
			case V:
				*place.To[V](room) = v
				return room, true
			}
			panic("tenon: a cell is of another type than its property")
		},
		At: func(v any) (place.Addr, bool) {
			p, ok := v.(*V)
			return place.Of(p), ok
		},
	}
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

// pointers describes all pointer types; no cell of them leaves this package.
var pointers = &Type{
	Size: place.SizeOf[place.Addr](),
	New:  func() place.Addr { return place.Of(new(place.Addr)) },
	Assign: func(dst, src place.Addr) {
		var v place.Addr
		if !src.Nil() {
			v = place.Load(src)
		}
		place.Store(dst, v)
	},
}
