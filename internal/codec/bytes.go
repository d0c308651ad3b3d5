package codec

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type binary struct {
	expected *Issue
	invalid  *Issue
	counts   counts // bytes
}

// Binary compiles a property of bytes in base64.
func Binary(_ *Compiler, n *tree.Prop) Codec {
	return &binary{Expected(n.Type.Word()), formatIssue("base64"), countsOf(n, tree.AboutBytes)}
}

func (c *binary) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.String {
		d.rejectType(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), a)
}

// strict accepts one text for each value: padded, and with no bits left over
// (RFC 4648 §3.5).
var strict = base64.StdEncoding.Strict()

// ParseText implements half of [Text].
func (c *binary) ParseText(r *Report, text string, a place.Addr) {
	// The standard decoder ignores line breaks.
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
	c.counts.check(r, int64(len(*place.To[[]byte](a))))
}

func (c *binary) Encode(e *Encoder, a place.Addr) {
	e.B = append(c.AppendText(append(e.B, '"'), a), '"')
}

// AppendText implements half of [Text].
func (c *binary) AppendText(b []byte, a place.Addr) []byte {
	return base64.StdEncoding.AppendEncode(b, *place.To[[]byte](a))
}

// ForkBytes copies bytes.
func ForkBytes(a place.Addr) { *place.To[[]byte](a) = slices.Clone(*place.To[[]byte](a)) }
