package codec

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// decimalText is a decimal number kept as text, so that it keeps every digit.
type decimalText struct {
	expected *Issue
	invalid  *Issue
	places   int  // digits after the point; -1: any number
	fixed    bool // as many as places
	scale    *Issue
	limits   []limit[decimal.D]
}

// Decimal compiles a property that is a decimal number in a string. places is
// the greatest number of digits after the point, or -1, and the only one if it is fixed.
func Decimal(n *tree.Prop, places int, fixed bool) Codec {
	t := n.Type.(tree.Text)
	c := &decimalText{expected: Expected(t.Word()), invalid: formatIssue(t.Format), places: places, fixed: fixed}
	if places >= 0 {
		key := "places"
		if fixed {
			key = "places.fixed"
		}
		c.scale = newTyped("places", key, tree.Param{Name: "max", JSON: strconv.Itoa(places)}).ruled()
	}
	for _, l := range limitsOf(n) {
		c.limits = append(c.limits, exact(l))
	}
	return c
}

func (c *decimalText) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.String {
		d.rejectType(c.expected)
		return
	}
	c.ParseText(&d.Report, d.Text(), a)
}

func (c *decimalText) Check(r *Report, a place.Addr) {
	s := *place.To[string](a)
	x, ok := decimal.Parse(s)
	if !ok || strings.ContainsAny(s, "eE") {
		r.Add(c.invalid)
		return
	}
	_, fraction, _ := strings.Cut(s, ".")
	if c.places >= 0 && len(fraction) > c.places || c.fixed && len(fraction) < c.places {
		r.Add(c.scale)
	}
	for _, l := range c.limits {
		if !l.op.satisfied(x.Cmp(l.bound)) {
			r.Add(l.issue)
		}
	}
}

func (c *decimalText) Encode(e *Encoder, a place.Addr) { appendString(e, *place.To[string](a)) }

// ParseText implements half of [Text].
func (c *decimalText) ParseText(r *Report, text string, a place.Addr) {
	*place.To[string](a) = text
	c.Check(r, a)
}

// AppendText implements half of [Text].
func (c *decimalText) AppendText(b []byte, a place.Addr) []byte {
	return append(b, *place.To[string](a)...)
}
