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
		Make:  func(c *Compiler, n *ir.Prop) Codec[*V] { return presentOf(f.of(n).at(), c) },
		Order: func() Order { return OrderOf(f) },
		Point: func(v any) *V { w := v.(V); return &w },
	}
}

// presentOf makes the codec of a value behind a pointer for where it is never null.
func presentOf[P comparable](f *formAt[P], c *Compiler) codecAt[*P] {
	inner := behind(f, c)
	if text, ok := TextOf(inner.inner); ok {
		return &optionalText[P]{inner, text}
	}
	return &inner
}

type optionalText[P comparable] struct {
	optional[P]
	text textAt[P]
}

// ParseText is half of [Text].
func (c *optionalText[P]) ParseText(r *Report, text string, v *P) {
	*v = c.fresh()
	c.text.ParseText(r, text, *v)
}

// Inspect notes a null: what is not given is not null either.
func (c *optionalText[P]) Inspect(r *Report, v *P) {
	if !there(*v) {
		r.Note(issueNull)
		return
	}
	c.optional.Inspect(r, v)
}

// AppendText is half of [Text].
func (c *optionalText[P]) AppendText(b []byte, v *P) []byte { return c.text.AppendText(b, *v) }
