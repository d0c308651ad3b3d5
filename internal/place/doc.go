// Package place reads and writes values by their address. It is the only package of the
// library that uses unsafe, and small enough to review: the holder of an [Addr] must know the
// type of its value.
//
//	at := place.Of(&p.Name)
//	offset, ok := place.Within(place.Of(p), unsafe.Sizeof(*p), at, place.SizeOf[string]())
//	name := place.To[string](place.Of(other).Plus(offset))
package place
