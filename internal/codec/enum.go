package codec

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type enum struct {
	expected  *Issue
	notListed *Issue
	values    []string
}

// Enum compiles a property of an enumeration.
func Enum(_ *Compiler, n *tree.Prop) Codec {
	t := n.Type.(tree.Enum)
	return &enum{Expected(t.Word()), newIssue("one_of", tree.TextsParam("values", t.Values)), slices.Clone(t.Values)}
}

func (c *enum) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.String {
		d.rejectType(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), a)
}

func (c *enum) Check(r *Report, a place.Addr) {
	if !slices.Contains(c.values, *place.To[string](a)) {
		r.Add(c.notListed)
	}
}

func (c *enum) Encode(e *Encoder, a place.Addr) { appendString(e, *place.To[string](a)) }

// ParseText implements half of [Text]. It stores the declared copy of the value, which does not
// keep the request in memory.
func (c *enum) ParseText(r *Report, text string, a place.Addr) {
	if i := slices.Index(c.values, text); i >= 0 {
		*place.To[string](a) = c.values[i]
		return
	}
	if !utf8.ValidString(text) {
		r.Add(issueEncoding)
		return
	}
	r.addUnlisted(c.notListed, len(c.values))
}

// AppendText implements half of [Text].
func (c *enum) AppendText(b []byte, a place.Addr) []byte { return append(b, *place.To[string](a)...) }
