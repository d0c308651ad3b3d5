package jsonx

// Kind is the kind of a JSON value. Its number is the first byte of such a value, with
// '0' for every number.
type Kind byte

// The kinds of values. A Reader reports [Invalid] after a fault.
const (
	Invalid Kind = 0
	Null    Kind = 'n'
	False   Kind = 'f'
	True    Kind = 't'
	String  Kind = '"'
	Number  Kind = '0'
	Object  Kind = '{'
	Array   Kind = '['
)

// SchemaType returns the name of the kind in JSON Schema's "type" keyword, and "" for [Invalid] and
// for bytes that are no kind. Every number is a "number": whether it is
// an "integer" depends on its value.
func (k Kind) SchemaType() string {
	switch k {
	case Null:
		return "null"
	case False, True:
		return "boolean"
	case String:
		return "string"
	case Number:
		return "number"
	case Object:
		return "object"
	case Array:
		return "array"
	default:
		return ""
	}
}
