package collection

import (
	"fmt"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Field is a property at a field of a struct, name.At(&p.Name).
type Field = prop.Field

// Fields are the members of a collection, in their order.
type Fields = []prop.Field

// AtFunc is [prop.NumberProp.At] for what has no place of its own in a T, such as what lies
// behind a pointer or in a struct of another package. The function returns the place,
// which always holds a value; it is called for each value that is read or written, also
// for empty ones, in which it makes what is missing:
//
//	collection.AtFunc(city, func(p *Person) *string {
//		if p.Home == nil {
//			p.Home = new(Address)
//		}
//		return &p.Home.City
//	})
//
// That it does so is seen when the collection is declared.
func AtFunc[T, V any](p prop.Of[V], at func(*T) *V) Field {
	f := property.FormOf(p)
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.Bind).Filled(false))
}

// AtOptionalFunc is [AtFunc] for an optional property: the place is a pointer, which is
// nil where the value is absent.
func AtOptionalFunc[T, V any](p prop.Of[V], at func(*T) **V) Field {
	f := property.FormOf(p)
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.BindOptional).Filled(true))
}

// AtNullableFunc is [AtFunc] for a property that may be null: the place is a pointer,
// which is nil where the value is null.
func AtNullableFunc[T, V any](p prop.Of[V], at func(*T) **V) Field {
	f := property.NullableForm(property.FormOf(p), codec.TypeOf[*V]())
	return Field(funcField(f, spotOf(at), (*T)(nil), place.Of(new(T)), codec.Bind))
}

// funcField is a field that a function finds, also in an empty value.
func funcField(f codec.Form, s codec.Location, owner any, empty place.Addr, bind func(codec.Form, codec.Location) codec.Binding) property.Field {
	field := property.FieldFunc(f, owner, func() codec.Binding { return bind(f, s) })
	if what := lost(s, empty); what != "" {
		field = field.Faulty("the function of property " + strconv.Quote(f.Node.Name) + " " + what + " for an empty value, in which it must make what is missing")
	}
	return field
}

// lost says what is wrong with a function that finds no place in an empty value; "" is
// nothing.
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

// spotOf is the spot that a function returns.
func spotOf[T, V any](at func(*T) *V) codec.Location {
	return codec.AtFunc(func(t place.Addr) place.Addr { return place.Of(at(place.To[T](t))) })
}

// Computed is a property whose value is made for each answer. No request has it.
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
	return Field(field.Member(func(m *ir.Member) { m.Computed = true }))
}

// Fixed adds a constant that needs no place in a struct: a request must send it, and
// every answer has it. It is what tells the cases of a union apart:
//
//	collection.Fixed(prop.Const("kind", "card"))
func Fixed[V ~string](p *prop.EnumProp[V]) Field {
	f := property.FormOf(p)
	t, ok := f.Node.Type.(ir.Enum)
	if !ok || !t.Const {
		t.Values = []string{""}
	}
	v := V(t.Values[0])
	field := property.FieldFunc(f, nil, func() codec.Binding { return codec.BindFixed(f, place.Of(&v)) })
	if !ok || !t.Const {
		field = field.Faulty("property " + strconv.Quote(f.Node.Name) + " is not a constant; declare it with prop.Const")
	}
	return Field(field)
}

// Additional keeps the members that the collection does not name in a map, each of
// them what value declares. Without it such a member is a violation.
//
//	collection.Additional(prop.String("labels").MaxLen(80), &t.Labels)
func Additional[E any](value prop.Of[E], field *map[string]E) Field {
	f := property.FormOf(value)
	return Field(property.FieldRest(f, codec.EntriesOf[E](codec.TypeOf[map[string]E](), f.Type), place.Of(field)))
}
