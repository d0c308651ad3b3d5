package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Union is a value of one of several cases. Its values are Ts; T is usually an interface
// that the Go types of the cases implement. It is an immutable value.
type Union[T any] struct {
	variants *codec.UnionForm
}

var _ prop.Alternatives[int] = Union[int]{}

// OneOf declares a union:
//
//	var payments = collection.OneOf("Payment",
//		collection.CaseOf[Payment](cards),
//		collection.CaseOf[Payment](transfers),
//	).Tagged("kind")
//
// A case is a collection, any property, or another union:
//
//	var refs = collection.OneOf("SupplierRef",
//		collection.Case(prop.UUID("id"), refTo, Ref.unexpanded),
//		collection.Case(suppliers, expanded, Ref.expanded),
//	)
//
// The JSON type of a value selects the case. If several cases have the type, such as an enumeration
// and a date, texts with patterns, or a map and collections, the value must match exactly one of them.
//
// Without a tag a value must match exactly one case (oneOf of JSON Schema). The members of the
// value, their JSON types and constants select the case before the value is decoded; if no case
// matches, the violations are those of the closest one. It is a fault if every value of a case
// matches another case by members and types; see [AnyOf].
//
// An update with an object changes the value in part if its case stays, and need not have the tag
// or other members then. An update with members of another case creates a value of that case, as
// [Patch.Apply] creates objects; a value that is no object is replaced.
//
// Clients admit undeclared members in a response, with which it may match several cases; the first
// one of those that declare most of its members applies.
//
// A union that contains itself is a function; see [prop.LazyUnion].
func OneOf[T any](name string, cases ...Variant[T]) Union[T] { return unionOf(name, false, cases) }

// AnyOf declares a union whose cases may overlap (anyOf of JSON Schema). The first case that a value
// matches applies, so that special cases come before general ones. If cases ignore undeclared
// members, one that declares more of the members of the value comes before one that declares fewer:
//
//	var models = collection.AnyOf("Model",
//		collection.Case(prop.Enum("known", Small, Large), knownModel, Model.known),
//		collection.Case(prop.String("tuned").MaxLen(64), tunedModel, Model.tuned),
//	)
//
// It is a fault if every value of a case matches one before it.
func AnyOf[T any](name string, cases ...Variant[T]) Union[T] { return unionOf(name, true, cases) }

func unionOf[T any](name string, overlaps bool, cases []Variant[T]) Union[T] {
	v := &codec.UnionForm{Type: codec.TypeOf[T](), Node: &tree.Union{At: tree.Here(), Name: name, Overlaps: overlaps}}
	for _, k := range cases {
		v.Add(k.state)
	}
	return Union[T]{v}
}

// Variant is a case of a union.
type Variant[T any] struct{ state codec.Variant }

// Shape declares values of type C: a collection, a property of any type, or a union.
type Shape[C any] interface {
	// Check returns the violations of a value.
	Check(v C) prop.Violations
}

// CaseOf declares a case of a union whose Go type is an interface that C implements.
func CaseOf[T, C any](c Shape[C]) Variant[T] {
	var zero C
	v := Case(c,
		func(c C) T { t, _ := any(c).(T); return t },
		func(t T) (C, bool) { c, ok := any(t).(C); return c, ok })
	if _, ok := any(zero).(T); !ok {
		v.state.Faults = append(v.state.Faults, tree.Faultf("case %q: its Go type does not implement the union's", v.state.Name))
	}
	return v
}

// Case declares a case of a union of any Go type: wrap returns a C as a T; unwrap returns a T
// as a C, if it is one. A [Record] is one of the collection that created it.
func Case[T, C any](c Shape[C], wrap func(C) T, unwrap func(T) (C, bool)) Variant[T] {
	if wrap == nil || unwrap == nil {
		return Variant[T]{codec.Variant{Faults: []tree.Fault{tree.Faultf("a case has a nil function")}}}
	}
	k := codec.CaseOf(wrap, unwrap)
	switch c := any(c).(type) {
	case prop.Collection[C]:
		return Variant[T]{k.OfCollection(property.FormOf(c.Object()))}
	case prop.Alternatives[C]:
		return Variant[T]{k.Of(property.FormOf(c.Property()))}
	case prop.Prop:
		return Variant[T]{k.Of(property.FormOf(c))}
	}
	return Variant[T]{codec.Variant{Faults: []tree.Fault{tree.Faultf("a case must be a collection, a property or a union")}}}
}

func (u Union[T]) edit(change func(*tree.Union)) Union[T] {
	v := codec.UnionForm{Type: codec.TypeOf[T](), Node: &tree.Union{At: tree.Here(), Faults: []tree.Fault{
		tree.Faultf("a union was not created by collection.OneOf"),
	}}}
	if u.variants != nil {
		v = *u.variants
	}
	n := *v.Node
	change(&n)
	v.Node = &n
	return Union[T]{&v}
}

// Tagged selects the collection by a member that is a constant or an enumeration of strings in each
// case (discriminator of OpenAPI); see [Fixed]. The other members decide among cases that share a
// value, and for an object without the member, if it is optional. No other case may be an object.
//
// Values are written with the member even if it is an optional constant that they lack, unless two
// cases share a value. Without Tagged, so is an optional constant that each collection has under one
// name.
func (u Union[T]) Tagged(name string) Union[T] {
	return u.edit(func(n *tree.Union) { n.Tag = name })
}

// ComponentName sets the name of the component of a mode in documents; see [Collection.ComponentName].
func (u Union[T]) ComponentName(mode Mode, name string) Union[T] {
	return u.edit(func(n *tree.Union) {
		faults := n.ComponentNames.Set(mode, name, tree.EveryMode)
		n.Faults = append(slices.Clip(n.Faults), faults...)
	})
}

// Title sets the title in documents, in plain text.
func (u Union[T]) Title(text string) Union[T] { return u.edit(func(n *tree.Union) { n.Title = text }) }

// Describe sets the description in documents, in CommonMark.
func (u Union[T]) Describe(text string) Union[T] { return u.edit(func(n *tree.Union) { n.Doc = text }) }

// Property declares a property with the union; see [prop.Union].
func (u Union[T]) Property() *prop.UnionProp[T] {
	return (*prop.UnionProp[T])(property.Union(u.all()))
}

func (u Union[T]) all() *codec.UnionForm {
	if u.variants == nil {
		return u.edit(func(*tree.Union) {}).variants
	}
	return u.variants
}

func (u Union[T]) mode(m tree.Mode) *Body[T] {
	v := u.all()
	p := &tree.Prop{ID: new(tree.ID), At: v.Node.At, Name: v.Node.Name, Type: tree.Alternatives{Of: func() *tree.Union { return v.Node }}}
	return bodyOf[T](contentOf(p, m, v.Type, func() codec.Codec { return v.Compile(codec.NewCompiler(m)) }))
}

// Create returns the body with which a client creates an entity.
func (u Union[T]) Create() *Body[T] { return u.mode(tree.Create) }

// View returns the body with which the server shows one entity.
func (u Union[T]) View() *Body[T] { return u.mode(tree.View) }

// List returns the body with which the server shows an entity in a list.
func (u Union[T]) List() *Body[T] { return u.mode(tree.List) }

// Check returns the violations of v in create mode; see [Body.Check].
func (u Union[T]) Check(v T) prop.Violations { return u.Create().Check(v) }
