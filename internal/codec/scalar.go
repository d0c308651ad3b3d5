package codec

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// NotationOf returns the notation of a V.
func NotationOf[V any](parse func(string) (V, bool), write func([]byte, V) ([]byte, bool)) Notation {
	return Notation{
		Parse: func(text string, a place.Addr) bool {
			v, ok := parse(text)
			if ok {
				*place.To[V](a) = v
			}
			return ok
		},
		Append: func(b []byte, a place.Addr) ([]byte, bool) { return write(b, *place.To[V](a)) },
	}
}

// Notation reads and writes values of a Go type as text.
type Notation struct {
	// Parse reads a value into a place; it reports false for an invalid text.
	Parse func(text string, a place.Addr) bool
	// Append appends the value at a; it reports false if the value has no text.
	Append func(b []byte, a place.Addr) ([]byte, bool)
	// Plain reports that texts of Append need no escapes in JSON.
	Plain bool
	// Ordering sorts the values. Without Compare they have no order; without Append it uses
	// the notation.
	Ordering Ordering
}

type scalar struct {
	expected *Issue
	invalid  *Issue
	notation Notation
	form     string
	rules    []wholeRule // of the text, before it is parsed
}

// Scalar compiles a property whose values are JSON strings and have another Go type.
func Scalar(n *tree.Prop, how Notation) Codec {
	t := n.Type.(tree.Text)
	c := &scalar{expected: Expected(t.Word()), invalid: formatIssue(t.Format), notation: how, form: t.Format}
	for _, r := range n.Rules {
		if p, ok := r.(tree.Pattern); ok {
			c.rules = append(c.rules, wholeRule{p.Re.MatchString, ruleIssue(n, p)})
		}
	}
	c.rules = append(c.rules, wholeRules(n)...)
	return c
}

// violated returns the issue of the first rule that a text violates.
func (c *scalar) violated(text string) *Issue {
	for i := range c.rules {
		if !c.rules[i].satisfied(text) {
			return c.rules[i].issue
		}
	}
	return nil
}

func (c *scalar) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.String {
		d.rejectType(c.expected)
		return
	}
	c.read(&d.Report, d.Text(), a)
}

func (c *scalar) Check(r *Report, a place.Addr) {
	text, ok := c.notation.Append(nil, a)
	if !ok {
		r.Add(c.invalid)
	} else if len(c.rules) > 0 {
		if issue := c.violated(string(text)); issue != nil {
			r.Add(issue)
		}
	}
}

func (c *scalar) Encode(e *Encoder, a place.Addr) {
	start := len(e.B)
	b, ok := c.notation.Append(append(e.B, '"'), a)
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

// ParseText implements half of [Text].
func (c *scalar) ParseText(r *Report, text string, a place.Addr) {
	if !utf8.ValidString(text) {
		r.Add(issueEncoding)
		return
	}
	c.read(r, text, a)
}

// read reads text that is valid UTF-8.
func (c *scalar) read(r *Report, text string, a place.Addr) {
	if issue := c.violated(text); issue != nil {
		mark := r.Mark()
		if r.Add(issue); r.Since(mark) {
			return
		}
	}
	if !c.notation.Parse(text, a) {
		r.Add(c.invalid)
	}
}

// AppendText implements half of [Text].
func (c *scalar) AppendText(b []byte, a place.Addr) []byte {
	out, ok := c.notation.Append(b, a)
	if !ok {
		return b
	}
	return out
}
