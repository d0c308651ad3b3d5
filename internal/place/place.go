package place

import "unsafe"

// Addr is the address of a value. It keeps the value alive, as a pointer does.
type Addr struct{ p unsafe.Pointer }

// Of returns the address of a value.
func Of[V any](v *V) Addr { return Addr{unsafe.Pointer(v)} }

// To returns the value at an address, of which V must be the type, or one with the
// same underlying type.
func To[V any](a Addr) *V { return (*V)(a.p) }

// Nil reports whether there is no value.
func (a Addr) Nil() bool { return a.p == nil }

// Offset is how far a field lies behind the start of its struct.
type Offset uintptr

// Plus returns the address of a field of the struct at a.
func (a Addr) Plus(o Offset) Addr { return Addr{unsafe.Add(a.p, o)} }

// Within returns how far the value at a, of a size, lies behind start, and whether it
// lies in the whole that begins there.
func Within(start Addr, whole uintptr, a Addr, size uintptr) (Offset, bool) {
	from, at := uintptr(start.p), uintptr(a.p)
	return Offset(at - from), at >= from && size <= whole && at-from <= whole-size
}

// PointerSize is how many bytes a pointer takes.
const PointerSize = unsafe.Sizeof(unsafe.Pointer(nil))

// SizeOf is how many bytes a V takes.
func SizeOf[V any]() uintptr {
	var v V
	return unsafe.Sizeof(v)
}

// Load returns what the pointer at a points to, whatever that is.
func Load(a Addr) Addr { return Addr{*(*unsafe.Pointer)(a.p)} }

// Store lets the pointer at a point to what is at v.
func Store(a, v Addr) { *(*unsafe.Pointer)(a.p) = v.p }

// slice is how a slice lies in memory, whatever its items are.
type slice struct {
	first    unsafe.Pointer
	len, cap int
}

// Header returns the address of a copy of the slice at a, which has the same items.
func Header(a Addr) Addr {
	s := *(*slice)(a.p)
	return Of(&s)
}

// Len is how many items the slice at a has.
func Len(a Addr) int { return (*slice)(a.p).len }

// Cap is how many items the slice at a has room for.
func Cap(a Addr) int { return (*slice)(a.p).cap }

// Resize lets the slice at a have n items, for which it must have room.
func Resize(a Addr, n int) {
	s := (*slice)(a.p)
	if n < 0 || n > s.cap {
		panic("tenon: a slice has no room for so many items")
	}
	s.len = n
}

// Item returns the address of an item of the slice at a; items have a size.
func Item(a Addr, i int, size uintptr) Addr {
	s := (*slice)(a.p)
	if i < 0 || i >= s.len {
		panic("tenon: a slice has no such item")
	}
	return Addr{unsafe.Add(s.first, uintptr(i)*size)}
}
