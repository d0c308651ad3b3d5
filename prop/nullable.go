package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// NullableProp is a property with a V or null, which is a nil pointer.
type NullableProp[V any] core

// Nullable accepts null in place of a value of p, and has its name, texts and flags:
//
//	prop.Nullable(prop.String("note").MaxLen(500))
//
// It is still required; use Optional as well if clients may omit it. It has another Go type and
// an identity of its own: read it with itself, not with p. It does not have the default of p.
func Nullable[V any](p Of[V]) *NullableProp[V] {
	return (*NullableProp[V])(property.NullableOf(p, codec.TypeOf[*V]()))
}
