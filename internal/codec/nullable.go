package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// nullable is an optional value that is null where its pointer is nil.
type nullable struct{ optional }

// Nullable makes the form of what may be null of a property; pointers is the Go type of
// its values.
func Nullable(f Form, pointers *Type) Form {
	return Form{
		Node: f.Node,
		Type: pointers,
		Make: func(c *Compiler, n *ir.Prop) Codec {
			o := behind(f.of(n), c)
			if m, ok := o.inner.(Merger); ok && c.Mode == ir.Update {
				return &nullableMerger{nullable{o}, optionalMerger{o, m}}
			}
			return &nullable{o}
		},
		Null: nullOf(f),
		Late: f.Late,
		Fork: forkBehind(f),
	}
}

func (c *nullable) Decode(d *Decoder, a place.Addr) {
	if d.Kind() == jsonx.Null {
		d.Null()
		place.Store(a, place.Addr{})
		return
	}
	c.optional.Decode(d, a)
}

func (c *nullable) Encode(e *Encoder, a place.Addr) {
	if !there(a) {
		e.write("null")
		return
	}
	c.optional.Encode(e, a)
}

// nullableMerger is a nullable object in a merge patch: null removes it, an
// object changes what is there (RFC 7396).
type nullableMerger struct {
	nullable
	merger optionalMerger
}

func (c *nullableMerger) DecodePatch(d *Decoder, a place.Addr, m *Mask) {
	if d.Kind() == jsonx.Null {
		d.Null()
		place.Store(a, place.Addr{})
		m.Null = true
		return
	}
	c.merger.DecodePatch(d, a, m)
}

func (c *nullableMerger) Merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	if m.Null {
		place.Store(dst, place.Addr{})
		return
	}
	c.merger.Merge(r, dst, src, m, made)
}

func (c *nullableMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	if !m.Null {
		c.merger.CheckPatch(r, a, m)
	}
}

func (c *nullableMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	if m.Null {
		e.write("null")
		return
	}
	c.merger.EncodePatch(e, a, m)
}
