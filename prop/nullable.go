package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// NullableProp is a property that carries a V or null, which is a nil pointer.
type NullableProp[V any] core

// Nullable lets p be null, and takes its name, texts and flags:
//
//	prop.Nullable(prop.String("note").MaxLen(500))
//
// It is still required: say Optional as well where a client may leave it out.
// It carries another Go type, so that it is a declaration of its own: read it
// with its own handle, not with p's. A default of p does not carry over.
func Nullable[V any](p Of[V]) *NullableProp[V] {
	return (*NullableProp[V])(property.StartOf[*V](property.Nullable(property.FormOf(p), codec.TypeOf[*V]())))
}
