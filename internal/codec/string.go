package codec

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/octets"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type text struct {
	expected *Issue
	form     string
	format   func(string) bool
	spell    func(string) string // nil: each text is a value
	invalid  *Issue
	rules    []textRule
	whole    []wholeRule
	ascii    bool // texts of the format have only ASCII, and there are no rules
}

type textRule struct {
	least, most int // code points; -1: no bound
	re          tree.Matcher
	issue       *Issue
}

// wholeRule is a rule that a text satisfies or violates as a whole, such as [tree.NoNUL].
type wholeRule struct {
	satisfied func(string) bool
	issue     *Issue
}

func wholeRules(n *tree.Prop) (all []wholeRule) {
	for _, r := range n.Rules {
		if r.Kind().Pattern != "" {
			all = append(all, wholeRule{func(text string) bool { return tree.Satisfied(r, text) }, ruleIssue(n, r)})
		}
	}
	return all
}

// String compiles a property of a string type. matches decides on its format; nil: it has none.
func String(matches func(string) bool) func(*Compiler, *tree.Prop) Codec {
	return func(_ *Compiler, n *tree.Prop) Codec { return stringOf(n, matches) }
}

func stringOf(n *tree.Prop, matches func(string) bool) Codec {
	t := n.Type.(tree.Text)
	c := &text{expected: Expected(t.Word()), form: t.Format, format: matches, whole: wholeRules(n)}
	if matches != nil {
		c.invalid, c.spell = formatIssue(t.Format), spellingOf(t.Format)
	}
	for _, r := range n.Rules {
		tr := textRule{least: -1, most: -1, issue: ruleIssue(n, r)}
		switch r := r.(type) {
		case tree.MinLen:
			tr.least = r.N
		case tree.MaxLen:
			tr.most = r.N
		case tree.Pattern:
			tr.re = r.Re
		default:
			continue
		}
		c.rules = append(c.rules, tr)
	}
	c.ascii = c.format != nil && asciiFormat(t.Format) && len(c.rules)+len(c.whole) == 0
	return c
}

// formatIssue returns the issue of a text that does not match a format. Formats of the
// application share one message.
func formatIssue(name string) *Issue {
	key := "format." + name
	if message.Template(key) == "" {
		key = "format"
	}
	if name == "" {
		return newTyped("format", key)
	}
	return newTyped("format", key, tree.TextParam("format", name))
}

func (c *text) Decode(d *Decoder, a place.Addr) { c.decode(d, place.To[string](a)) }

func (c *text) decode(d *Decoder, v *string) {
	if d.Kind() != jsonx.String {
		d.rejectType(c.expected)
		return
	}
	s := d.Text()
	*v = s
	mark := d.Mark()
	if c.check(&d.Report, s); c.spell != nil && !d.Since(mark) {
		*v = c.spelled(s)
	}
}

func (c *text) Check(r *Report, a place.Addr) {
	s := *place.To[string](a)
	if c.ascii && c.format(s) {
		return
	}
	if !utf8.ValidString(s) {
		r.Add(issueEncoding)
		return
	}
	c.check(r, s)
}

// check applies the rules to valid UTF-8.
func (c *text) check(r *Report, s string) {
	for i := range c.rules {
		t := &c.rules[i]
		ok := true
		switch {
		case t.re != nil:
			ok = t.re.MatchString(s)
		case t.least >= 0:
			// n code points take n to 4n bytes: most texts need no counting. A product could exceed 32 bits.
			ok = len(s)/utf8.UTFMax >= t.least || len(s) >= t.least && octets.Characters(s) >= t.least
		default:
			ok = len(s) <= t.most || (len(s)-1)/utf8.UTFMax < t.most && octets.Characters(s) <= t.most
		}
		if !ok {
			r.Add(t.issue)
		}
	}
	if c.format != nil && !c.format(s) {
		r.Add(c.invalid)
	}
	for i := range c.whole {
		if !c.whole[i].satisfied(s) {
			r.Add(c.whole[i].issue)
		}
	}
}

func (c *text) Encode(e *Encoder, a place.Addr) { appendString(e, *place.To[string](a)) }

func appendString(e *Encoder, s string) {
	b, err := jsonx.AppendString(e.B, s)
	if err != nil {
		e.fail(errUTF8)
		return
	}
	e.keep(b)
}

// ParseText implements half of [Text].
func (c *text) ParseText(r *Report, text string, a place.Addr) {
	v, mark := place.To[string](a), r.Mark()
	*v = text
	if c.Check(r, a); c.spell != nil && !r.Since(mark) {
		*v = c.spelled(text)
	}
}

// AppendText implements half of [Text].
func (c *text) AppendText(b []byte, a place.Addr) []byte { return append(b, *place.To[string](a)...) }
