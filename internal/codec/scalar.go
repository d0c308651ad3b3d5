package codec

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Notation is how values of a Go type are written as text.
type Notation[V any] struct {
	Parse func(string) (V, bool)
	// Append writes v, or reports that it has no text.
	Append func([]byte, V) ([]byte, bool)
	// Plain says that what Append writes needs only quotes to be JSON.
	Plain bool
	// Ordering is how values are sorted; without Compare they have no order, and
	// its text is that of the notation unless it has one of its own.
	Ordering Ordering[V]
}

type scalar[V any] struct {
	expected *Issue
	invalid  *Issue
	notation Notation[V]
	form     string
	pattern  *ir.Pattern // of the text, before it is parsed
	astray   *Issue
	noNUL    bool
}

// Scalar compiles a property whose values are strings on the wire and another
// type in Go.
func Scalar[V any](n *ir.Prop, how Notation[V]) Codec[V] {
	t := n.Type.(ir.Text)
	c := &scalar[V]{expected: Expected(t.Word()), invalid: formatIssue(t.Format), notation: how, form: t.Format, noNUL: forbidsNUL(n.Rules)}
	for _, r := range n.Rules {
		if p, ok := r.(ir.Pattern); ok {
			c.pattern, c.astray = &p, ruleIssue(p)
		}
	}
	return c
}

func (c *scalar[V]) Decode(d *Decoder, v *V) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.read(&d.Report, d.Text(), v)
}

func (c *scalar[V]) Inspect(r *Report, v *V) {
	text, ok := c.notation.Append(nil, *v)
	switch {
	case !ok:
		r.Note(c.invalid)
	case c.pattern != nil && !c.pattern.Re.Match(text):
		r.Note(c.astray)
	case c.noNUL && hasNUL(string(text)):
		r.Note(NUL)
	}
}

func (c *scalar[V]) Encode(e *Encoder, v *V) {
	start := len(e.B)
	b, ok := c.notation.Append(append(e.B, '"'), *v)
	if !ok {
		e.fail(noText(c.form))
		return
	}
	if text := b[start+1:]; !c.notation.Plain && !jsonx.Plain(text) {
		e.keep(b[:start])
		appendString(e, string(text))
		return
	}
	e.keep(append(b, '"'))
}

type noText string

func (n noText) Error() string { return "the value cannot be written as " + string(n) }

// ParseText is half of [Text].
func (c *scalar[V]) ParseText(r *Report, text string, v *V) {
	if !utf8.ValidString(text) {
		r.Note(issueEncoding)
		return
	}
	c.read(r, text, v)
}

// read reads text that is valid UTF-8.
func (c *scalar[V]) read(r *Report, text string, v *V) {
	if c.pattern != nil && !c.pattern.Re.MatchString(text) {
		r.Note(c.astray)
		return
	}
	if c.noNUL && hasNUL(text) {
		r.Note(NUL)
		return
	}
	w, ok := c.notation.Parse(text)
	if !ok {
		r.Note(c.invalid)
		return
	}
	*v = w
}

// AppendText is half of [Text].
func (c *scalar[V]) AppendText(b []byte, v *V) []byte {
	out, ok := c.notation.Append(b, *v)
	if !ok {
		return b
	}
	return out
}
