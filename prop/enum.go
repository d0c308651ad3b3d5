package prop

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
)

// EnumProp is a property with one of a fixed set of strings.
type EnumProp[V ~string] core

// Enum declares a string with one of the given values:
//
//	prop.Enum("status", Draft, Active, Retired)
func Enum[V ~string](name string, values ...V) *EnumProp[V] {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return (*EnumProp[V])(property.StartOf[V](choice(name, texts)))
}

func choice(name string, values []string) codec.Form {
	n := &ir.Prop{Name: name, Type: ir.Enum{Values: values}}
	if len(values) == 0 {
		n.Faults = append(n.Faults, ir.Faultf("Enum needs at least one value"))
	}
	for i, v := range values {
		if !utf8.ValidString(v) {
			n.Faults = append(n.Faults, ir.Faultf("Enum has %q, which is not valid UTF-8", v))
			break
		}
		if slices.Contains(values[:i], v) {
			n.Faults = append(n.Faults, ir.Faultf("Enum has %q twice", v))
			break
		}
	}
	return codec.Form{Node: n, Make: codec.Enum}
}

// Const declares a string with a single value, such as the tag that identifies a case of a
// union.
func Const[V ~string](name string, value V) *EnumProp[V] {
	return (*EnumProp[V])(property.StartOf[V](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Enum{Values: []string{string(value)}, Const: true}},
		Make: codec.Enum,
	}))
}
