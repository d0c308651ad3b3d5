package codec

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

type binary struct {
	expected *Issue
	invalid  *Issue
	min, max int // bytes; -1: no bound
	few      *Issue
	many     *Issue
}

// Binary compiles a property of bytes in base64.
func Binary(_ *Compiler, n *ir.Prop) Codec {
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

func (c *binary) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), a)
}

// strict accepts one text for each value: padded, and with no bits left over
// (RFC 4648 §3.5).
var strict = base64.StdEncoding.Strict()

// ParseText is half of [Text].
func (c *binary) ParseText(r *Report, text string, a place.Addr) {
	// The standard decoder passes over line breaks.
	if strings.ContainsAny(text, "\r\n") {
		r.Add(c.invalid)
		return
	}
	b, err := strict.DecodeString(text)
	if err != nil {
		r.Add(c.invalid)
		return
	}
	*place.To[[]byte](a) = b
	c.Check(r, a)
}

func (c *binary) Check(r *Report, a place.Addr) {
	n := len(*place.To[[]byte](a))
	if c.min >= 0 && n < c.min {
		r.Add(c.few)
	}
	if c.max >= 0 && n > c.max {
		r.Add(c.many)
	}
}

func (c *binary) Encode(e *Encoder, a place.Addr) {
	e.B = append(c.AppendText(append(e.B, '"'), a), '"')
}

// AppendText is half of [Text].
func (c *binary) AppendText(b []byte, a place.Addr) []byte {
	return base64.StdEncoding.AppendEncode(b, *place.To[[]byte](a))
}

// ForkBytes gives bytes a copy of their own.
func ForkBytes(a place.Addr) { *place.To[[]byte](a) = slices.Clone(*place.To[[]byte](a)) }
