package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Example adds content as it may look, for readers of the document, under a name
// and with a short text, which may be "":
//
//	route.Post("/products", products.Create().Example("keyboard", "A keyboard", Product{Name: "Tenkeyless"}), products.View())
//
// v must keep every rule, and must not be changed afterwards. In a list of many it
// stands alone.
func (b Body[T]) Example(name, summary string, v T) Body[T] {
	if b.node == nil {
		return b // which Build reports
	}
	n := *b.node
	n.Examples = append(slices.Clip(n.Examples), ir.Example{Name: name, Summary: summary, Sample: ir.Sample{At: callsite.Here(), Value: v}})
	b.node = &n
	return b
}

// written is how a body's property writes its examples.
func written[T any](c func() codec.Codec[T]) func(ir.Sample, ir.Mode) ([]byte, error) {
	return func(s ir.Sample, _ ir.Mode) ([]byte, error) { return prop.Sample(ir.Key{}, c(), s.Value.(T)) }
}

// listed are the examples of one as those of a list.
func listed[T any](all []ir.Example) (lists []ir.Example) {
	for _, x := range all {
		x.Sample.Value = []T{x.Sample.Value.(T)}
		lists = append(lists, x)
	}
	return lists
}
