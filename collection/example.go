package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Example adds content as it may look, for readers of the document, under a name
// and with a short text, which may be "":
//
//	route.Post("/products", products.Create().Example("keyboard", "A keyboard", Product{Name: "Tenkeyless"}), products.View())
//
// v must keep every rule, and must not be changed afterwards. In a list of many it
// stands alone.
func (b *Body[T]) Example(name, summary string, v T) *Body[T] {
	if b.whole() == nil {
		return b // which Build reports
	}
	return bodyOf[T](b.whole().example(name, summary, v))
}

func (b *content) example(name, summary string, v any) *content {
	n, c := *b.Node, *b
	n.Examples = append(slices.Clip(n.Examples), ir.Example{Name: name, Summary: summary, Sample: ir.Sample{At: callsite.Here(), Value: v}})
	c.Node = &n
	return &c
}

// written is how a body's property writes its examples.
func written(c func() codec.Codec, t *codec.Type) func(ir.Sample, ir.Mode) ([]byte, error) {
	return func(s ir.Sample, _ ir.Mode) ([]byte, error) {
		a, _ := t.Unbox(s.Value)
		return codec.EncodeSample(c(), a)
	}
}

// listed are the examples of one as those of a list.
func listed(items *codec.Items, t *codec.Type, all []ir.Example) (lists []ir.Example) {
	for _, x := range all {
		one, _ := items.Item.Unbox(x.Sample.Value)
		list := t.New()
		items.Append(list, one)
		x.Sample.Value = t.Value(list)
		lists = append(lists, x)
	}
	return lists
}
