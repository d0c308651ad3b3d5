package tree

// Type is the type of a property. The set of types is closed; see [AllTypes].
type Type interface {
	typ()
	// Word returns the name of the type in JSON Schema.
	Word() string
}

// Number is an exact decimal: the text of a JSON number.
type Number string

type (
	// Integer is a whole number that a Go integer type holds.
	Integer struct {
		Format   string // "int32", "int64" or "", of OpenAPI's format registry; or UnixTime, UnixMilli
		Min, Max Number // the bounds of the Go type
		Quoted   bool   // a string of digits on the wire
		Machine  bool   // the Go type is int, whose size is that of the machine
	}
	// Float is a number that a float64 holds; Format is "double".
	Float struct{ Format string }
	// Text is a string.
	Text struct {
		Format  string // a format name of JSON Schema, or ""
		Pattern string // set if the format is stricter than its name
		// Unregistered reports whether no registry has the format, so that readers of documents
		// need the pattern.
		Unregistered bool
		Own          bool     // a type of the application, which validates it
		Fraction     Fraction // of a date-time or a decimal
		KeepsOffset  bool     // a date-time is written with the offset of its value, not in UTC
	}
	// Enum is a value of a closed set.
	Enum struct {
		// Values are strings, or canonical JSON texts if Of is not "".
		Values []string
		Of     string // "" for strings, "integer", "number", "boolean", or AnyKind
		Const  bool   // declared as the only value
	}
	// Binary is bytes in base64 (RFC 4648 §4).
	Binary struct{}
	// Any is any JSON value.
	Any struct{}
	// File is a file in a form.
	File struct{ Types []string } // the accepted media types; nil: any
	// Boolean is true or false.
	Boolean struct{}
	// Array is an array.
	Array struct{ Item *Prop }
	// Object is an object. Of is a function, so that a collection may contain itself.
	Object struct{ Of func() *Collection }
	// Alternatives is a value of a union. Of is a function, so that a union may contain itself.
	Alternatives struct{ Of func() *Union }
	// Map is an object with any member names.
	Map struct {
		Value *Prop
		Names *Names // nil: any
	}
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

// The formats of integers that are times.
const (
	UnixTime  = "unix-time"        // seconds since 1970
	UnixMilli = "unix-time-millis" // milliseconds
)

// IsTime reports whether an integer is a time in Go.
func (i Integer) IsTime() bool { return i.Format == UnixTime || i.Format == UnixMilli }

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

// Word implements [Type]. JSON Schema has no name for any value.
func (Any) Word() string { return "" }

// Word implements [Type].
func (Float) Word() string { return "number" }

// Word implements [Type].
func (Text) Word() string { return "string" }

// AnyKind is the kind of an enumeration whose values may have several JSON types.
const AnyKind = "any"

// Word implements [Type].
func (e Enum) Word() string {
	switch e.Of {
	case "":
		return "string"
	case AnyKind:
		return ""
	}
	return e.Of
}

// Texts returns the values as JSON texts.
func (e Enum) Texts() []string {
	if e.Of != "" {
		return e.Values
	}
	texts := make([]string, len(e.Values))
	for i, v := range e.Values {
		texts[i] = string(quote(nil, v))
	}
	return texts
}

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
	object := Object{Of: func() *Collection { return group }}
	groups := &Union{Name: "Groups", Cases: []*Prop{{ID: new(ID), Name: "group", Type: object}}}
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
		object,
		Map{Value: item},
		Alternatives{Of: func() *Union { return groups }},
	}
}
