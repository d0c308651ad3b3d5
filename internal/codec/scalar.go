package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Notation is how values of a Go type are written as text.
type Notation[V any] struct {
	Parse func(string) (V, bool)
	// Append writes v, or reports that it has no text.
	Append func([]byte, V) ([]byte, bool)
}

type scalar[V any] struct {
	expected *Issue
	invalid  *Issue
	notation Notation[V]
	form     string
}

// Scalar compiles a property whose values are strings on the wire and another
// type in Go.
func Scalar[V any](n *ir.Prop, how Notation[V]) Codec[V] {
	t := n.Type.(ir.Text)
	return &scalar[V]{Expected(t.Word()), formatIssue(t.Format), how, t.Format}
}

func (c *scalar[V]) Decode(d *Decoder, v *V) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), v)
}

func (c *scalar[V]) Check(r *Report, v *V) {
	if _, ok := c.notation.Append(nil, *v); !ok {
		r.Note(c.invalid)
	}
}

func (c *scalar[V]) Append(e *Encoder, v *V) {
	start := len(e.B)
	b, ok := c.notation.Append(append(e.B, '"'), *v)
	if !ok {
		e.fail(noText(c.form))
		return
	}
	e.B = b
	// A notation of the library's own writes plain ASCII; anything else is
	// quoted as it has to be.
	for _, ch := range b[start+1:] {
		if ch < ' ' || ch >= 0x7f || ch == '"' || ch == '\\' {
			s := string(b[start+1:])
			e.B = b[:start]
			appendString(e, s)
			return
		}
	}
	e.B = append(e.B, '"')
}

type noText string

func (n noText) Error() string { return "the value cannot be written as " + string(n) }

// ParseText implements [Text].
func (c *scalar[V]) ParseText(r *Report, text string, v *V) {
	w, ok := c.notation.Parse(text)
	if !ok {
		r.Note(c.invalid)
		return
	}
	*v = w
}

// AppendText implements [Text].
func (c *scalar[V]) AppendText(b []byte, v *V) []byte {
	out, ok := c.notation.Append(b, *v)
	if !ok {
		return b
	}
	return out
}
