package dynamic

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Property is a property of package prop whose Go type is known only to its functions.
type Property struct {
	Prop                                      prop.Prop
	Named, Format                             func(string) *Property
	Optional, ReadOnly, WriteOnly, Deprecated func() *Property
	Fallback, AbsentMeans, Initial            func(text string) (*Property, error)
	// Array, Entries and Nullable are nil where nesting is too deep.
	Array, Entries func(Counts) *Property
	Nullable       func() *Property
	// Additional has undeclared members of an object with values of the property.
	Additional func(names prop.Prop) prop.Prop
	// Variant is the property as a case of a union, whose values are Picked by an index.
	Variant func(i int) collection.Variant[any]
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
		v, err := p.Parse([]byte(text))
		if err != nil {
			return nil, err
		}
		return again(add(v)), nil
	}
}

// The levels of nesting have functions of their own: a generic function that called itself
// with a list of its own type would never end.

func level0[P builder[P, V], V any](p P) *Property {
	e := erase(p, level0[P, V])
	e.Array = func(s Counts) *Property { return level1(arrayOf[V](p, s)) }
	e.Entries = func(s Counts) *Property { return level1(mapOf[V](p, s)) }
	e.Nullable = func() *Property { return level1(prop.Nullable[V](p)) }
	return e
}

func level1[P builder[P, V], V any](p P) *Property {
	e := erase(p, level1[P, V])
	e.Array = func(s Counts) *Property { return level2(arrayOf[V](p, s)) }
	e.Entries = func(s Counts) *Property { return level2(mapOf[V](p, s)) }
	e.Nullable = func() *Property { return level2(prop.Nullable[V](p)) }
	return e
}

func level2[P builder[P, V], V any](p P) *Property {
	e := erase(p, level2[P, V])
	// Lists of lists of lists are coordinates.
	switch q := any(p).(type) {
	case *prop.ArrayProp[[]float64]:
		e.Array = func(s Counts) *Property { return level3(arrayOf[[][]float64](q, s)) }
	case *prop.ArrayProp[*Record]:
		deeper(e, q)
	case *prop.NullableProp[[]Record]:
		deeper(e, q)
	case *prop.MapProp[map[string]prop.JSON]:
		deeper(e, q)
	case *prop.NullableProp[map[string]prop.JSON]:
		deeper(e, q)
	case *prop.MapProp[*float64]:
		deeper(e, q)
	case *prop.MapProp[[]Record]:
		deeper(e, q)
	}
	return e
}

// deeper adds a third level.
func deeper[V any](e *Property, p prop.Of[V]) {
	e.Array = func(s Counts) *Property { return level3(arrayOf(p, s)) }
	e.Entries = func(s Counts) *Property { return level3(mapOf(p, s)) }
	e.Nullable = func() *Property { return level3(prop.Nullable(p)) }
}

func level3[P builder[P, V], V any](p P) *Property { return erase(p, level3[P, V]) }

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
