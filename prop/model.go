package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/metadata"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
)

//go:generate go run ../internal/builders/write prop

// The methods of this file are the model of what every builder has: package builders
// writes them for each of the others, with its own type and that of its values.

// As changes the name and makes the copy a declaration of its own: it is no
// longer read with the handle it came from.
//
//go:noinline
func (p *DerivedProp[V]) As(name string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).As(name))
}

// Title sets the short name for readers of the document; it is plain text.
//
//go:noinline
func (p *DerivedProp[V]) Title(text string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Title(text))
}

// Describe sets the long text for readers of the document; it is CommonMark.
//
//go:noinline
func (p *DerivedProp[V]) Describe(text string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Describe(text))
}

// Optional lets the property be left out, and what is left out stay absent; a
// default given before is dropped.
//
//go:noinline
func (p *DerivedProp[V]) Optional() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).SetOptional(true))
}

// Required undoes Optional and Default, for a property that is derived from one.
//
//go:noinline
func (p *DerivedProp[V]) Required() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).SetOptional(false))
}

// Default sets the value taken where a client leaves the property out, in
// parameters and in create mode. An update never applies it. The server's
// answers always have the property, and Optional given before is undone.
//
//go:noinline
func (p *DerivedProp[V]) Default(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Default(place.Of(&v)))
}

// Example adds a value for readers of the document.
//
//go:noinline
func (p *DerivedProp[V]) Example(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Example(place.Of(&v)))
}

// Deprecated marks the property as one that clients should stop using.
//
//go:noinline
func (p *DerivedProp[V]) Deprecated() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Deprecated())
}

// ReadOnly marks a property that only the server sets: no request may carry it,
// every answer does.
//
//go:noinline
func (p *DerivedProp[V]) ReadOnly() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).ReadOnly())
}

// WriteOnly marks a property that only clients send, such as a password: no
// answer carries it.
//
//go:noinline
func (p *DerivedProp[V]) WriteOnly() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).WriteOnly())
}

// Docs documents the property with options of package meta.
//
//go:noinline
func (p *DerivedProp[V]) Docs(options ...meta.Option) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Docs(metadata.Options(options)))
}

// Rule adds a rule of your own. The code names it in violations; the text
// says what a value must be, after the style of "must be even", and may hold
// {name} for each argument. The test sees only values that keep the built-in
// rules, and must be safe for concurrent use.
//
//	prop.String("sku").Rule("luhn", "must end in a valid check digit", luhn)
//
//go:noinline
func (p *DerivedProp[V]) Rule(code, text string, ok func(V) bool, args ...Param) *DerivedProp[V] {
	var test func(a place.Addr) bool
	if ok != nil {
		test = func(a place.Addr) bool { return ok(*place.To[V](a)) }
	}
	return (*DerivedProp[V])((*core)(p).CustomRule(code, text, test, irParams(args)))
}

// Get returns the value in s: what the client sent, or the default, or the zero
// value. It panics if s does not have the property, such as a route that does
// not declare it.
//
//go:noinline
func (p *DerivedProp[V]) Get(s Source) V {
	v, _ := p.Lookup(s)
	return v
}

// Lookup is Get, and reports whether the client sent a value.
//
//go:noinline
func (p *DerivedProp[V]) Lookup(s Source) (v V, given bool) {
	cell, given := codec.CellIn(s, (*core)(p).ID())
	switch p := cell.(type) {
	case *V:
		if p == nil {
			return v, false
		}
		return *p, given
	case **V: // bound as one that may be null
		if p == nil || *p == nil {
			return v, false
		}
		return **p, given
	}
	panic(missing((*core)(p), s))
}

// Pointer returns a copy of the value that the client sent, or of the default,
// and nil where there is neither: an optional input as databases take it.
//
//go:noinline
func (p *DerivedProp[V]) Pointer(s Source) *V {
	v, given := p.Lookup(s)
	if !given && (*core)(p).Node().Default == nil {
		return nil
	}
	return &v
}

// Set puts a value into s. It panics if s does not have the property.
//
//go:noinline
func (p *DerivedProp[V]) Set(s Sink, v V) {
	cell, ok := codec.PlaceIn(s, (*core)(p).ID()).(*V)
	if !ok {
		panic(missing((*core)(p), s))
	}
	*cell = v
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It is for tests and for values that never were JSON. It
// panics if the declaration has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Check(v V) Violations { return check((*core)(p), place.Of(&v)) }

// Parse reads JSON text. The error is [Violations] or a [*SyntaxError]. It is for
// tests and programs without HTTP; it compiles the property on each call, and
// panics if the declaration has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Parse(text []byte) (V, error) {
	v := new(V)
	if err := parse((*core)(p), text, place.Of(v)); err != nil {
		return *new(V), err
	}
	return *v, nil
}

// Append writes v as JSON at the end of dst. It fails where a value has no JSON
// text, such as NaN; it panics if the declaration has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Append(dst []byte, v V) ([]byte, error) {
	return appendJSON((*core)(p), dst, place.Of(&v))
}

// Is gives the property a value.
func (p *DerivedProp[V]) Is(v V) Arg { return Arg(property.ArgOf((*core)(p).Node(), &v)) }

// At puts the property at a field of a struct; see [collection.Of]. Its Go type is that
// of the property. Every answer has the member: an optional property needs a field that
// can be empty, see AtOptional, or a default.
//
// [collection.Of]: https://pkg.go.dev/github.com/tenon-go/tenon/collection#Of
//
//go:noinline
func (p *DerivedProp[V]) At(field *V) Field {
	return Field(property.FieldAt(property.FormOf(p), place.Of(field)))
}

// AtOptional puts an optional property at a pointer; nil stands for "absent". Answers
// leave the member out where it is nil, and an update with null makes it so.
//
//go:noinline
func (p *DerivedProp[V]) AtOptional(field **V) Field {
	return Field(property.OptionalAt(property.FormOf(p), place.Of(field)))
}

// AtNullable puts the property at a pointer and lets it be null, which is nil. It is At
// of Nullable(p), except that p's own handle still reads it.
//
//go:noinline
func (p *DerivedProp[V]) AtNullable(field **V) Field {
	return Field(property.NullableAt(property.FormOf(p), place.Of(field), codec.TypeOf[*V]()))
}

// Name returns the name of the property on the wire.
//
//go:noinline
func (p *DerivedProp[V]) Name() string { return (*core)(p).Name() }

// Equal reports whether q declares the same: name, type, rules, modes and texts, also of
// the collections inside. Positions do not count, and neither do the functions of rules of
// your own. go-cmp compares properties with it.
//
//go:noinline
func (p *DerivedProp[V]) Equal(q Prop) bool { return (*core)(p).Equal(q) }

// String returns the declaration as the calls that make it, for failing tests.
//
//go:noinline
func (p *DerivedProp[V]) String() string { return (*core)(p).String() }
