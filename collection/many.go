package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ArrayBody is the body of an array; [Many] returns it.
type ArrayBody[T any] struct {
	Body[[]T]
	of *manyOf
}

// manyOf is an array of bodies without the Go type of their values.
type manyOf struct {
	item  *content
	array codec.Form
	items *codec.Items
}

// Many returns the body of an array of b, for a response or for a request with several
// entities:
//
//	route.Post("/batches", collection.Many(products.Create()).MinItems(1).MaxItems(100), collection.Many(products.View()))
//
// Without MaxItems, the limits of the API bound the items of a request.
func Many[T any](b *Body[T]) *ArrayBody[T] {
	c := b.whole()
	if c == nil {
		return &ArrayBody[T]{}
	}
	return arrayBody[T](manyBodies(c, codec.ItemsOf[T](c.Type)))
}

func arrayBody[T any](m *manyOf) *ArrayBody[T] {
	return &ArrayBody[T]{Body[[]T]{codec.Seal((*codec.Body)(m.body()))}, m}
}

//go:noinline
func manyBodies(b *content, items *codec.Items) *manyOf {
	f := property.List(codec.Form{
		Node: b.Node.Prop, Type: items.Item,
		Make: func(*codec.Compiler, *tree.Prop) codec.Codec { return b.Codec() },
	}, items)
	f.Node.ID, f.Node.At = new(tree.ID), b.Node.At
	return &manyOf{b, f, items}
}

// body returns the body of the array with its rules.
func (m *manyOf) body() *content {
	f, n := m.array, *m.item.Node
	once := codec.OnceCodec(func() codec.Codec { return f.Compile(codec.NewCompiler(n.Mode)) })
	f.Node.Write = written(once, f.Type)
	n.At, n.Prop, n.Versioned, n.Replaces = tree.Here(), f.Node, false, false
	if len(f.Node.Rules) > 0 && slices.ContainsFunc(f.Node.Rules, manyItems) {
		n.Examples = nil
	}
	n.Examples = listed(m.items, f.Type, n.Examples)
	return &content{Node: &n, Type: f.Type, Codec: once, Valid: m.valid(f.Node, n.Mode), Spare: m.item.Spare}
}

// manyItems reports whether a rule requires more than one item.
func manyItems(r tree.Rule) bool {
	least, ok := r.(tree.MinItems)
	return ok && least.N > 1
}

// valid returns the function that reports the faults of the array.
func (m *manyOf) valid(p *tree.Prop, mode tree.Mode) func() error {
	if len(p.Rules)+len(p.Faults) == 0 {
		return m.item.Valid
	}
	return codec.Once(func() error { return faults(p, mode) })
}

// ruled returns the array with another rule.
func (m *manyOf) ruled(add func(*prop.ArrayProp[any]) *prop.ArrayProp[any]) *manyOf {
	changed := *m
	changed.array = (*property.Property)(add((*prop.ArrayProp[any])(property.Of(m.array)))).Form()
	return &changed
}

// MinItems sets the minimum number of items.
func (b *ArrayBody[T]) MinItems(n int) *ArrayBody[T] {
	return b.ruled(func(p *prop.ArrayProp[any]) *prop.ArrayProp[any] { return p.MinItems(n) })
}

// MaxItems sets the maximum number of items.
func (b *ArrayBody[T]) MaxItems(n int) *ArrayBody[T] {
	return b.ruled(func(p *prop.ArrayProp[any]) *prop.ArrayProp[any] { return p.MaxItems(n) })
}

// Unique forbids equal items, as JSON Schema defines equality.
func (b *ArrayBody[T]) Unique() *ArrayBody[T] {
	return b.ruled((*prop.ArrayProp[any]).Unique)
}

func (b *ArrayBody[T]) ruled(add func(*prop.ArrayProp[any]) *prop.ArrayProp[any]) *ArrayBody[T] {
	if b == nil || b.of == nil {
		return b // Build reports it
	}
	return arrayBody[T](b.of.ruled(add))
}

// Equal reports whether two bodies have the same mode and equal declarations; see
// [Collection.Equal].
func (b *ArrayBody[T]) Equal(d *ArrayBody[T]) bool { return b.whole().equal(d.whole()) }

// whole returns the content of a body, or nil if it has no collection.
func (b *ArrayBody[T]) whole() *content {
	if b == nil {
		return nil
	}
	return b.Body.whole()
}
