package paginate

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Filter is a query parameter that narrows a list. It carries a V and is its own
// handle: minPrice.Get(query). Like a property it is an immutable value, and a
// client may leave it out unless it is [Filter.Required].
//
// Two filters with one operator about one property are the same, unless [Filter.As]
// has made one of them another: a handler may as well say AtLeast(price).Get(query).
type Filter[V any] struct{ of *parameter[V] } // one word, so that nothing is boxed

// parameter is what a filter is; it is not changed.
type parameter[V any] struct {
	input *prop.DerivedProp[V]
	node  *ir.Prop
	asks  *filter
}

func newFilter[V any](input *prop.DerivedProp[V], asks *filter) Filter[V] {
	return Filter[V]{&parameter[V]{input, input.Node(ir.Key{}), asks}}
}

// made makes the filter that an operator and a property are, with the parameter of
// a form.
func made[V any](form codec.Form, asks *filter) Filter[V] {
	return newFilter(prop.Derive[V](ir.Key{}, form).Identified(ir.Key{}, asks.about.ID.Made(int(asks.op))), asks)
}

// Filterer is any filter.
type Filterer interface {
	// Input is the parameter of the filter. It is for sibling packages.
	Input(ir.Key) Input
	id() *ir.ID
	filter() *filter
}

// Input is a query parameter of a list. It is for sibling packages.
type Input struct {
	Prop prop.Prop
	CSV  bool // a list, separated by commas
	// Scopes are those of which one is needed to send it; nil: none is.
	Scopes []string
}

// filter is what a filter asks, apart from its Go type and its parameter.
type filter struct {
	op    Op
	about *ir.Prop
	order codec.Order // of what it is about
	list  bool
	// open takes what Get returns out of the cell of the parameter, and appends
	// the values of the condition.
	open func(cell any, values []any) (whole any, _ []any)
	// text writes a value so that it differs from every other.
	text func(b []byte, v any) []byte
}

// get returns the parameter. That of a zero filter has a fault.
func (f Filter[V]) get() *parameter[V] {
	if f.of == nil {
		return newFilter(new(prop.DerivedProp[V]), unasked.of).of
	}
	return f.of
}

func (f Filter[V]) edit(change func(*prop.DerivedProp[V]) *prop.DerivedProp[V]) Filter[V] {
	p := f.get()
	return newFilter(change(p.input), p.asks)
}

// As changes the name of the parameter and makes the copy a declaration of its
// own: it is no longer read with the handle it came from.
func (f Filter[V]) As(name string) Filter[V] {
	return f.edit(func(p *prop.DerivedProp[V]) *prop.DerivedProp[V] { return p.As(name) })
}

// Required makes clients send the parameter.
func (f Filter[V]) Required() Filter[V] { return f.edit((*prop.DerivedProp[V]).Required) }

// Describe sets the text for readers of the document; it is CommonMark.
func (f Filter[V]) Describe(text string) Filter[V] {
	return f.edit(func(p *prop.DerivedProp[V]) *prop.DerivedProp[V] { return p.Describe(text) })
}

// Example adds a value for readers of the document.
func (f Filter[V]) Example(v V) Filter[V] {
	return f.edit(func(p *prop.DerivedProp[V]) *prop.DerivedProp[V] { return p.Example(v) })
}

// Deprecated marks a filter that clients should stop using.
func (f Filter[V]) Deprecated() Filter[V] { return f.edit((*prop.DerivedProp[V]).Deprecated) }

// Name is the name of the parameter.
func (f Filter[V]) Name() string { return f.get().node.Name }

// Get returns the value that the client gave, or the zero value. It panics if
// the list of the query does not declare the filter.
func (f Filter[V]) Get(q Query) V {
	v, _ := f.Lookup(q)
	return v
}

// Lookup is Get, and reports whether the client gave a value.
func (f Filter[V]) Lookup(q Query) (v V, given bool) {
	id := f.id()
	s := q.get()
	for i := range s.conditions {
		if s.conditions[i].in.id == id {
			return s.conditions[i].whole.(V), true
		}
	}
	if !s.reader.filters(id) {
		panic("tenon: filter \"" + f.Name() + "\" is not one of " + s.reader.String() + ": read the one that Filters has, " +
			"or make it of the same property with the same operator, without As")
	}
	return v, false
}

// Input implements [Filterer].
func (f Filter[V]) Input(ir.Key) Input {
	p := f.get()
	return Input{Prop: p.input, CSV: p.asks.list}
}

func (f Filter[V]) id() *ir.ID      { return f.get().node.ID }
func (f Filter[V]) filter() *filter { return f.get().asks }
