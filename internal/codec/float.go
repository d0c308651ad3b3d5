package codec

import (
	"errors"
	"math"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type float[V ~float64] struct {
	expected  *Issue
	low, high *Issue
	limits    []floatLimit[V]
	multiples []multiple
}

type floatLimit[V any] struct {
	limit[V]
	exact decimal.D
}

type multiple struct {
	of    decimal.D
	issue *Issue
}

var (
	issueTiny   = newIssue("precision")
	issueDigits = newTyped("precision", "precision.digits")
	floatLow    = ruleIssue(ir.Min{Bound: "-1.7976931348623157e+308"})
	floatHigh   = ruleIssue(ir.Max{Bound: "1.7976931348623157e+308"})
)

// Float compiles a property of a floating-point type.
func Float[V ~float64](_ *Compiler, n *ir.Prop) Codec[V] {
	c := &float[V]{expected: Expected(n.Type.Word()), low: floatLow, high: floatHigh}
	for _, r := range n.Rules {
		l := limit[V]{issue: ruleIssue(r)}
		var bound ir.Number
		switch r := r.(type) {
		case ir.Min:
			l.op, bound, c.low = opMin, r.Bound, l.issue
		case ir.Max:
			l.op, bound, c.high = opMax, r.Bound, l.issue
		case ir.ExclusiveMin:
			l.op, bound, c.low = opExclusiveMin, r.Bound, l.issue
		case ir.ExclusiveMax:
			l.op, bound, c.high = opExclusiveMax, r.Bound, l.issue
		case ir.MultipleOf:
			of, _ := decimal.Parse(string(r.Of))
			c.multiples = append(c.multiples, multiple{of, l.issue})
			continue
		default:
			continue
		}
		f, _ := decimal.Float64(string(bound))
		l.bound = V(f)
		exact, _ := decimal.Parse(string(bound))
		c.limits = append(c.limits, floatLimit[V]{l, exact})
	}
	return c
}

func (c *float[V]) Decode(d *Decoder, v *V) {
	if d.Kind() != jsonx.Number {
		d.refuse(c.expected)
		return
	}
	if len(c.multiples) == 0 {
		if coefficient, places, ok := d.Short(len(powers) - 1); ok {
			*v = V(float64(coefficient) / powers[places]) // of two exact ones: the nearest
			c.compare(&d.Report, v)
			return
		}
	}
	c.literal(&d.Report, d.Literal(), v)
}

// powers are those of ten that a short number may be divided by.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// literal judges the number as it was written, and what is kept of it: 0.07 is a
// multiple of 0.01, although the float64 nearest to it is not, and a number next
// to a bound may be kept as the bound.
func (c *float[V]) literal(r *Report, lit string, v *V) {
	f, verdict := decimal.Float64(lit)
	switch verdict {
	case decimal.OK:
		*v = V(f)
		if len(lit) > exactDigits && len(c.limits)+len(c.multiples) > 0 {
			c.long(r, lit, v)
			return
		}
		c.compare(r, v)
		c.divide(r, lit)
	case decimal.OutOfRange:
		switch whole, _ := decimal.Parse(lit); {
		case whole.Cmp(one) < 0 && whole.Cmp(minusOne) > 0:
			r.Note(issueTiny)
		case lit[0] == '-':
			r.Note(c.low)
		default:
			r.Note(c.high)
		}
	default:
		r.Note(c.expected)
	}
}

// exactDigits is how many digits tell numbers apart that a float64 does.
const exactDigits = 15

// long is literal for a number that may have digits which a float64 loses.
func (c *float[V]) long(r *Report, lit string, v *V) {
	mark := r.Mark()
	x, _ := decimal.Parse(lit)
	for i := range c.limits {
		l := &c.limits[i]
		order := x.Cmp(l.exact)
		if order < 0 && (l.op == opMin || l.op == opExclusiveMin) || order > 0 && (l.op == opMax || l.op == opExclusiveMax) ||
			order == 0 && (l.op == opExclusiveMin || l.op == opExclusiveMax) {
			r.Note(l.issue)
		}
	}
	c.divide(r, lit)
	if r.Since(mark) {
		return
	}
	var kept Report
	if c.Inspect(&kept, v); kept.Since(0) {
		r.Note(issueDigits)
	}
}

var (
	one, _      = decimal.Parse("1")
	minusOne, _ = decimal.Parse("-1")
)

func (c *float[V]) Inspect(r *Report, v *V) {
	if f := float64(*v); math.IsNaN(f) || math.IsInf(f, 0) {
		r.Note(issueFinite)
		return
	}
	c.compare(r, v)
	if len(c.multiples) > 0 {
		lit, _ := jsonx.AppendFloat(nil, float64(*v), 64)
		c.divide(r, string(lit))
	}
}

func (c *float[V]) compare(r *Report, v *V) {
	for i := range c.limits {
		l := &c.limits[i]
		var ok bool
		switch l.op {
		case opMin:
			ok = *v >= l.bound
		case opMax:
			ok = *v <= l.bound
		case opExclusiveMin:
			ok = *v > l.bound
		case opExclusiveMax:
			ok = *v < l.bound
		}
		if !ok {
			r.Note(l.issue)
		}
	}
}

func (c *float[V]) divide(r *Report, lit string) {
	if len(c.multiples) == 0 {
		return
	}
	x, _ := decimal.Parse(lit)
	for _, m := range c.multiples {
		if !x.MultipleOf(m.of) {
			r.Note(m.issue)
		}
	}
}

func (c *float[V]) Encode(e *Encoder, v *V) {
	b, err := jsonx.AppendFloat(e.B, float64(*v), 64)
	if err != nil {
		e.fail(err)
		return
	}
	e.keep(b)
}

// ParseText is half of [Text].
func (c *float[V]) ParseText(r *Report, text string, v *V) { c.literal(r, text, v) }

// AppendText implements [Text]; what is not finite is written as nothing.
func (c *float[V]) AppendText(b []byte, v *V) []byte {
	b, _ = jsonx.AppendFloat(b, float64(*v), 64)
	return b
}

var errUTF8 = errors.New("text is not valid UTF-8")
