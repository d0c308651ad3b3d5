package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// optional is a value behind a pointer that is never null on the wire.
type optional struct {
	inner Codec
	typ   *Type // of what is behind the pointer
}

// optionally makes the codec of a property behind a pointer.
func optionally(f Form) func(*Compiler, *ir.Prop) Codec {
	return func(c *Compiler, n *ir.Prop) Codec {
		o := behind(f.of(n), c)
		if m, ok := o.inner.(Merger); ok && c.Mode == ir.Update {
			return &optionalMerger{o, m}
		}
		return &o
	}
}

func behind(f Form, c *Compiler) optional { return optional{f.Compile(c), f.Type} }

// there reports whether the pointer at a is not nil.
func there(a place.Addr) bool { return !place.Load(a).Nil() }

func (c *optional) Decode(d *Decoder, a place.Addr) {
	v := c.typ.New()
	c.inner.Decode(d, v)
	place.Store(a, v)
}

func (c *optional) Check(r *Report, a place.Addr) {
	if there(a) {
		c.inner.Check(r, place.Load(a))
	}
}

func (c *optional) Encode(e *Encoder, a place.Addr) { c.inner.Encode(e, place.Load(a)) }

// forkBehind makes the pointer at a point to a value of its own.
func forkBehind(f Form) func(a place.Addr) {
	return func(a place.Addr) {
		if there(a) {
			v := f.Type.New()
			f.Copy(v, place.Load(a))
			place.Store(a, v)
		}
	}
}

type optionalMerger struct {
	optional
	merger Merger
}

func (c *optionalMerger) DecodePatch(d *Decoder, a place.Addr, m *Mask) {
	v := c.typ.New()
	place.Store(a, v)
	c.merger.DecodePatch(d, v, m)
}

func (c *optionalMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	c.merger.CheckPatch(r, place.Load(a), m)
}

func (c *optionalMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	c.merger.EncodePatch(e, place.Load(a), m)
}

func (c *optionalMerger) Merge(r *Report, dst, src place.Addr, m *Mask, _ bool) {
	merged := c.typ.New() // a new place: the old one may be shared
	made := !there(dst)
	if !made {
		c.typ.Assign(merged, place.Load(dst))
	}
	c.merger.Merge(r, merged, place.Load(src), m, made)
	place.Store(dst, merged)
}

// inside is what is behind the pointers of an optional codec.
func inside(c Codec) Codec {
	switch c := c.(type) {
	case *optional:
		return c.inner
	case *optionalMerger:
		return c.inner
	}
	panic("tenon: an optional member is read by another codec")
}
