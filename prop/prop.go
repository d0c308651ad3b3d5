package prop

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// core is the declaration in a builder, without the Go type of its values.
type core = property.Property

// Prop is any property. Only the builders of this package are properties.
type Prop interface {
	declaration
	// Name returns the name of the property on the wire.
	Name() string
	// Equal reports whether two properties have the same declaration; positions are ignored.
	Equal(Prop) bool
	// String returns the declaration as Go code, for failing tests.
	String() string
}

type declaration = property.Any

// Tree returns the description of a property, for generators and linters; that of a collection or a
// union is in the type of its Object or Property. The error lists the faults of the declaration, each
// on a line with its position. Do not change what it returns: the property is made of it.
func Tree(p Prop) (*tree.Prop, error) {
	n := property.NodeOf(p)
	if faults := verify.Faults(n); len(faults) > 0 {
		return n, errors.New(verify.Text("the declaration has a fault", faults))
	}
	return n, nil
}

// Of is a property with values of type V.
type Of[V any] interface {
	Prop
	// Get returns the value in s that the client sent, or the default, or the zero value. It
	// panics if s does not have the property.
	Get(s Source) V
	// Lookup is like Get and reports whether the client sent a value.
	Lookup(s Source) (V, bool)
	// At binds the property to a field of a struct, for a collection.
	At(field *V) Field
	// Check returns the violations of v, as of a request with this value.
	Check(v V) Violations
}

// Source has values of properties: a call of a route, a patch, a record, or an identity. Only
// types of the library are sources.
type Source interface{ source }

type source = codec.Source

// Sink is a source whose properties can be set: the headers of a response, or a record.
// Only types of the library are sinks.
type Sink interface{ sink }

type sink = codec.Sink
