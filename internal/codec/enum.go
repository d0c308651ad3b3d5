package codec

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type enum[V ~string] struct {
	expected *Issue
	foreign  *Issue
	values   []V
}

// Enum compiles a property of a closed set of texts.
func Enum[V ~string](_ *Compiler, n *ir.Prop) Codec[V] {
	t := n.Type.(ir.Enum)
	c := &enum[V]{expected: Expected(t.Word()), foreign: newIssue("one_of", ir.TextsParam("values", t.Values))}
	for _, s := range t.Values {
		c.values = append(c.values, V(s))
	}
	return c
}

func (c *enum[V]) Decode(d *Decoder, v *V) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), v)
}

func (c *enum[V]) Inspect(r *Report, v *V) {
	if !slices.Contains(c.values, *v) {
		r.Note(c.foreign)
	}
}

func (c *enum[V]) Encode(e *Encoder, v *V) { appendString(e, string(*v)) }

// ParseText is half of [Text]. It takes the declared copy of the value, so that
// what is kept does not keep the request.
func (c *enum[V]) ParseText(r *Report, text string, v *V) {
	if i := slices.Index(c.values, V(text)); i >= 0 {
		*v = c.values[i]
		return
	}
	if !utf8.ValidString(text) {
		r.Note(issueEncoding)
		return
	}
	r.Note(c.foreign)
}

// AppendText is half of [Text].
func (c *enum[V]) AppendText(b []byte, v *V) []byte { return append(b, *v...) }
