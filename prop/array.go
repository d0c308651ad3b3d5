package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// ArrayProp is a property that carries a list.
type ArrayProp[E any] struct{ core core }

func (*ArrayProp[E]) with(f codec.Form) *ArrayProp[E] { return &ArrayProp[E]{core{f}} }

// Array declares a list of what item declares, and takes item's name:
//
//	prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
//
// The rules before the closing parenthesis are those of an item. A nil slice is
// written as an empty array.
func Array[E any](item Of[E]) *ArrayProp[E] {
	f := item.Form(ir.Key{})
	return start[[]E, *ArrayProp[E]](list(f, codec.ItemsOf[E](f.Type)))
}

// ListOf is [Array] of objects of what a collection of an E is beside its description. It
// is for sibling packages.
//
//go:noinline
func ListOf[E any](_ ir.Key, name string, g *codec.ObjectForm) *ArrayProp[E] {
	f := list(objectOf(g), codec.ItemsOf[E](g.Type))
	f.Type = codec.TypeOf[[]E]()
	return &ArrayProp[E]{core{renamed(f, name)}}
}

func list(item codec.Form, items *codec.Items) codec.Form {
	return codec.Form{
		Node: &ir.Prop{Name: item.Node.Name, Type: ir.Array{Item: item.Node}},
		Make: codec.Array(item, items),
		Late: item.Late,
		Fork: codec.ForkItems(item, items),
	}
}

// renamed starts a property under another name.
func renamed(f codec.Form, name string) codec.Form {
	f.Node.Name = name
	return started(f)
}

// MinItems sets the least number of items.
func (p *ArrayProp[E]) MinItems(n int) *ArrayProp[E] {
	return p.with(p.core.counted(ir.MinItems{N: n}))
}

// MaxItems sets the greatest number of items.
func (p *ArrayProp[E]) MaxItems(n int) *ArrayProp[E] {
	return p.with(p.core.counted(ir.MaxItems{N: n}))
}

// Unique forbids two equal items; items are equal when JSON Schema says that
// their values are.
func (p *ArrayProp[E]) Unique() *ArrayProp[E] { return p.with(p.core.ruled(ir.Unique{})) }
