package codec

import (
	"math"
	"time"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// unixTime is a time that is an integer in JSON and parameters: the seconds or milliseconds since
// 1970.
type unixTime struct {
	number *integer[int64]
	millis bool
}

// UnixTime compiles a time in the seconds or milliseconds of its format.
func UnixTime(_ *Compiler, n *tree.Prop) Codec {
	t := n.Type.(tree.Integer)
	return &unixTime{integerOf[int64](n, t), t.Format == tree.UnixMilli}
}

// Unix returns the number of whole units before t: of milliseconds, or seconds. A time that is too
// far has the greatest or the least number.
func Unix(t time.Time, millis bool) int64 {
	s := t.Unix()
	switch {
	case !millis:
		return s
	case s > math.MaxInt64/1000-1:
		return math.MaxInt64
	case s < math.MinInt64/1000+1:
		return math.MinInt64
	}
	return t.UnixMilli()
}

func (c *unixTime) set(a place.Addr, n int64) {
	t := time.Unix(n, 0)
	if c.millis {
		t = time.UnixMilli(n)
	}
	*place.To[time.Time](a) = t.UTC()
}

func (c *unixTime) of(a place.Addr) int64 { return Unix(*place.To[time.Time](a), c.millis) }

func (c *unixTime) Decode(d *Decoder, a place.Addr) {
	var n int64
	c.number.decode(d, &n)
	c.set(a, n)
}

func (c *unixTime) Check(r *Report, a place.Addr) {
	var n int64
	c.number.take(r, c.of(a), &n)
}

func (c *unixTime) Encode(e *Encoder, a place.Addr) {
	n := c.of(a)
	if n < c.number.least || n > c.number.most {
		e.fail(noText("Unix time"))
		return
	}
	c.number.encode(e, n)
}

// ParseText implements half of [Text].
func (c *unixTime) ParseText(r *Report, text string, a place.Addr) {
	var n int64
	c.number.parse(r, text, &n)
	c.set(a, n)
}

// AppendText implements half of [Text].
func (c *unixTime) AppendText(b []byte, a place.Addr) []byte { return appendWhole(b, c.of(a)) }

// Ordering implements [Ordered]: to the nanosecond, as a cursor of whole seconds could repeat its own
// row.
func (c *unixTime) Ordering() Ordering {
	if c.millis {
		return Instants(time.Millisecond)
	}
	return Instants(time.Second)
}
