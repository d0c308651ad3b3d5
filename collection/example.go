package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Example adds an example of the body to documents, with a name and a summary, which may be "":
//
//	route.Post("/products", products.Create().Example("keyboard", "A keyboard", Product{Name: "Tenkeyless"}), products.View())
//
// v must satisfy every rule, and must not be changed afterwards. In a body of Many it is the
// only item.
func (b *Body[T]) Example(name, summary string, v T) *Body[T] {
	if b.whole() == nil {
		return b // Build reports it
	}
	return bodyOf[T](b.whole().example(name, summary, place.Of(&v)))
}

func (b *content) example(name, summary string, v place.Addr) *content {
	n, c := *b.Node, *b
	n.Examples = append(slices.Clip(n.Examples), tree.Example{Name: name, Summary: summary, Sample: tree.Sample{At: tree.Here(), Value: b.Type.Value(v)}})
	c.Node = &n
	return &c
}

// written returns the function that writes examples of a body's property.
func written(c func() codec.Codec, t *codec.Type) func(tree.Sample, tree.Mode) ([]byte, error) {
	return func(s tree.Sample, _ tree.Mode) ([]byte, error) {
		a, _ := t.Unbox(s.Value)
		return codec.EncodeSample(c(), a)
	}
}

// listed returns examples of arrays, each with the example of an item.
func listed(items *codec.Items, t *codec.Type, all []tree.Example) (lists []tree.Example) {
	for _, x := range all {
		one, _ := items.Item.Unbox(x.Sample.Value)
		list := t.New()
		items.Append(list, one)
		x.Sample.Value = t.Value(list)
		lists = append(lists, x)
	}
	return lists
}
