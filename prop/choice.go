package prop

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Choice is a property that carries one of a closed set of strings.
type Choice[V ~string] struct{ decl[V, *Choice[V]] }

func (*Choice[V]) with(f codec.Form[V]) *Choice[V] { return &Choice[V]{decl[V, *Choice[V]]{f}} }

// OneOf declares a string that is one of the given values:
//
//	prop.OneOf("status", Draft, Active, Retired)
func OneOf[V ~string](name string, values ...V) *Choice[V] {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	c := start[V, *Choice[V]](codec.Form[V]{
		Node: &ir.Prop{Name: name, Type: ir.Enum{Values: texts}},
		Make: codec.Enum[V],
	})
	if len(values) == 0 {
		return c.fault("OneOf needs at least one value")
	}
	for i, v := range values {
		if !utf8.ValidString(string(v)) {
			return c.fault("OneOf has %q, which is not valid UTF-8", string(v))
		}
		if slices.Contains(values[:i], v) {
			return c.fault("OneOf has %q twice", string(v))
		}
	}
	return c
}

// Const declares a string that has one value only, such as the tag that tells
// the cases of a union apart.
func Const[V ~string](name string, value V) *Choice[V] {
	return start[V, *Choice[V]](codec.Form[V]{
		Node: &ir.Prop{Name: name, Type: ir.Enum{Values: []string{string(value)}, Const: true}},
		Make: codec.Enum[V],
	})
}
