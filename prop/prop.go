package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// core is what every builder is: a declaration, whatever the Go type of its values.
type core = property.Property

// Prop is any property. Only the builders of this package are properties.
type Prop interface {
	declaration
	// Name returns the name of the property on the wire.
	Name() string
	// Equal reports whether two properties declare the same; positions do not count.
	Equal(Prop) bool
	// String returns the declaration as the calls that make it, for failing tests.
	String() string
}

type declaration = property.Any

// Of is a property that carries a V.
type Of[V any] interface {
	Prop
	// Get returns the value in s: what the client sent, or the default, or the
	// zero value. It panics if s does not have the property.
	Get(s Source) V
	// Lookup is Get, and reports whether the client sent a value.
	Lookup(s Source) (V, bool)
	// At puts the property at a field of a struct, for a collection.
	At(field *V) Field
	// Check returns the violations that a request with the value v would get.
	Check(v V) Violations
}

// Source holds values of properties: a call that is being served, a patch, a record, or
// an identity. Only types of the library are sources.
type Source interface{ source }

type source = codec.Source

// Sink is a source whose properties can be set: the headers of a response, or a record.
// Only types of the library are sinks.
type Sink interface{ sink }

type sink = codec.Sink
