package collection

import (
	"fmt"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Field is a property bound to a field of a struct: name.At(&p.Name).
type Field = prop.Field

// Fields are the members of a collection, in their order.
type Fields = []prop.Field

// AtFunc binds a property to a variable that is no field of T, such as one behind a pointer or
// in a struct of another package. The function returns its address and never nil. It is called
// for each value that is read or written, including the zero value, in which it allocates what
// is missing:
//
//	collection.AtFunc(city, func(p *Person) *string {
//		if p.Home == nil {
//			p.Home = new(Address)
//		}
//		return &p.Home.City
//	})
//
// If it does not, the declaration has a fault.
func AtFunc[T, V any](p prop.Of[V], at func(*T) *V) Field {
	f := property.FormOf(p)
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.Bind).Filled(false))
}

// AtOptionalFunc is like [AtFunc] for an optional property: the variable is a pointer, which is
// nil if the value is absent.
func AtOptionalFunc[T, V any](p prop.Of[V], at func(*T) **V) Field {
	f := property.FormOf(p)
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.BindOptional).Filled(true))
}

// AtNullableFunc is like [AtFunc] for a nullable property: the variable is a pointer, which is
// nil if the value is null.
func AtNullableFunc[T, V any](p prop.Of[V], at func(*T) **V) Field {
	f := property.NullableForm(property.FormOf(p), codec.TypeOf[*V]())
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.Bind))
}

// AtMaybeFunc is like [AtFunc] for an optional property that accepts null: the variable is absent, null,
// or has a value.
func AtMaybeFunc[T, V any](p prop.Of[V], at func(*T) *prop.Maybe[V]) Field {
	f := property.NullableForm(property.FormOf(p), codec.TypeOf[*V]())
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.BindOptional).Filled(true))
}

// funcField returns a field with a function that must find a variable in the zero value, too.
func funcField(f codec.Form, s codec.Location, owner any, empty place.Addr, bind func(codec.Form, codec.Location) codec.Binding) property.Field {
	field := property.FieldFunc(f, owner, func() codec.Binding { return bind(f, s) })
	if what := lost(s, empty); what != "" {
		field = field.Faulty("the function of property " + strconv.Quote(f.Node.Name) + " " + what + " for the zero value, in which it must allocate what is missing")
	}
	return field
}

// lost returns what is wrong with the result of a function for the zero value, or "".
func lost(s codec.Location, empty place.Addr) (what string) {
	defer func() {
		if v := recover(); v != nil {
			what = fmt.Sprintf("panics (%v)", v)
		}
	}()
	if s.In(empty).Nil() {
		return "returns nil"
	}
	return ""
}

// spotOf returns the location that a function returns.
func spotOf[T, V any](at func(*T) *V) codec.Location {
	return codec.AtFunc(func(t place.Addr) place.Addr { return place.Of(at(place.To[T](t))) })
}

// Computed binds a property to a function that computes its value for each response. No request
// has it.
//
//	collection.Computed(total, func(o *Order) int64 { return o.Quantity * o.Price })
func Computed[T, V any](p prop.Of[V], get func(*T) V) Field {
	f := property.FormOf(p)
	field := property.FieldFunc(f, (*T)(nil), func() codec.Binding {
		return codec.BindComputed(f, func(t place.Addr) place.Addr {
			v := get(place.To[T](t))
			return place.Of(&v)
		})
	})
	return Field(field.Member(func(m *tree.Member) { m.Computed = true }))
}

// Fixed binds a constant to no field: requests must send it, and every response has it. It
// distinguishes the cases of a union:
//
//	collection.Fixed(prop.Const("kind", "card"))
func Fixed[V prop.Constant](p *prop.EnumProp[V]) Field {
	return fixed(property.FormOf(p))
}

func fixed(f codec.Form) Field {
	t, ok := f.Node.Type.(tree.Enum)
	v := f.Type.New()
	if ok && t.Const {
		codec.Constant(f, v)
	}
	field := property.FieldFunc(f, nil, func() codec.Binding { return codec.BindFixed(f, v) })
	if !ok || !t.Const {
		field = field.Faulty("property " + strconv.Quote(f.Node.Name) + " is not a constant; declare it with prop.Const")
	}
	return Field(field)
}

// Additional stores undeclared members in a map; value declares them. Without it such a member
// is a violation. In a form, value must be text or a list of texts. A name in the map that the
// collection declares, in whatever mode, is not written, and Check reports it.
//
//	collection.Additional(prop.String("labels").MaxLen(80), &t.Labels)
func Additional[E any](value prop.Of[E], field *map[string]E) Field {
	f := property.FormOf(value)
	return Field(property.FieldRest(f, codec.EntriesOf[E](codec.TypeOf[map[string]E](), f.Type), place.Of(field)))
}
