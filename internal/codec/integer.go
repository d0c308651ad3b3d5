package codec

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Integers are the integer types that a property can have.
type Integers interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// integer is a 64-bit integer; smaller ones are [narrow].
type integer[V int64 | uint64] struct {
	expected    *Issue
	quoted      bool
	invalid     *Issue // of a quoted text that is not an integer
	low, high   *Issue // out of the range of its Go type
	least, most V      // the range of its Go type
	limits      []limit[V]
}

// Integer compiles an integer whose Go type has the size and the sign that the format says.
func Integer(_ *Compiler, n *tree.Prop) Codec {
	switch t := n.Type.(tree.Integer); t.Format {
	case "int64":
		return integerOf[int64](n, t)
	case "uint64":
		return integerOf[uint64](n, t)
	default:
		return &narrow{integerOf[int64](n, t), widthOf(t.Format)}
	}
}

func integerOf[V int64 | uint64](n *tree.Prop, t tree.Integer) *integer[V] {
	c := &integer[V]{
		expected: Expected(t.Word()),
		quoted:   t.Quoted,
		invalid:  Expected("integer"),
	}
	c.least, _ = wholeOf[V](string(t.Min)) // package prop wrote them
	c.most, _ = wholeOf[V](string(t.Max))
	if t.Quoted {
		c.invalid = formatIssue("integer")
	}
	limits := limitsOf(n)
	for _, l := range limits {
		bound, _ := wholeOf[V](string(l.bound)) // a builder wrote it from a V
		c.limits = append(c.limits, limit[V]{l.op, bound, l.issue})
	}
	if c.low, c.high = rangeIssues(limits, nil, nil); c.low == nil {
		c.low = issueOf(tree.Min{Bound: t.Min})
	}
	if c.high == nil {
		c.high = issueOf(tree.Max{Bound: t.Max})
	}
	return c
}

// wholeOf converts a literal.
func wholeOf[V int64 | uint64](lit string) (V, decimal.Verdict) {
	if signed[V]() {
		i, verdict := decimal.Int64(lit)
		return V(i), verdict
	}
	u, verdict := decimal.Uint64(lit)
	return V(u), verdict
}

func signed[V int64 | uint64]() bool { var zero V; return zero-1 < 0 }

func (c *integer[V]) Decode(d *Decoder, a place.Addr) { c.decode(d, place.To[V](a)) }

func (c *integer[V]) decode(d *Decoder, v *V) {
	if c.quoted {
		if d.Kind() != jsonx.String {
			d.rejectType(c.expected)
			return
		}
		c.parse(&d.Report, d.Text(), v)
		return
	}
	if d.Kind() != jsonx.Number {
		d.rejectType(c.expected)
		return
	}
	i, _, ok := d.Short(0)
	if !ok {
		c.literal(&d.Report, d.Literal(), v)
		return
	}
	c.short(&d.Report, i, v)
}

// short sets v to i if its type can represent it.
func (c *integer[V]) short(r *Report, i int64, v *V) {
	if w := V(i); w < 0 == (i < 0) {
		c.take(r, w, v)
	} else {
		r.Add(c.low)
	}
}

func (c *integer[V]) take(r *Report, w V, v *V) {
	switch {
	case w < c.least:
		r.Add(c.low)
	case w > c.most:
		r.Add(c.high)
	default:
		*v = w
		c.check(r, w)
	}
}

func (c *integer[V]) literal(r *Report, lit string, v *V) {
	w, verdict := wholeOf[V](lit)
	switch verdict {
	case decimal.OK:
		c.take(r, w, v)
	case decimal.OutOfRange:
		if lit[0] == '-' {
			r.Add(c.low)
		} else {
			r.Add(c.high)
		}
	default:
		r.Add(c.invalid)
	}
}

func (c *integer[V]) Check(r *Report, a place.Addr) { c.check(r, *place.To[V](a)) }

func (c *integer[V]) check(r *Report, v V) {
	for i := range c.limits {
		l := &c.limits[i]
		var ok bool
		switch l.op {
		case opMin:
			ok = v >= l.bound
		case opMax:
			ok = v <= l.bound
		case opExclusiveMin:
			ok = v > l.bound
		case opExclusiveMax:
			ok = v < l.bound
		case opMultiple:
			ok = v%l.bound == 0
		}
		if !ok {
			r.Add(l.issue)
		}
	}
}

func (c *integer[V]) Encode(e *Encoder, a place.Addr) { c.encode(e, *place.To[V](a)) }

func (c *integer[V]) encode(e *Encoder, v V) {
	if c.quoted {
		e.keep(append(appendWhole(append(e.B, '"'), v), '"'))
		return
	}
	e.keep(appendWhole(e.B, v))
}

// ParseText implements half of [Text]. A parameter is plain digits: 1e2 and 1.0 are integers
// in JSON only.
func (c *integer[V]) ParseText(r *Report, text string, a place.Addr) {
	c.parse(r, text, place.To[V](a))
}

func (c *integer[V]) parse(r *Report, text string, v *V) {
	digits, negative := strings.CutPrefix(text, "-")
	if n, ok := decimal.Plain(digits); ok {
		i := int64(n)
		if negative {
			i = -i
		}
		c.short(r, i, v)
		return
	}
	if !plainInteger(text) {
		r.Add(c.invalid)
		return
	}
	c.literal(r, text, v)
}

func plainInteger(s string) bool {
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	if s == "" || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// AppendText implements half of [Text].
func (c *integer[V]) AppendText(b []byte, a place.Addr) []byte {
	return appendWhole(b, *place.To[V](a))
}

func appendWhole[V int64 | uint64](b []byte, v V) []byte {
	if signed[V]() {
		return jsonx.AppendInt(b, int64(v))
	}
	return strconv.AppendUint(b, uint64(v), 10)
}
