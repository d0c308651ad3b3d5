package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
)

//go:generate go run ../internal/builders/write prop

// The methods of this file are those of every builder: package builders copies them for each of
// the others, with its type and that of its values.

// As sets the name and gives the copy an identity of its own: the original does not read it.
//
//go:noinline
func (p *DerivedProp[V]) As(name string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).As(name))
}

// Title sets the title in documents, in plain text.
//
//go:noinline
func (p *DerivedProp[V]) Title(text string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Title(text))
}

// ComponentName makes the property a component of documents, to which they refer: a parameter or a
// response header (components/parameters/PageSize), and the schema of a member, an item or a value of
// a map (components/schemas/Status), so that generated clients have one type. By default each place
// has it. Two different properties cannot have one name; As removes it.
//
//go:noinline
func (p *DerivedProp[V]) ComponentName(name string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).ComponentName(name))
}

// Describe sets the description in documents, in CommonMark.
//
//go:noinline
func (p *DerivedProp[V]) Describe(text string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Describe(text))
}

// Format sets the format in documents, such as phone; "" removes it. It does not validate values:
// a name that stands for another set of values than those of the property is a fault. Violations
// of [TextOf] have the format, too.
//
//go:noinline
func (p *DerivedProp[V]) Format(name string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Format(name))
}

// Optional allows requests and responses to omit the property. It undoes Default, AbsentMeans and
// Initial.
//
//go:noinline
func (p *DerivedProp[V]) Optional() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).SetOptional(true))
}

// Required undoes Optional, Default, AbsentMeans and Initial, for a property that is derived from one.
//
//go:noinline
func (p *DerivedProp[V]) Required() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).SetOptional(false))
}

// Default sets the value of the property if a client omits it, in parameters and in create
// mode. An update never applies it. Responses always have the property. It undoes Optional.
//
//go:noinline
func (p *DerivedProp[V]) Default(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Default(place.Of(&v)))
}

// AbsentMeans makes the property optional, and documents the value that its absence means, in
// requests and responses. It fills nothing: the program sees that the property is absent, and
// must act as documented. In an update, absence means no change. It undoes Default.
//
//go:noinline
func (p *DerivedProp[V]) AbsentMeans(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).AbsentMeans(place.Of(&v)))
}

// Initial documents a value of a property that is never absent, as the default of JSON Schema: the
// one that entities have until a client sets another, or that a form starts with. It fills nothing,
// and documents of updates omit it. It undoes Optional, Default and AbsentMeans.
//
//go:noinline
func (p *DerivedProp[V]) Initial(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Initial(place.Of(&v)))
}

// Example adds an example to documents.
//
//go:noinline
func (p *DerivedProp[V]) Example(v V) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Example(place.Of(&v)))
}

// Deprecated marks a property that clients should no longer use.
//
//go:noinline
func (p *DerivedProp[V]) Deprecated() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Deprecated())
}

// ReadOnly marks a property that only the server sets: no request has it, every response does.
//
//go:noinline
func (p *DerivedProp[V]) ReadOnly() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).ReadOnly())
}

// WriteOnly marks a property that only clients send, such as a password: no response has it.
//
//go:noinline
func (p *DerivedProp[V]) WriteOnly() *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).WriteOnly())
}

// Docs documents the property with options of package meta.
//
//go:noinline
func (p *DerivedProp[V]) Docs(options ...meta.Option) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Docs(options))
}

// Rule adds a custom rule. Violations have the code; the text says what a value must be, such
// as "must be even", and may have {name} for each argument. The test gets only values that
// satisfy the built-in rules, and must be safe for concurrent use.
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

// Message sets the text of violations of the rule before it, which says what a value must be. It may
// have {name} for each argument of the rule. Languages of package l10n other than English have the
// text of Override, or that of the library, and so has a rule that is declared again with another bound.
//
//	prop.String("sku").Pattern("^[A-Z]{2}-[0-9]+$").Message("must be a number such as AB-12")
//
//go:noinline
func (p *DerivedProp[V]) Message(text string) *DerivedProp[V] {
	return (*DerivedProp[V])((*core)(p).Message(text))
}

// Get returns the value in s that the client sent, or the default, or the zero value. It panics
// if s does not have the property, such as a call of a route that does not declare it.
//
//go:noinline
func (p *DerivedProp[V]) Get(s Source) V {
	v, _ := p.Lookup(s)
	return v
}

// Lookup is like Get and reports whether the client sent a value.
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
	case **V: // bound with AtNullable
		if p == nil || *p == nil {
			return v, false
		}
		return **p, given
	}
	panic(missing((*core)(p), s))
}

// Pointer returns a pointer to a copy of the value that the client sent, or of the default, or
// nil if there is neither. Databases accept it for optional inputs.
//
//go:noinline
func (p *DerivedProp[V]) Pointer(s Source) *V {
	v, given := p.Lookup(s)
	if !given && (*core)(p).Node().Default == nil {
		return nil
	}
	return &v
}

// Set sets the value in s. It panics if s does not have the property.
//
//go:noinline
func (p *DerivedProp[V]) Set(s Sink, v V) {
	cell, ok := codec.PlaceIn(s, (*core)(p).ID()).(*V)
	if !ok {
		panic(missing((*core)(p), s))
	}
	*cell = v
}

// Check returns the violations of v, as of a request with this value. It is for tests, and for
// values that were not decoded from JSON. It panics if the declaration has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Check(v V) Violations { return check((*core)(p), place.Of(&v)) }

// Parse parses JSON text. The error is [Violations] or a [*SyntaxError]. It is for tests and
// programs without HTTP; it compiles the property on each call, and panics if the declaration
// has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Parse(text []byte) (V, error) {
	v := new(V)
	if err := parse((*core)(p), text, place.Of(v)); err != nil {
		return *new(V), err
	}
	return *v, nil
}

// Append appends v as JSON to dst. It returns an error if a value has no JSON text, such as
// NaN, and panics if the declaration has a fault.
//
//go:noinline
func (p *DerivedProp[V]) Append(dst []byte, v V) ([]byte, error) {
	return appendJSON((*core)(p), dst, place.Of(&v))
}

// Is returns an argument with a value of the property.
func (p *DerivedProp[V]) Is(v V) Arg { return Arg(property.ArgOf((*core)(p).Node(), &v)) }

// At binds the property to a field of a struct with its Go type; see [collection.Of]. Every
// response has the member. An optional property needs a default, or AtOptional.
//
// [collection.Of]: https://pkg.go.dev/github.com/tenon-go/tenon/collection#Of
//
//go:noinline
func (p *DerivedProp[V]) At(field *V) Field {
	return Field(property.FieldAt((*core)(p), place.Of(field)))
}

// AtOptional binds an optional property to a pointer; nil means absent. Responses omit the
// member if it is nil, and an update with null sets it to nil.
//
//go:noinline
func (p *DerivedProp[V]) AtOptional(field **V) Field {
	return Field(property.OptionalAt((*core)(p), place.Of(field)))
}

// AtNullable binds the property to a pointer and accepts null, which is nil. It is like At of
// Nullable(p), but p itself reads the member.
//
//go:noinline
func (p *DerivedProp[V]) AtNullable(field **V) Field {
	return Field(property.NullableAt((*core)(p), place.Of(field), codec.TypeOf[*V]()))
}

// AtMaybe binds an optional property to a field that is absent, null, or has a value, and accepts
// null. It is like AtOptional of Nullable(p), but p itself reads the member. An update with null
// sets null.
//
//go:noinline
func (p *DerivedProp[V]) AtMaybe(field *Maybe[V]) Field {
	return Field(property.MaybeAt((*core)(p), place.Of(&field.of), codec.TypeOf[*V]()))
}

// Equal reports whether q has the same declaration: name, type, rules, modes and texts,
// including collections inside it. It ignores positions and the functions of custom rules.
// go-cmp compares properties with it.
//
//go:noinline
func (p *DerivedProp[V]) Equal(q Prop) bool { return (*core)(p).Equal(q) }
