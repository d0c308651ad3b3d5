package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// nullable carries null as a nil pointer.
type nullable[V any] struct{ inner Codec[V] }

// Nullable makes the form of a property that may be null.
func Nullable[V any](f Form[V]) func(*Compiler, *ir.Prop) Codec[*V] {
	return func(c *Compiler, n *ir.Prop) Codec[*V] {
		inner := f.of(n).Codec(c)
		if m, ok := inner.(Merger[V]); ok && c.Mode == ir.Update {
			return &nullableMerger[V]{nullable[V]{inner}, m}
		}
		return &nullable[V]{inner}
	}
}

func (c *nullable[V]) Decode(d *Decoder, v **V) {
	if d.Kind() == jsonx.Null {
		d.Null()
		*v = nil
		return
	}
	w := new(V)
	c.inner.Decode(d, w)
	*v = w
}

func (c *nullable[V]) Check(r *Report, v **V) {
	if *v != nil {
		c.inner.Check(r, *v)
	}
}

func (c *nullable[V]) Append(e *Encoder, v **V) {
	if *v == nil {
		e.write("null")
		return
	}
	c.inner.Append(e, *v)
}

// nullableMerger is a nullable object in a merge patch: null removes it, an
// object changes what is there (RFC 7396).
type nullableMerger[V any] struct {
	nullable[V]
	merger Merger[V]
}

func (c *nullableMerger[V]) DecodeMerge(d *Decoder, v **V, m *Mask) {
	if d.Kind() == jsonx.Null {
		d.Null()
		*v, m.Null = nil, true
		return
	}
	*v = new(V)
	c.merger.DecodeMerge(d, *v, m)
}

func (c *nullableMerger[V]) Merge(dst, src **V, m *Mask) {
	if m.Null {
		*dst = nil
		return
	}
	merged := new(V) // a new place: the old one may be shared
	if *dst != nil {
		*merged = **dst
	}
	c.merger.Merge(merged, *src, m)
	*dst = merged
}

func (c *nullableMerger[V]) CheckMerge(r *Report, v **V, m *Mask) {
	if !m.Null {
		c.merger.CheckMerge(r, *v, m)
	}
}

func (c *nullableMerger[V]) AppendMerge(e *Encoder, v **V, m *Mask) {
	if m.Null {
		e.write("null")
		return
	}
	c.merger.AppendMerge(e, *v, m)
}
