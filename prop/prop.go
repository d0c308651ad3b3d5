package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Prop is any property.
type Prop interface {
	// Name is the name of the property on the wire.
	Name() string
	// Node returns the description of the property. It is for sibling packages.
	Node(ir.Key) *ir.Prop
	// Slot compiles the property as an input. It is for sibling packages.
	Slot(ir.Key, *codec.Compiler) codec.Input
	// Bind ties the property to a cell of a record. It is for sibling packages.
	Bind(ir.Key, *codec.RecordShape) codec.Binding
	// Order compiles how values are sorted; nil if they have no order. It is for
	// sibling packages.
	Order(ir.Key) codec.Order
}

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
	// Check returns the rules that v breaks, the violations a request with this
	// value would get.
	Check(v V) Violations
	// Form returns what the property is beside its description. It is for sibling
	// packages.
	Form(ir.Key) codec.Form
}

// Source holds the values of properties: a call that is being served, a patch,
// or a record.
type Source interface {
	// Cell returns the place of a property's value and whether a value was
	// given. It is for sibling packages.
	Cell(ir.Key, *ir.ID) (cell any, given bool)
	// Missing says that the source does not have a property; it ends the
	// sentence `property "x" is not …`. It is for sibling packages.
	Missing(ir.Key) string
}

// Sink is a source whose properties can be set: the headers of an answer, or a
// record.
type Sink interface {
	Source
	// Place returns the place of a property's value and marks it as given. It is
	// for sibling packages.
	Place(ir.Key, *ir.ID) (cell any)
}
