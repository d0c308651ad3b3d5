package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// pointer is a value behind a pointer. A nil pointer stands for null, or else for a member
// that is absent, which is not encoded.
type pointer struct {
	inner Codec
	typ   *Type // of the value behind the pointer
	null  bool
}

// pointerTo returns a function that makes the codec of a pointer to a value of f.
//
//go:noinline
func pointerTo(f *Form, null bool) func(*Compiler, *tree.Prop) Codec {
	return func(c *Compiler, n *tree.Prop) Codec {
		inner := f.of(n)
		p := pointer{inner.Compile(c), f.Type, null}
		if m, ok := p.inner.(Merger); ok && c.Mode == tree.Update {
			return &pointerMerger{p, m}
		}
		return &p
	}
}

// Null describes a nullable property apart from null.
type Null struct {
	// Inner is the property without null.
	Inner Form
	// Make compiles the property for what has no null, such as a parameter. Its
	// values are pointers all the same. It is nil for an optional member.
	Make func(*Compiler, *tree.Prop) Codec
}

//go:noinline
func nullOf(f *Form) *Null {
	return &Null{
		Inner: *f,
		Make: func(c *Compiler, n *tree.Prop) Codec {
			inner := f.of(n)
			p := pointer{inner.Compile(c), f.Type, false}
			if text := TextOf(p.inner); text != nil {
				return &pointerText{p, text}
			}
			return &p
		},
	}
}

// Nullable makes the form of a property nullable; pointers is the Go type of its values.
//
//go:noinline
func Nullable(f Form, pointers *Type) Form {
	return Form{Node: f.Node, Type: pointers, Make: pointerTo(&f, true), Null: nullOf(&f), Late: f.Late, Fork: forkPointer(&f)}
}

// there reports whether the pointer at a is not nil.
func there(a place.Addr) bool { return !place.Load(a).Nil() }

// pointee returns the codec of what is behind the pointers of c.
func pointee(c Codec) Codec {
	switch c := c.(type) {
	case *pointer:
		return c.inner
	case *pointerMerger:
		return c.inner
	}
	panic("tenon: an optional member is read by another codec")
}

// decodeNull reads null, if that is the next value.
func (c *pointer) decodeNull(d *Decoder, a place.Addr) bool {
	if !c.null || d.Kind() != jsonx.Null {
		return false
	}
	d.Null()
	place.Store(a, place.Addr{})
	return true
}

func (c *pointer) Decode(d *Decoder, a place.Addr) {
	if !c.decodeNull(d, a) {
		v := c.typ.New()
		c.inner.Decode(d, v)
		place.Store(a, v)
	}
}

func (c *pointer) Check(r *Report, a place.Addr) {
	if there(a) {
		c.inner.Check(r, place.Load(a))
	}
}

func (c *pointer) Encode(e *Encoder, a place.Addr) {
	if !there(a) {
		e.write("null")
		return
	}
	c.inner.Encode(e, place.Load(a))
}

// forkPointer makes the pointer at a point to a value of its own.
//
//go:noinline
func forkPointer(f *Form) func(a place.Addr) {
	return func(a place.Addr) {
		if there(a) {
			v := f.Type.New()
			f.Copy(v, place.Load(a))
			place.Store(a, v)
		}
	}
}

// pointerMerger is a pointer to an object in a merge patch: null removes the object, an
// object changes it (RFC 7396).
type pointerMerger struct {
	pointer
	merger Merger
}

func (c *pointerMerger) DecodePatch(d *Decoder, a place.Addr, m *Mask) {
	if m.Null = c.decodeNull(d, a); !m.Null {
		v := c.typ.New()
		place.Store(a, v)
		c.merger.DecodePatch(d, v, m)
	}
}

func (c *pointerMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	if !m.Null {
		c.merger.CheckPatch(r, place.Load(a), m)
	}
}

func (c *pointerMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	if m.Null {
		e.write("null")
		return
	}
	c.merger.EncodePatch(e, place.Load(a), m)
}

func (c *pointerMerger) Merge(r *Report, dst, src place.Addr, m *Mask, _ bool) {
	if m.Null {
		place.Store(dst, place.Addr{})
		return
	}
	merged := c.typ.New() // copies of the old value may share the old place
	absent := !there(dst)
	if !absent {
		c.typ.Assign(merged, place.Load(dst))
	}
	c.merger.Merge(r, merged, place.Load(src), m, absent)
	place.Store(dst, merged)
}

// pointerText is a pointer to a value of a parameter, which has no null.
type pointerText struct {
	pointer
	text *Text
}

// ParseText implements half of [Text].
func (c *pointerText) ParseText(r *Report, text string, a place.Addr) {
	v := c.typ.New()
	place.Store(a, v)
	c.text.ParseText(r, text, v)
}

// AppendText implements half of [Text].
func (c *pointerText) AppendText(b []byte, a place.Addr) []byte {
	return c.text.AppendText(b, place.Load(a))
}

// Check adds a violation for null, which an absent parameter is not.
func (c *pointerText) Check(r *Report, a place.Addr) {
	if !there(a) {
		r.Add(issueNull)
		return
	}
	c.pointer.Check(r, a)
}

// Behind returns the codec of pointers to values of type t, which inner reads and writes. A nil
// pointer is absent.
func Behind(inner Codec, t *Type) Codec { return &pointer{inner: inner, typ: t} }
