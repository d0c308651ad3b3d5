package collection

import (
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Union is one of several collections, whose values are Ts; T is mostly an
// interface that the Go types of the cases implement. It is an immutable value.
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
// Without a tag a value must fit exactly one case (JSON Schema's oneOf). The case
// is chosen by the members of the value, their JSON types and constants, before the
// value is read; where no case fits, the violations are those of the closest one. It
// is a fault if every value of a case fits another case by members and types. In an
// update a union is replaced whole.
func OneOf[T any](name string, cases ...Variant[T]) Union[T] {
	v := &codec.UnionForm{Type: codec.TypeOf[T](), Node: &ir.Union{At: callsite.Here(), Name: name}}
	for _, k := range cases {
		if k.node == nil {
			v.Node.Faults = append(v.Node.Faults, ir.Faultf("a case was not made with collection.Case"))
			continue
		}
		v.Node.Faults = append(v.Node.Faults, k.faults...)
		v.Node.Cases = append(v.Node.Cases, k.node)
		v.Cases = append(v.Cases, k.typed)
	}
	return Union[T]{v}
}

// Variant is a case of a union.
type Variant[T any] struct {
	node   *ir.Collection
	typed  codec.CaseForm
	faults []ir.Fault
}

// CaseOf makes a collection's values part of a union whose Go type is an
// interface that they implement.
func CaseOf[T, C any](c prop.Collection[C]) Variant[T] {
	var zero C
	v := Case(c,
		func(c C) T { t, _ := any(c).(T); return t },
		func(t T) (C, bool) { c, ok := any(t).(C); return c, ok })
	if _, ok := any(zero).(T); !ok {
		v.faults = append(v.faults, ir.Faultf("case %q: its Go type does not implement the union's", v.node.Name))
	}
	return v
}

// Case makes a collection's values part of a union of any Go type: wrap turns one into a T,
// unwrap turns a T back, if it is one.
func Case[T, C any](c prop.Collection[C], wrap func(C) T, unwrap func(T) (C, bool)) Variant[T] {
	g := property.FormOf(c.Object()).Group()
	return Variant[T]{node: g.Node, typed: codec.CaseOf(g, wrap, unwrap)}
}

func (u Union[T]) edit(change func(*ir.Union)) Union[T] {
	v := codec.UnionForm{Type: codec.TypeOf[T](), Node: &ir.Union{At: callsite.Here(), Faults: []ir.Fault{
		ir.Faultf("a union was not started by collection.OneOf"),
	}}}
	if u.variants != nil {
		v = *u.variants
	}
	n := *v.Node
	change(&n)
	v.Node = &n
	return Union[T]{&v}
}

// Tagged tells the cases apart by a member that is a constant in each of them
// (OpenAPI's discriminator); see [Fixed].
func (u Union[T]) Tagged(name string) Union[T] {
	return u.edit(func(n *ir.Union) { n.Tag = name })
}

// Title sets the short name for readers of the document; it is plain text.
func (u Union[T]) Title(text string) Union[T] { return u.edit(func(n *ir.Union) { n.Title = text }) }

// Describe sets the long text for readers of the document; it is CommonMark.
func (u Union[T]) Describe(text string) Union[T] { return u.edit(func(n *ir.Union) { n.Doc = text }) }

// Property declares an object of one of the kinds that the union has, [prop.Union].
func (u Union[T]) Property() *prop.UnionProp[T] {
	return (*prop.UnionProp[T])(property.Union(u.all()))
}

func (u Union[T]) all() *codec.UnionForm {
	if u.variants == nil {
		return u.edit(func(*ir.Union) {}).variants
	}
	return u.variants
}

func (u Union[T]) mode(m ir.Mode) *Body[T] {
	v := u.all()
	p := &ir.Prop{ID: new(ir.ID), At: v.Node.At, Name: v.Node.Name, Type: ir.Alternatives{Of: v.Node}}
	return bodyOf[T](contentOf(p, m, v.Type, func() codec.Codec { return v.Compile(codec.NewCompiler(m)) }))
}

// Create is what a client sends to make one.
func (u Union[T]) Create() *Body[T] { return u.mode(ir.Create) }

// View is what the server shows of one.
func (u Union[T]) View() *Body[T] { return u.mode(ir.View) }

// List is what the server shows of one among others.
func (u Union[T]) List() *Body[T] { return u.mode(ir.List) }
