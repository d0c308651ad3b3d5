package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// nullable carries null as a nil pointer.
type nullable[P comparable] struct {
	inner  codecAt[P]
	fresh  func() P
	assign func(dst, src P)
}

// Nullable makes the form of a property that may be null.
func Nullable[V any](f Form[V]) func(*Compiler, *ir.Prop) Codec[*V] {
	return func(c *Compiler, n *ir.Prop) Codec[*V] { return nullableOf(f.of(n).at(), c) }
}

func nullableOf[P comparable](f *formAt[P], c *Compiler) codecAt[*P] {
	n := nullable[P]{f.make(c), f.fresh, f.assign}
	if m, ok := n.inner.(mergerAt[P]); ok && c.Mode == ir.Update {
		return &nullableMerger[P]{n, m}
	}
	return &n
}

func (c *nullable[P]) Decode(d *Decoder, v *P) {
	if d.Kind() == jsonx.Null {
		d.Null()
		var none P
		*v = none
		return
	}
	w := c.fresh()
	c.inner.Decode(d, w)
	*v = w
}

func (c *nullable[P]) Inspect(r *Report, v *P) {
	if there(*v) {
		c.inner.Inspect(r, *v)
	}
}

func (c *nullable[P]) Encode(e *Encoder, v *P) {
	if !there(*v) {
		e.write("null")
		return
	}
	c.inner.Encode(e, *v)
}

// nullableMerger is a nullable object in a merge patch: null removes it, an
// object changes what is there (RFC 7396).
type nullableMerger[P comparable] struct {
	nullable[P]
	merger mergerAt[P]
}

func (c *nullableMerger[P]) DecodeMerge(d *Decoder, v *P, m *Mask) {
	if d.Kind() == jsonx.Null {
		d.Null()
		var none P
		*v, m.Null = none, true
		return
	}
	*v = c.fresh()
	c.merger.DecodeMerge(d, *v, m)
}

func (c *nullableMerger[P]) Merge(dst, src *P, m *Mask) {
	if m.Null {
		var none P
		*dst = none
		return
	}
	merged := c.fresh() // a new place: the old one may be shared
	if there(*dst) {
		c.assign(merged, *dst)
	}
	c.merger.Merge(merged, *src, m)
	*dst = merged
}

func (c *nullableMerger[P]) CheckMerge(r *Report, v *P, m *Mask) {
	if !m.Null {
		c.merger.CheckMerge(r, *v, m)
	}
}

func (c *nullableMerger[P]) AppendMerge(e *Encoder, v *P, m *Mask) {
	if m.Null {
		e.write("null")
		return
	}
	c.merger.AppendMerge(e, *v, m)
}
