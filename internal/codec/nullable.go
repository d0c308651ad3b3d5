package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// nullable is an optional value that is null where its pointer is nil.
type nullable[P comparable] struct{ optional[P] }

// Nullable makes the form of a property that may be null.
func Nullable[V any](f Form[V]) func(*Compiler, *ir.Prop) Codec[*V] {
	return func(c *Compiler, n *ir.Prop) Codec[*V] { return nullableOf(f.of(n).at(), c) }
}

func nullableOf[P comparable](f *formAt[P], c *Compiler) codecAt[*P] {
	o := behind(f, c)
	if m, ok := o.inner.(mergerAt[P]); ok && c.Mode == ir.Update {
		return &nullableMerger[P]{nullable[P]{o}, optionalMerger[P]{o, m}}
	}
	return &nullable[P]{o}
}

func (c *nullable[P]) Decode(d *Decoder, v *P) {
	if d.Kind() == jsonx.Null {
		d.Null()
		var none P
		*v = none
		return
	}
	c.optional.Decode(d, v)
}

func (c *nullable[P]) Encode(e *Encoder, v *P) {
	if !there(*v) {
		e.write("null")
		return
	}
	c.optional.Encode(e, v)
}

// nullableMerger is a nullable object in a merge patch: null removes it, an
// object changes what is there (RFC 7396).
type nullableMerger[P comparable] struct {
	nullable[P]
	merger optionalMerger[P]
}

func (c *nullableMerger[P]) DecodeMerge(d *Decoder, v *P, m *Mask) {
	if d.Kind() == jsonx.Null {
		d.Null()
		var none P
		*v, m.Null = none, true
		return
	}
	c.merger.DecodeMerge(d, v, m)
}

func (c *nullableMerger[P]) Merge(r *Report, dst, src *P, m *Mask, made bool) {
	if m.Null {
		var none P
		*dst = none
		return
	}
	c.merger.Merge(r, dst, src, m, made)
}

func (c *nullableMerger[P]) CheckMerge(r *Report, v *P, m *Mask) {
	if !m.Null {
		c.merger.CheckMerge(r, v, m)
	}
}

func (c *nullableMerger[P]) AppendMerge(e *Encoder, v *P, m *Mask) {
	if m.Null {
		e.write("null")
		return
	}
	c.merger.AppendMerge(e, v, m)
}
