package codec

import (
	"encoding/base64"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type binary struct {
	expected *Issue
	invalid  *Issue
	min, max int // bytes; -1: no bound
	few      *Issue
	many     *Issue
}

// Binary compiles a property of bytes in base64.
func Binary(_ *Compiler, n *ir.Prop) Codec[[]byte] {
	c := &binary{expected: Expected(n.Type.Word()), invalid: formatIssue("base64"), min: -1, max: -1}
	for _, r := range n.Rules {
		switch r := r.(type) {
		case ir.MinBytes:
			c.min, c.few = r.N, ruleIssue(r)
		case ir.MaxBytes:
			c.max, c.many = r.N, ruleIssue(r)
		}
	}
	return c
}

func (c *binary) Decode(d *Decoder, v *[]byte) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), v)
}

// strict accepts one text for each value: padded, and with no bits left over
// (RFC 4648 §3.5).
var strict = base64.StdEncoding.Strict()

// ParseText is half of [Text].
func (c *binary) ParseText(r *Report, text string, v *[]byte) {
	// The standard decoder passes over line breaks.
	if strings.ContainsAny(text, "\r\n") {
		r.Note(c.invalid)
		return
	}
	b, err := strict.DecodeString(text)
	if err != nil {
		r.Note(c.invalid)
		return
	}
	*v = b
	c.Inspect(r, v)
}

func (c *binary) Inspect(r *Report, v *[]byte) {
	if c.min >= 0 && len(*v) < c.min {
		r.Note(c.few)
	}
	if c.max >= 0 && len(*v) > c.max {
		r.Note(c.many)
	}
}

func (c *binary) Encode(e *Encoder, v *[]byte) {
	e.B = append(c.AppendText(append(e.B, '"'), v), '"')
}

// AppendText is half of [Text].
func (c *binary) AppendText(b []byte, v *[]byte) []byte {
	return base64.StdEncoding.AppendEncode(b, *v)
}
