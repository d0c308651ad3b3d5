package ir

// Type is the wire type of a property. The set of types is closed; see
// [AllTypes].
type Type interface {
	typ()
	// Word is the name of the type in JSON Schema.
	Word() string
}

// Number is an exact decimal: the text of a JSON number.
type Number string

type (
	// Integer is a whole number that a Go integer type holds.
	Integer struct {
		Format   string // "int32", "int64" or "", as OpenAPI's format registry has them
		Min, Max Number // the bounds of the Go type
	}
	// Float is a number that a float64 holds; Format is "double".
	Float struct{ Format string }
	// Text is a string.
	Text struct {
		Format  string // a format name of JSON Schema, or ""
		Pattern string // what the format accepts where it is stricter than its name says
	}
	// Enum is a string of a closed set.
	Enum struct{ Values []string }
	// Boolean is true or false.
	Boolean struct{}
	// Array is a list of items.
	Array struct{ Item *Prop }
	// Object is what a collection groups. Of is a thunk, so that a collection
	// may contain itself.
	Object struct{ Of func() *Collection }
	// Map is an object whose member names are free.
	Map struct{ Value *Prop }
)

func (Integer) typ() {}
func (Float) typ()   {}
func (Text) typ()    {}
func (Enum) typ()    {}
func (Boolean) typ() {}
func (Array) typ()   {}
func (Object) typ()  {}
func (Map) typ()     {}

// Word implements [Type].
func (Integer) Word() string { return "integer" }

// Word implements [Type].
func (Float) Word() string { return "number" }

// Word implements [Type].
func (Text) Word() string { return "string" }

// Word implements [Type].
func (Enum) Word() string { return "string" }

// Word implements [Type].
func (Boolean) Word() string { return "boolean" }

// Word implements [Type].
func (Array) Word() string { return "array" }

// Word implements [Type].
func (Object) Word() string { return "object" }

// Word implements [Type].
func (Map) Word() string { return "object" }

// AllTypes returns one value of every type.
func AllTypes() []Type {
	item := &Prop{ID: new(ID), Name: "item", Type: Boolean{}}
	group := &Collection{Name: "Group", Members: []*Member{{Prop: item, Modes: EveryMode}}}
	return []Type{
		Integer{Format: "int32", Min: "-2147483648", Max: "2147483647"},
		Float{Format: "double"},
		Text{},
		Enum{Values: []string{"a", "b"}},
		Boolean{},
		Array{Item: item},
		Object{Of: func() *Collection { return group }},
		Map{Value: item},
	}
}
