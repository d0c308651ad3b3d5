package codec

import "github.com/tenon-go/tenon/internal/place"

// Type is a Go type, for code that only knows the addresses of its values. A cell is
// a pointer to a value, a *V, as an any.
type Type struct {
	Size uintptr
	New  func() place.Addr
	// Assign copies the value at src, or the zero value where that is nil.
	Assign func(dst, src place.Addr)
	// Cell returns the address as a *V, and Value the value there as a V.
	Cell, Value func(a place.Addr) any
	// Find returns the address of what is in an any: a *V, a **V, or a V, which it
	// puts into room. There is none in a nil pointer, and in nil.
	Find func(v any, room place.Addr) (a place.Addr, there bool)
	// At returns the address of what a *V points to; ok is false where an any holds
	// something else.
	At func(v any) (a place.Addr, ok bool)
}

// TypeOf describes V. It is all that is compiled for each V that a program uses.
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

// Unbox returns the address of what is in an any, as Find does.
func (t *Type) Unbox(v any) (a place.Addr, there bool) {
	if a, ok := t.At(v); ok {
		return a, !a.Nil()
	}
	return t.Find(v, t.New())
}

// Copy returns a new place with the value at a.
func (t *Type) Copy(a place.Addr) place.Addr {
	c := t.New()
	t.Assign(c, a)
	return c
}

// Reset empties a place.
func (t *Type) Reset(a place.Addr) { t.Assign(a, place.Addr{}) }

// pointers is the type of all pointers, whatever they point to. They lie in cells that
// nobody sees from outside.
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
