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
		Quoted   bool   // a string of digits on the wire
	}
	// Float is a number that a float64 holds; Format is "double".
	Float struct{ Format string }
	// Text is a string.
	Text struct {
		Format  string // a format name of JSON Schema, or ""
		Pattern string // what the format accepts where it is stricter than its name says
		// Unregistered is whether no registry has the format, so that it means nothing to
		// readers of documents: its pattern says it all.
		Unregistered bool
	}
	// Enum is a string of a closed set.
	Enum struct {
		Values []string
		Const  bool // declared as the one value there is
	}
	// Binary is a string of bytes in base64 (RFC 4648 §4).
	Binary struct{}
	// Any is any JSON value.
	Any struct{}
	// File is a file in a form.
	File struct{ Types []string } // the media types that it may have; nil: any
	// Boolean is true or false.
	Boolean struct{}
	// Array is a list of items.
	Array struct{ Item *Prop }
	// Object is what a collection groups. Of is a thunk, so that a collection
	// may contain itself.
	Object struct{ Of func() *Collection }
	// Alternatives is one of several objects.
	Alternatives struct{ Of *Union }
	// Map is an object whose member names are free.
	Map struct{ Value *Prop }
)

func (Integer) typ() {}
func (Float) typ()   {}
func (Text) typ()    {}
func (Enum) typ()    {}
func (Binary) typ()  {}
func (Any) typ()     {}
func (File) typ()    {}
func (Boolean) typ() {}
func (Array) typ()   {}
func (Object) typ()  {}
func (Map) typ()     {}

func (Alternatives) typ() {}

// Word implements [Type].
func (i Integer) Word() string {
	if i.Quoted {
		return "string"
	}
	return "integer"
}

// Word implements [Type].
func (Binary) Word() string { return "string" }

// Word implements [Type].
func (File) Word() string { return "string" }

// Word implements [Type]. There is no word for any value.
func (Any) Word() string { return "" }

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
func (Alternatives) Word() string { return "object" }

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
		Binary{},
		Any{},
		File{Types: []string{"image/png"}},
		Boolean{},
		Array{Item: item},
		Object{Of: func() *Collection { return group }},
		Map{Value: item},
		Alternatives{Of: &Union{Name: "Groups", Cases: []*Collection{group}}},
	}
}
