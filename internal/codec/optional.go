package codec

import "github.com/tenon-go/tenon/internal/ir"

// optional is a value behind a pointer that is never null on the wire.
type optional[P comparable] struct {
	inner  codecAt[P]
	fresh  func() P
	assign func(dst, src P)
}

// optionally makes the codec of a property behind a pointer.
func optionally[V any](f Form[V]) func(*Compiler, *ir.Prop) Codec[*V] {
	return func(c *Compiler, n *ir.Prop) Codec[*V] { return optionalOf(f.of(n).at(), c) }
}

func optionalOf[P comparable](f *formAt[P], c *Compiler) codecAt[*P] {
	o := behind(f, c)
	if m, ok := o.inner.(mergerAt[P]); ok && c.Mode == ir.Update {
		return &optionalMerger[P]{o, m}
	}
	return &o
}

func behind[P comparable](f *formAt[P], c *Compiler) optional[P] {
	return optional[P]{f.make(c), f.fresh, f.assign}
}

func (c *optional[P]) Decode(d *Decoder, v *P) {
	w := c.fresh()
	c.inner.Decode(d, w)
	*v = w
}

func (c *optional[P]) Inspect(r *Report, v *P) {
	if there(*v) {
		c.inner.Inspect(r, *v)
	}
}

func (c *optional[P]) Encode(e *Encoder, v *P) { c.inner.Encode(e, *v) }

// there reports whether a pointer is not nil.
func there[P comparable](p P) bool {
	var none P
	return p != none
}

type optionalMerger[P comparable] struct {
	optional[P]
	merger mergerAt[P]
}

func (c *optionalMerger[P]) DecodeMerge(d *Decoder, v *P, m *Mask) {
	*v = c.fresh()
	c.merger.DecodeMerge(d, *v, m)
}

func (c *optionalMerger[P]) CheckMerge(r *Report, v *P, m *Mask) { c.merger.CheckMerge(r, *v, m) }

func (c *optionalMerger[P]) AppendMerge(e *Encoder, v *P, m *Mask) {
	c.merger.AppendMerge(e, *v, m)
}

func (c *optionalMerger[P]) Merge(r *Report, dst, src *P, m *Mask, _ bool) {
	merged := c.fresh() // a new place: the old one may be shared
	made := !there(*dst)
	if !made {
		c.assign(merged, *dst)
	}
	c.merger.Merge(r, merged, *src, m, made)
	*dst = merged
}

// inside is what is behind the pointers of an optional codec.
func inside[P comparable](c codecAt[*P]) codecAt[P] {
	switch c := c.(type) {
	case *optional[P]:
		return c.inner
	case *optionalMerger[P]:
		return c.inner
	}
	panic("tenon: an optional member is read by another codec")
}
