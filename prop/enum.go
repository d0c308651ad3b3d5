package prop

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
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
	kept := append([]V(nil), values...)
	return (*EnumProp[V])(choice(name, codec.TypeOf[V](), place.Of(&kept), false))
}

// Const declares a single value, such as the tag that identifies a case of a union, or
//
//	prop.Const("deleted", true)
//	prop.Const("next", prop.JSON("null"))
func Const[V Constant](name string, value V) *EnumProp[V] {
	values := []V{value}
	return (*EnumProp[V])(choice(name, codec.TypeOf[V](), place.Of(&values), true))
}

// choice declares one of the values in the slice at a, whose items have the Go type t.
func choice(name string, t *codec.Type, a place.Addr, only bool) *core {
	texts := make([]string, place.Len(a))
	of := constantKind(t.Value(t.New()))
	for i := range texts {
		texts[i] = constantText(of, t, place.Item(a, i, t.Size))
	}
	enum := tree.Enum{Values: texts, Of: of, Const: only}
	f := codec.Form{Type: t, Node: &tree.Prop{Name: name, Type: enum}}
	var valid func(string) bool
	switch of {
	case "":
		f.Make = codec.Enum
	case tree.AnyKind:
		f.Make, valid = codec.Const(anyConstants(texts)), validJSON
	default:
		f.Make, valid = codec.Const(codec.ConstantsOf(t, a, of == "number")), validNumber
	}
	f.Node.Faults = property.ChoiceFaults(enum, valid)
	return property.Start(f)
}

// validNumber reports whether the text of a number or a boolean is JSON, which NaN is not.
func validNumber(text string) bool { return jsonx.Valid([]byte(text)) }

func validJSON(text string) bool {
	_, ok := codec.CanonicalJSON(text)
	return ok
}

// canonical returns the canonical text of JSON; other texts are returned unchanged.
func (v JSON) canonical() string {
	if canonical, ok := codec.CanonicalJSON(string(v)); ok {
		return canonical
	}
	return string(v)
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

// constantKind returns the kind of the constants of a Go type, as [tree.Enum] has it, from its zero
// value. The type is often one of the application, which only package fmt can tell apart.
func constantKind(zero any) string {
	switch zero.(type) {
	case string:
		return ""
	case JSON:
		return tree.AnyKind
	}
	switch {
	case fmt.Sprintf("%t", zero) == "false":
		return "boolean"
	case fmt.Sprintf("%d", zero) == "0":
		return "integer"
	case fmt.Sprintf("%g", zero) == "0":
		return "number"
	}
	return ""
}

// constantText returns the text of the value at a, as [tree.Enum] has it.
func constantText(of string, t *codec.Type, a place.Addr) string {
	switch of {
	case "boolean":
		return strconv.FormatBool(*place.To[bool](a))
	case "integer":
		return fmt.Sprintf("%d", t.Value(a))
	case "number":
		text := strconv.FormatFloat(*place.To[float64](a), 'g', -1, 64)
		if canonical, ok := decimal.Canonical(text); ok {
			return canonical
		}
		return text
	case tree.AnyKind:
		return t.Value(a).(JSON).canonical()
	}
	return *place.To[string](a)
}
