package codec

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// exact is a decimal number that stays text, so that no digit is lost.
type exact[V ~string] struct {
	expected *Issue
	invalid  *Issue
	places   int // digits after the point; -1: any number
	finer    *Issue
	limits   []limit[decimal.D]
}

// Decimal compiles a property that is a decimal number in a string. places is
// the greatest number of digits after the point, or -1.
func Decimal[V ~string](n *ir.Prop, places int) Codec[V] {
	t := n.Type.(ir.Text)
	c := &exact[V]{expected: Expected(t.Word()), invalid: formatIssue(t.Format), places: places}
	if places >= 0 {
		c.finer = newIssue("places", ir.Param{Name: "max", JSON: strconv.Itoa(places)})
	}
	for _, r := range n.Rules {
		l := limit[decimal.D]{issue: ruleIssue(r)}
		var bound ir.Number
		switch r := r.(type) {
		case ir.Min:
			l.op, bound = opMin, r.Bound
		case ir.Max:
			l.op, bound = opMax, r.Bound
		default:
			continue
		}
		l.bound, _ = decimal.Parse(string(bound))
		c.limits = append(c.limits, l)
	}
	return c
}

func (c *exact[V]) Decode(d *Decoder, v *V) {
	if d.Kind() != jsonx.String {
		d.refuse(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), v)
}

func (c *exact[V]) Inspect(r *Report, v *V) {
	s := string(*v)
	x, ok := decimal.Parse(s)
	if !ok || strings.ContainsAny(s, "eE") {
		r.Note(c.invalid)
		return
	}
	if point := strings.IndexByte(s, '.'); c.places >= 0 && point >= 0 && len(s)-point-1 > c.places {
		r.Note(c.finer)
	}
	for _, l := range c.limits {
		if order := x.Cmp(l.bound); l.op == opMin && order < 0 || l.op == opMax && order > 0 {
			r.Note(l.issue)
		}
	}
}

func (c *exact[V]) Encode(e *Encoder, v *V) { appendString(e, string(*v)) }

// ParseText is half of [Text].
func (c *exact[V]) ParseText(r *Report, text string, v *V) {
	*v = V(text)
	c.Inspect(r, v)
}

// AppendText is half of [Text].
func (c *exact[V]) AppendText(b []byte, v *V) []byte { return append(b, *v...) }
