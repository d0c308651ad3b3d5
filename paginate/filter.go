package paginate

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// Filter is a query parameter that filters a list. It has a value of type V and is its own
// typed key: minPrice.Get(query). It is an immutable value. It is optional unless it is
// [Filter.Required].
//
// Two filters with the same operator and property are the same, unless [Filter.As] has changed
// one: a handler may also call AtLeast(price).Get(query).
type Filter[V any] struct{ core }

type core = query.Core

// Filterer is any [Filter].
type Filterer interface {
	// Name returns the name of the parameter.
	Name() string
	filterer()
}

func (Filter[V]) filterer() {}

// Equal reports whether g has the same declaration: operator, property, name and rules of the
// parameter. It ignores positions.
func (f Filter[V]) Equal(g Filter[V]) bool {
	return f.String() == g.String() && f.get().Filter.CSV == g.get().Filter.CSV
}

// newFilter returns the filter of an operator and a property, with the parameter of a form.
func newFilter[V any](p *property.Property, f *query.Filter) Filter[V] {
	return Filter[V]{query.NewCore((*prop.DerivedProp[V])(p), f)}
}

// parameter declares the parameter of a filter.
func parameter(form codec.Form, f *query.Filter) (*property.Property, *query.Filter) {
	return property.Start(form).Identified(f.About.ID.Made(int(f.Op))), f
}

// get returns the filter. The parameter of the zero value has a fault.
func (f Filter[V]) get() *query.Parameter {
	if f.core == (core{}) {
		f.core = query.NewCore(new(prop.DerivedProp[V]), new(query.Filter))
	}
	return query.ParameterOf(f)
}

func (f Filter[V]) input() *prop.DerivedProp[V] { return f.get().Prop.(*prop.DerivedProp[V]) }

func (f Filter[V]) with(p *prop.DerivedProp[V]) Filter[V] {
	return Filter[V]{query.NewCore(p, f.get().Filter)}
}

// As sets the name of the parameter and returns a distinct filter: the original does not read
// it.
func (f Filter[V]) As(name string) Filter[V] { return f.with(f.input().As(name)) }

// Required requires clients to send the parameter.
func (f Filter[V]) Required() Filter[V] { return f.with(f.input().Required()) }

// Describe sets the description in OpenAPI documents, in CommonMark.
func (f Filter[V]) Describe(text string) Filter[V] { return f.with(f.input().Describe(text)) }

// Example adds an example to OpenAPI documents.
func (f Filter[V]) Example(v V) Filter[V] { return f.with(f.input().Example(v)) }

// Deprecated marks a filter that clients should no longer use.
func (f Filter[V]) Deprecated() Filter[V] { return f.with(f.input().Deprecated()) }

// Name returns the name of the parameter.
func (f Filter[V]) Name() string { return f.get().Node.Name }

// Is returns the filter with a value, for a client call of a list.
func (f Filter[V]) Is(v V) prop.Arg { return f.input().Is(v) }

// Get returns the value that the client sent, or the zero value. It panics if the list of the
// query does not declare the filter.
func (f Filter[V]) Get(q Query) V {
	v, _ := f.Lookup(q)
	return v
}

// Lookup is like Get and reports whether the client sent a value.
func (f Filter[V]) Lookup(q Query) (v V, given bool) {
	id := f.get().Node.ID
	s := q.get()
	for i := range s.Conditions {
		if c := s.Conditions[i].open(); c.Of.ID == id {
			return c.Whole.(V), true
		}
	}
	if !s.List.Has(id) {
		panic("tenon: filter \"" + f.Name() + "\" is not one of " + s.List.String() + ": use the one in Filters, " +
			"or create it with the same property and operator, without As")
	}
	return v, false
}
