package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Null is what a property that may be null is apart from null.
type Null struct {
	// Inner is the property that may not.
	Inner Form
	// Make compiles it for where nothing is written as null, such as a parameter. Its
	// values are pointers all the same.
	Make func(*Compiler, *ir.Prop) Codec
}

// nullOf makes what a property is that carries null as a nil pointer.
func nullOf(f Form) *Null {
	return &Null{
		Inner: f,
		Make: func(c *Compiler, n *ir.Prop) Codec {
			o := behind(f.of(n), c)
			if text := TextOf(o.inner); text != nil {
				return &optionalText{o, text}
			}
			return &o
		},
	}
}

type optionalText struct {
	optional
	text *Text
}

// ParseText is half of [Text].
func (c *optionalText) ParseText(r *Report, text string, a place.Addr) {
	v := c.typ.New()
	place.Store(a, v)
	c.text.ParseText(r, text, v)
}

// Check notes a null: what is not given is not null either.
func (c *optionalText) Check(r *Report, a place.Addr) {
	if !there(a) {
		r.Add(issueNull)
		return
	}
	c.optional.Check(r, a)
}

// AppendText is half of [Text].
func (c *optionalText) AppendText(b []byte, a place.Addr) []byte {
	return c.text.AppendText(b, place.Load(a))
}
