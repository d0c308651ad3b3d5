package tree

import (
	"iter"

	"github.com/tenon-go/tenon/internal/ir"
)

// Type is the type of a property: [Integer], [Float], [String], [Enum], [Bytes], [Any],
// [File], [Boolean], [Array], [Object], [Map] or [Alternatives].
type Type interface {
	// JSON returns the name of the type in JSON Schema; "" for any value.
	JSON() string
	sealed()
}

type (
	// Integer is an integer.
	Integer struct{ n ir.Integer }
	// Float is a floating-point number.
	Float struct{ n ir.Float }
	// String is a string.
	String struct{ n ir.Text }
	// Enum is one of a fixed set of values.
	Enum struct{ n ir.Enum }
	// Bytes is bytes in a base64 string (RFC 4648 §4).
	Bytes struct{}
	// Any is any JSON value.
	Any struct{}
	// File is a file in a form.
	File struct{ n ir.File }
	// Boolean is true or false.
	Boolean struct{}
	// Array is a list of items.
	Array struct{ n ir.Array }
	// Object is an object with the members of a collection.
	Object struct{ n ir.Object }
	// Map is an object with any member names.
	Map struct{ n ir.Map }
	// Alternatives is a value of a union.
	Alternatives struct{ n ir.Alternatives }
)

func typeOf(t ir.Type) Type {
	switch t := t.(type) {
	case ir.Integer:
		return Integer{t}
	case ir.Float:
		return Float{t}
	case ir.Text:
		return String{t}
	case ir.Enum:
		return Enum{t}
	case ir.Binary:
		return Bytes{}
	case ir.Any:
		return Any{}
	case ir.File:
		return File{t}
	case ir.Boolean:
		return Boolean{}
	case ir.Array:
		return Array{t}
	case ir.Object:
		return Object{t}
	case ir.Map:
		return Map{t}
	case ir.Alternatives:
		return Alternatives{t}
	}
	return nil
}

func (Integer) sealed()      {}
func (Float) sealed()        {}
func (String) sealed()       {}
func (Enum) sealed()         {}
func (Bytes) sealed()        {}
func (Any) sealed()          {}
func (File) sealed()         {}
func (Boolean) sealed()      {}
func (Array) sealed()        {}
func (Object) sealed()       {}
func (Map) sealed()          {}
func (Alternatives) sealed() {}

// JSON implements [Type].
func (t Integer) JSON() string { return t.n.Word() }

// JSON implements [Type].
func (Float) JSON() string { return "number" }

// JSON implements [Type].
func (String) JSON() string { return "string" }

// JSON implements [Type].
func (t Enum) JSON() string { return t.n.Word() }

// JSON implements [Type].
func (Bytes) JSON() string { return "string" }

// JSON implements [Type].
func (Any) JSON() string { return "" }

// JSON implements [Type].
func (File) JSON() string { return "string" }

// JSON implements [Type].
func (Boolean) JSON() string { return "boolean" }

// JSON implements [Type].
func (Array) JSON() string { return "array" }

// JSON implements [Type].
func (Object) JSON() string { return "object" }

// JSON implements [Type].
func (Map) JSON() string { return "object" }

// JSON implements [Type]. It returns "" if the cases have several types.
func (t Alternatives) JSON() string {
	if t.n.Of().Kinds() == ir.KindObject {
		return "object"
	}
	return ""
}

// Format returns int32, int64 or another name of a Go type, or unix-time or unix-time-millis for a
// time.
func (t Integer) Format() string { return t.n.Format }

// Min returns the minimum of the Go type.
func (t Integer) Min() string { return string(t.n.Min) }

// Max returns the maximum of the Go type.
func (t Integer) Max() string { return string(t.n.Max) }

// Quoted reports whether the number is a JSON string of digits.
func (t Integer) Quoted() bool { return t.n.Quoted }

// Machine reports whether the Go type is int, whose size is that of the machine.
func (t Integer) Machine() bool { return t.n.Machine }

// Format returns double.
func (t Float) Format() string { return t.n.Format }

// Format returns a format of JSON Schema or OpenAPI, such as date-time; "" for any text.
func (t String) Format() string { return t.n.Format }

// Pattern returns the pattern of the format, if it is stricter than its name.
func (t String) Pattern() string { return t.n.Pattern }

// Registered reports whether a registry lists the format.
func (t String) Registered() bool { return !t.n.Unregistered }

// Fraction returns the number of fractional digits of a date-time, and reports whether it is
// fixed. Otherwise a time has as many as it needs.
func (t String) Fraction() (digits int, fixed bool) { return t.n.Fraction.Digits() }

// KeepsOffset reports whether a date-time is written with the offset of its value, not in UTC.
func (t String) KeepsOffset() bool { return t.n.KeepsOffset }

// Values yields the values of the set: strings, or JSON texts of other values; see
// [Enum.Strings].
func (t Enum) Values() iter.Seq[string] { return texts(t.n.Values) }

// Strings reports whether the values are strings.
func (t Enum) Strings() bool { return t.n.Of == "" }

// Const reports whether the set is declared as a single value.
func (t Enum) Const() bool { return t.n.Const }

// MediaTypes yields the media types that the file may have; none if any is possible.
func (t File) MediaTypes() iter.Seq[string] { return texts(t.n.Types) }

// Item returns the property of items.
func (t Array) Item() Property { return Property{t.n.Item} }

// Collection returns the members. A call may return another value for the same
// declaration; see [Collection.Same].
func (t Object) Collection() Collection { return Collection{t.n.Of()} }

// Value returns the property of values.
func (t Map) Value() Property { return Property{t.n.Value} }

// PropertyNames returns the property whose rules the names of members satisfy, and reports whether
// there is one. Its own name has no meaning.
func (t Map) PropertyNames() (Property, bool) { return namesOf(t.n.Names) }

func namesOf(n *ir.Names) (Property, bool) {
	if n == nil {
		return Property{}, false
	}
	return Property{n.Prop}, true
}

// Union returns the cases. A call may return another value for the same declaration; see
// [Union.Same].
func (t Alternatives) Union() Union { return Union{t.n.Of()} }
