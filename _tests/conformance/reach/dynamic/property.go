package dynamic

import (
	"fmt"
	"reflect"
	"strconv"
	"sync/atomic"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Property is a property of package prop whose Go type is known only to its functions.
type Property struct {
	Prop                                      prop.Prop
	Named, Format                             func(string) *Property
	Optional, ReadOnly, WriteOnly, Deprecated func() *Property
	Fallback, AbsentMeans, Initial            func(text string) (*Property, error)
	Array, Entries                            func(Counts) *Property
	Nullable                                  func() *Property
	// Additional has undeclared members of an object with values of the property.
	Additional func(names prop.Prop) prop.Prop
	// Variant is the property as a case of a union, whose values are Picked by an index.
	Variant func(i int) collection.Variant[any]
	// Box is the property with its values in Go's any.
	Box func() *prop.UnionProp[any]
	// Check reports what is wrong with JSON as a value.
	Check func(text string) error
}

// builder is a builder of package prop.
type builder[P, V any] interface {
	prop.Of[V]
	As(string) P
	Format(string) P
	Optional() P
	ReadOnly() P
	WriteOnly() P
	Deprecated() P
	Default(V) P
	AbsentMeans(V) P
	Initial(V) P
	Parse([]byte) (V, error)
}

// Picked is a value of a union: a case and its value.
type Picked struct {
	Index int
	Value any
}

// Counts are the bounds of an array or a map; -1 is none.
type Counts struct {
	Min, Max int
	Unique   bool
	Names    prop.Prop // rules on the names of a map; nil for none
}

func erase[P builder[P, V], V any](p P, again func(P) *Property) *Property {
	return &Property{
		Prop:        p,
		Named:       func(name string) *Property { return again(p.As(name)) },
		Format:      func(name string) *Property { return again(p.Format(name)) },
		Optional:    func() *Property { return again(p.Optional()) },
		ReadOnly:    func() *Property { return again(p.ReadOnly()) },
		WriteOnly:   func() *Property { return again(p.WriteOnly()) },
		Deprecated:  func() *Property { return again(p.Deprecated()) },
		Fallback:    valued(p, again, p.Default),
		AbsentMeans: valued(p, again, p.AbsentMeans),
		Initial:     valued(p, again, p.Initial),
		Additional: func(names prop.Prop) prop.Prop {
			return collection.AdditionalIn(mapOf[V](p, Counts{-1, -1, false, names}))
		},
		Box:   func() *prop.UnionProp[any] { return box[V](p) },
		Check: func(text string) error { _, err := p.Parse([]byte(text)); return err },
		Variant: func(i int) collection.Variant[any] {
			return collection.Case(collection.Shape[V](p),
				func(v V) any { return Picked{i, v} },
				func(v any) (V, bool) {
					q, ok := v.(Picked)
					if !ok || q.Index != i {
						var zero V
						return zero, false
					}
					w, ok := q.Value.(V)
					return w, ok
				})
		},
	}
}

// valued returns the function that adds a value, which is JSON text, to a property.
func valued[P builder[P, V], V any](p P, again func(P) *Property, add func(V) P) func(string) (*Property, error) {
	return func(text string) (*Property, error) {
		if null := reflect.TypeFor[V]().Kind() == reflect.Pointer; null && text == "null" {
			var none V // without Parse, which asks for what is not declared yet where a schema contains itself
			return again(add(none)), nil
		}
		v, err := parsed(p, text)
		if err != nil {
			return nil, err
		}
		return again(add(v)), nil
	}
}

// Fault is what is wrong with the declaration of a property.
type Fault struct{ Message string }

func (f Fault) Error() string { return f.Message }

// parsed is Parse, which panics if the declaration has a fault.
func parsed[P builder[P, V], V any](p P, text string) (v V, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = Fault{fmt.Sprint(fault)}
		}
	}()
	return p.Parse([]byte(text))
}

// scalar is a property whose lists, maps and nullable values have Go types of their own, so that
// parameters and headers can have them.
func scalar[P builder[P, V], V any](p P) *Property {
	e := erase(p, scalar[P, V])
	e.Array = func(s Counts) *Property { return nested(arrayOf[V](p, s)) }
	e.Entries = func(s Counts) *Property { return nested(mapOf[V](p, s)) }
	e.Nullable = func() *Property { return nested(prop.Nullable[V](p)) }
	return e
}

// nested is a property whose lists, maps and nullable values are those of its values in a box: a
// generic function that called itself with a list of its own type would never end.
func nested[P builder[P, V], V any](p P) *Property {
	e := erase(p, nested[P, V])
	e.Array = func(s Counts) *Property { return nested(arrayOf[any](box[V](p), s)) }
	e.Entries = func(s Counts) *Property { return nested(mapOf[any](box[V](p), s)) }
	e.Nullable = func() *Property { return nested(prop.Nullable[any](box[V](p))) }
	return e
}

// boxes numbers the names of unions with one case.
var boxes atomic.Int64

// box returns a property with the same values in Go's any: a union with one case.
func box[V any](p prop.Of[V]) *prop.UnionProp[any] {
	name := "Box" + strconv.FormatInt(boxes.Add(1), 10)
	return collection.OneOf(name, collection.Case(collection.Shape[V](p),
		func(v V) any { return v },
		func(v any) (w V, ok bool) { w, ok = v.(V); return w, ok },
	)).Property()
}

func arrayOf[V any](p prop.Of[V], c Counts) *prop.ArrayProp[V] {
	a := prop.Array(p)
	if c.Min >= 0 {
		a = a.MinItems(c.Min)
	}
	if c.Max >= 0 {
		a = a.MaxItems(c.Max)
	}
	if c.Unique {
		a = a.Unique()
	}
	return a
}

func mapOf[V any](p prop.Of[V], c Counts) *prop.MapProp[V] {
	m := prop.Map(p)
	if c.Min >= 0 {
		m = m.MinProperties(c.Min)
	}
	if c.Max >= 0 {
		m = m.MaxProperties(c.Max)
	}
	if c.Names != nil {
		m = m.PropertyNames(c.Names)
	}
	return m
}
