// Package place knows where values lie. It is the only one of the library that uses
// unsafe, and small enough to be read at once: whoever holds an [Addr] knows the type of
// what is there.
//
//	at := place.Of(&p.Name)
//	offset, ok := place.Within(place.Of(p), unsafe.Sizeof(*p), at, place.SizeOf[string]())
//	name := place.To[string](place.Of(other).Plus(offset))
package place
