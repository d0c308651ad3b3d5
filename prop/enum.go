package prop

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
)

// Constant is the set of Go types of enumerations and constants.
type Constant interface {
	~string | ~bool | Numeric
}

// EnumProp is a property with one of a fixed set of values.
type EnumProp[V Constant] core

// Enum declares one of the given values: strings, numbers, bools, or any JSON:
//
//	prop.Enum("status", Draft, Active, Retired)
//	prop.Enum("vat", 0, 7, 19)
//	prop.Enum("retry", prop.JSON(`"auto"`), prop.JSON(`3`), prop.JSON(`null`))
//
// Integers are compared by value: 7.0 is 7. Values of type [JSON] may have different JSON types;
// they are equal as JSON Schema defines equality, and parameters cannot have them.
func Enum[V Constant](name string, values ...V) *EnumProp[V] {
	return (*EnumProp[V])(property.StartOf[V](choice(name, values, false)))
}

// Const declares a single value, such as the tag that identifies a case of a union, or
//
//	prop.Const("deleted", true)
//	prop.Const("next", prop.JSON("null"))
func Const[V Constant](name string, value V) *EnumProp[V] {
	return (*EnumProp[V])(property.StartOf[V](choice(name, []V{value}, true)))
}

func choice[V Constant](name string, values []V, only bool) codec.Form {
	of, texts := "", make([]string, len(values))
	for i := range values {
		of, texts[i] = constantOf(any(values[i]), place.Of(&values[i]))
	}
	t := ir.Enum{Values: texts, Of: of, Const: only}
	f := codec.Form{Node: &ir.Prop{Name: name, Type: t, Faults: choiceFaults(t)}, Make: codec.Enum}
	if of == ir.AnyKind {
		f.Make = codec.Const(anyConstants(texts))
	} else if of != "" {
		f.Make = codec.Const(codec.ConstantsOf(slices.Clone(values)))
	}
	return f
}

// anyConstants are constants of any JSON, which are stored as canonical texts.
func anyConstants(texts []string) codec.Constants {
	return codec.Constants{
		Assign: func(a place.Addr, i int) { *place.To[string](a) = texts[i] },
		Index: func(a place.Addr) int {
			canonical, ok := codec.CanonicalJSON(*place.To[string](a))
			if !ok {
				return -1
			}
			return slices.Index(texts, canonical)
		},
	}
}

// constantOf returns the kind of a constant, as [ir.Enum] has it, and its text. The type of v is
// often one of the application, which only package fmt can tell apart.
func constantOf(v any, a place.Addr) (of, text string) {
	if j, is := v.(JSON); is {
		canonical, ok := codec.CanonicalJSON(string(j))
		if !ok {
			canonical = string(j)
		}
		return ir.AnyKind, canonical
	}
	if text = fmt.Sprintf("%t", v); text == "true" || text == "false" {
		return "boolean", text
	}
	if text = fmt.Sprintf("%d", v); text[0] != '%' {
		return "integer", text
	}
	if text = fmt.Sprintf("%g", v); text[0] != '%' {
		text = strconv.FormatFloat(*place.To[float64](a), 'g', -1, 64)
		if canonical, ok := codec.CanonicalJSON(text); ok {
			text = canonical
		}
		return "number", text
	}
	return "", *place.To[string](a)
}

func choiceFaults(t ir.Enum) []ir.Fault {
	call := "Enum"
	if t.Const {
		call = "Const"
	}
	if len(t.Values) == 0 {
		return []ir.Fault{ir.Faultf("Enum needs at least one value")}
	}
	for i, v := range t.Values {
		shown := v
		if t.Of == "" {
			shown = strconv.Quote(v)
		}
		_, valid := codec.CanonicalJSON(v)
		switch {
		case t.Of == "" && !utf8.ValidString(v):
			return []ir.Fault{ir.Faultf("%s has %s, which is not valid UTF-8", call, shown)}
		case t.Of != "" && !valid:
			return []ir.Fault{ir.Faultf("%s has %s, which is not valid JSON", call, shown)}
		case slices.Contains(t.Values[:i], v):
			return []ir.Fault{ir.Faultf("Enum has %s twice", shown)}
		}
	}
	return nil
}
