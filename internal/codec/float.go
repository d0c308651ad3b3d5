package codec

import (
	"errors"
	"math"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type float struct {
	expected  *Issue
	low, high *Issue
	limits    []floatLimit
	// multiple is the rule that values are multiples of a number; nil: there is none.
	multiple *limit[decimal.D]
}

type floatLimit struct {
	limit[decimal.D]
	float float64 // nearest to the bound
}

var (
	issueTooSmall = newIssue("precision")
	issueTooLong  = newTyped("precision", "precision.digits")
	floatLow      = issueOf(tree.Min{Bound: "-1.7976931348623157e+308"})
	floatHigh     = issueOf(tree.Max{Bound: "1.7976931348623157e+308"})
)

// Float compiles a property of a floating-point type.
func Float(_ *Compiler, n *tree.Prop) Codec {
	c := &float{expected: Expected(n.Type.Word())}
	limits := limitsOf(n)
	c.low, c.high = rangeIssues(limits, floatLow, floatHigh)
	for _, l := range limits {
		exact := exact(l)
		if l.op == opMultiple {
			c.multiple = &exact
			continue
		}
		nearest, _ := decimal.Float64(string(l.bound))
		c.limits = append(c.limits, floatLimit{exact, nearest})
	}
	return c
}

// divide adds a violation for a literal that is no multiple.
func (c *float) divide(r *Report, lit string) {
	if x, _ := decimal.Parse(lit); !x.MultipleOf(c.multiple.bound) {
		r.Add(c.multiple.issue)
	}
}

func (c *float) Decode(d *Decoder, a place.Addr) { c.decode(d, place.To[float64](a)) }

func (c *float) decode(d *Decoder, v *float64) {
	if d.Kind() != jsonx.Number {
		d.rejectType(c.expected)
		return
	}
	if c.multiple == nil {
		if coefficient, places, ok := d.Short(len(powers) - 1); ok {
			*v = float64(coefficient) / powers[places] // both are exact, so the result is the nearest
			c.compare(&d.Report, *v)
			return
		}
	}
	c.literal(&d.Report, d.Literal(), v)
}

// powers are the powers of ten by which a short number is divided.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// literal checks the number in the text and the float64 that it becomes: 0.07 is a multiple
// of 0.01, although the nearest float64 is not, and a number next to a bound may round to
// the bound.
func (c *float) literal(r *Report, lit string, v *float64) {
	f, verdict := decimal.Float64(lit)
	switch verdict {
	case decimal.OK:
		*v = f
		if len(lit) > exactDigits && (len(c.limits) > 0 || c.multiple != nil) {
			c.long(r, lit, *v)
			return
		}
		c.compare(r, *v)
		if c.multiple != nil {
			c.divide(r, lit)
		}
	case decimal.OutOfRange:
		switch whole, _ := decimal.Parse(lit); {
		case whole.Cmp(one) < 0 && whole.Cmp(minusOne) > 0:
			r.Add(issueTooSmall)
		case lit[0] == '-':
			r.Add(c.low)
		default:
			r.Add(c.high)
		}
	default:
		r.Add(c.expected)
	}
}

// exactDigits is how many significant digits a float64 always keeps.
const exactDigits = 15

// long is literal for a number with more digits than a float64 keeps.
func (c *float) long(r *Report, lit string, v float64) {
	mark := r.Mark()
	x, _ := decimal.Parse(lit)
	for i := range c.limits {
		l := &c.limits[i]
		if !l.op.satisfied(x.Cmp(l.bound)) {
			r.Add(l.issue)
		}
	}
	if c.multiple != nil {
		c.divide(r, lit)
	}
	if r.Since(mark) {
		return
	}
	var kept Report
	if c.check(&kept, v); kept.Since(0) {
		r.Add(issueTooLong)
	}
}

var (
	one, _      = decimal.Parse("1")
	minusOne, _ = decimal.Parse("-1")
)

func (c *float) Check(r *Report, a place.Addr) { c.check(r, *place.To[float64](a)) }

func (c *float) check(r *Report, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.Add(issueFinite)
		return
	}
	c.compare(r, v)
	if c.multiple != nil {
		lit, _ := jsonx.AppendFloat(nil, v, 64)
		c.divide(r, string(lit))
	}
}

func (c *float) compare(r *Report, v float64) {
	for i := range c.limits {
		l := &c.limits[i]
		var ok bool
		switch l.op {
		case opMin:
			ok = v >= l.float
		case opMax:
			ok = v <= l.float
		case opExclusiveMin:
			ok = v > l.float
		case opExclusiveMax:
			ok = v < l.float
		}
		if !ok {
			r.Add(l.issue)
		}
	}
}

func (c *float) Encode(e *Encoder, a place.Addr) {
	b, err := jsonx.AppendFloat(e.B, *place.To[float64](a), 64)
	if err != nil {
		e.fail(err)
		return
	}
	e.keep(b)
}

// ParseText implements half of [Text].
func (c *float) ParseText(r *Report, text string, a place.Addr) {
	c.literal(r, text, place.To[float64](a))
}

// AppendText implements half of [Text]; it writes nothing for infinity and NaN.
func (c *float) AppendText(b []byte, a place.Addr) []byte {
	b, _ = jsonx.AppendFloat(b, *place.To[float64](a), 64)
	return b
}

var errUTF8 = errors.New("text is not valid UTF-8")
