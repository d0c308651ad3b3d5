package place

import "unsafe"

// Addr is the address of a value. It keeps the value alive, as a pointer does.
type Addr struct{ p unsafe.Pointer }

// Of returns the address of a value.
func Of[V any](v *V) Addr { return Addr{unsafe.Pointer(v)} }

// To returns the value at an address. Its type must be V, or a type with the same underlying
// type.
func To[V any](a Addr) *V { return (*V)(a.p) }

// Nil reports whether the address is nil.
func (a Addr) Nil() bool { return a.p == nil }

// Offset is the offset of a field in its struct, in bytes.
type Offset uintptr

// Plus returns the address of a field of the struct at a.
func (a Addr) Plus(o Offset) Addr { return Addr{unsafe.Add(a.p, o)} }

// Within returns the offset of the value at a from start, and reports whether the whole value
// lies inside the value at start.
func Within(start Addr, whole uintptr, a Addr, size uintptr) (Offset, bool) {
	from, at := uintptr(start.p), uintptr(a.p)
	return Offset(at - from), at >= from && size <= whole && at-from <= whole-size
}

// PointerSize is the size of a pointer in bytes.
const PointerSize = unsafe.Sizeof(unsafe.Pointer(nil))

// SizeOf returns the size of a V in bytes.
func SizeOf[V any]() uintptr {
	var v V
	return unsafe.Sizeof(v)
}

// Load returns the address that the pointer at a holds.
func Load(a Addr) Addr { return Addr{*(*unsafe.Pointer)(a.p)} }

// Store sets the pointer at a to v.
func Store(a, v Addr) { *(*unsafe.Pointer)(a.p) = v.p }

// slice is the memory layout of a slice of any items.
type slice struct {
	first    unsafe.Pointer
	len, cap int
}

// Header returns the address of a copy of the slice at a, which has the same items.
func Header(a Addr) Addr {
	s := *(*slice)(a.p)
	return Of(&s)
}

// Len returns the length of the slice at a.
func Len(a Addr) int { return (*slice)(a.p).len }

// Cap returns the capacity of the slice at a.
func Cap(a Addr) int { return (*slice)(a.p).cap }

// Resize sets the length of the slice at a to n, which must not exceed its capacity.
func Resize(a Addr, n int) {
	s := (*slice)(a.p)
	if n < 0 || n > s.cap {
		panic("tenon: a slice has no room for so many items")
	}
	s.len = n
}

// Item returns the address of item i of the slice at a, whose items have the given size.
func Item(a Addr, i int, size uintptr) Addr {
	s := (*slice)(a.p)
	if i < 0 || i >= s.len {
		panic("tenon: a slice has no such item")
	}
	return Addr{unsafe.Add(s.first, uintptr(i)*size)}
}
