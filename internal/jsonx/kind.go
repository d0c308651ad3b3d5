package jsonx

// Kind is the kind of a JSON value. Its number is the first byte of such a value, with
// '0' for every number.
type Kind byte

// The kinds of values. [Invalid] is what a Reader reports once it met a fault.
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

// Name is the kind's word in JSON Schema's "type" keyword, and "" for [Invalid] and
// for bytes that are no kind. A whole number is a "number" here: only its value can
// tell that it is an "integer" too.
func (k Kind) Name() string {
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
