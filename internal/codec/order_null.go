package codec

import "github.com/tenon-go/tenon/internal/ir"

// Null is what a property that may be null is apart from null.
type Null[V any] struct {
	// Make compiles it for where nothing is written as null, such as a parameter.
	Make func(*Compiler, *ir.Prop) Codec[V]
	// Order compiles the order of the values that are not null.
	Order func() Order
	// Point returns what Value of Order has boxed as the property carries it.
	Point func(v any) V
}

// NullOf makes what a property is that carries null as a nil pointer.
func NullOf[V any](f Form[V]) *Null[*V] {
	return &Null[*V]{
		Make: func(c *Compiler, n *ir.Prop) Codec[*V] {
			inner := optional[V]{f.of(n).Codec(c)}
			if text, ok := TextOf(inner.inner); ok {
				return &optionalText[V]{inner, text}
			}
			return &inner
		},
		Order: func() Order { return OrderOf(f) },
		Point: func(v any) *V { w := v.(V); return &w },
	}
}

type optionalText[V any] struct {
	optional[V]
	text Text[V]
}

// ParseText implements [Text].
func (c *optionalText[V]) ParseText(r *Report, text string, v **V) {
	*v = new(V)
	c.text.ParseText(r, text, *v)
}

// Check notes a null: what is not given is not null either.
func (c *optionalText[V]) Check(r *Report, v **V) {
	if *v == nil {
		r.Note(issueNull)
		return
	}
	c.optional.Check(r, v)
}

// AppendText implements [Text].
func (c *optionalText[V]) AppendText(b []byte, v **V) []byte { return c.text.AppendText(b, *v) }
