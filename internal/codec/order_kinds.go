package codec

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// Ordering implements [Ordered].
func (c *integer[V]) Ordering() Ordering {
	o := OrderingOf(cmp.Compare[V], len("-9223372036854775808"))
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) { return appendWhole(b, *place.To[V](a)), true }
	o.Parse = func(text string, a place.Addr) bool {
		v, verdict := wholeOf[V](text)
		*place.To[V](a) = v
		return verdict == decimal.OK && plainInteger(text)
	}
	return o
}

// Ordering implements [Ordered]. NaN sorts before every number, as in
// [cmp.Compare], and has no text.
func (c *float) Ordering() Ordering {
	o := OrderingOf(cmp.Compare[float64], len("-0.0000012345678901234567"))
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		b, err := jsonx.AppendFloat(b, *place.To[float64](a), 64)
		return b, err == nil
	}
	o.Parse = func(text string, a place.Addr) bool {
		f, verdict := decimal.Float64(text)
		*place.To[float64](a) = f
		return verdict == decimal.OK
	}
	return o
}

// Ordering implements [Ordered]: false before true.
func (c *boolean) Ordering() Ordering {
	return Ordering{
		Compare: func(a, b place.Addr) int {
			v, w := *place.To[bool](a), *place.To[bool](b)
			switch {
			case v == w:
				return 0
			case w:
				return -1
			}
			return 1
		},
		Append: func(b []byte, a place.Addr) ([]byte, bool) { return c.AppendText(b, a), true },
		Parse: func(text string, a place.Addr) bool {
			*place.To[bool](a) = text == "true"
			return text == "true" || text == "false"
		},
		Width: len("false"),
	}
}

// textOrdering sorts texts.
//
//go:noinline
func textOrdering(compare func(v, w string) int, width int) Ordering {
	o := OrderingOf(compare, width)
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) { return append(b, *place.To[string](a)...), true }
	o.Parse = func(text string, a place.Addr) bool {
		*place.To[string](a) = text
		return true
	}
	return o
}

// Ordering implements [Ordered]: by the texts of the values, not by the order of their
// declaration.
func (c *enum) Ordering() Ordering {
	width := 0
	for _, v := range c.values {
		width = max(width, len(v))
	}
	return textOrdering(strings.Compare, width)
}

// Ordering implements [Ordered]: by bytes, which is by code points (RFC 3629 §1).
func (c *text) Ordering() Ordering {
	width := formatWidth(c.form)
	for _, r := range c.rules {
		if r.most < 0 {
			continue
		}
		most := min(r.most, math.MaxInt32/utf8.UTFMax) // far beyond a cursor
		if !asciiFormat(c.form) {
			most *= utf8.UTFMax
		}
		if width == Unbounded || most < width {
			width = most
		}
	}
	o := textOrdering(strings.Compare, width)
	if c.spell != nil { // a program may have other spellings than it is sent
		o.Compare = func(a, b place.Addr) int {
			return strings.Compare(c.spell(*place.To[string](a)), c.spell(*place.To[string](b)))
		}
		o.Append = func(b []byte, a place.Addr) ([]byte, bool) { return append(b, c.spell(*place.To[string](a))...), true }
	}
	return o
}

// formatWidth returns the greatest length of a text of a format.
func formatWidth(form string) int {
	switch form {
	case "uuid":
		return 36 // RFC 9562 §4
	case "hostname":
		return 253 // RFC 1035 §2.3.4, without the root
	case "email":
		return 254 // RFC 5321 §4.5.3.1.3
	}
	return Unbounded
}

func asciiFormat(form string) bool {
	switch form {
	case "uuid", "hostname", "email", "uri", "uri-reference", "time":
		return true
	}
	return false
}

// Ordering implements [Ordered]: by value, so that 1.0 and 1.00 are equal. Texts that are not
// decimal numbers sort first.
func (c *decimalText) Ordering() Ordering { return textOrdering(compareDecimals, c.width()) }

func compareDecimals(v, w string) int {
	x, ok := decimal.Parse(v)
	y, also := decimal.Parse(w)
	switch {
	case ok && also:
		return x.Cmp(y)
	case ok:
		return 1
	case also:
		return -1
	}
	return strings.Compare(v, w)
}

// width is bounded by Scale, Min and Max together.
func (c *decimalText) width() int {
	if c.places < 0 {
		return Unbounded
	}
	whole, low, high := 0, false, false
	for _, l := range c.limits {
		bound := l.bound.Text()
		if strings.Contains(bound, "e+") {
			return Unbounded // more digits than a cursor can have
		}
		digits, _, _ := strings.Cut(strings.TrimPrefix(bound, "-"), ".")
		whole = max(whole, len(digits))
		low, high = low || l.op == opMin, high || l.op == opMax
	}
	if !low || !high {
		return Unbounded
	}
	return len("-") + whole + len(".") + c.places
}

// Ordering implements [Ordered]: by bytes.
func (c *binary) Ordering() Ordering {
	width := Unbounded
	if c.counts.max >= 0 {
		width = base64.RawStdEncoding.EncodedLen(min(c.counts.max, math.MaxInt32/8)) // far beyond a cursor
	}
	o := OrderingOf(bytes.Compare, width)
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		return base64.RawStdEncoding.AppendEncode(b, *place.To[[]byte](a)), true
	}
	o.Parse = func(text string, a place.Addr) bool {
		b, err := base64.RawStdEncoding.DecodeString(text)
		*place.To[[]byte](a) = b
		return err == nil
	}
	return o
}

// Ordering implements [Ordered]. A type of the application has only the order that it declares,
// and its texts distinguish its values.
func (c *scalar) Ordering() Ordering {
	how := c.notation.Ordering
	if how.Compare == nil {
		how.Width = formatWidth(c.form)
	}
	if how.Append == nil {
		how.Append = c.notation.Append
	}
	if how.Parse == nil {
		how.Parse = c.notation.Parse
	}
	return how
}

// SortBy sets the order of the values of a scalar.
func SortBy(c Codec, how Ordering) Codec {
	if s, ok := c.(*scalar); ok {
		s.notation.Ordering = how
	}
	return c
}

const instant = "2006-01-02T15:04:05.999999999Z"

// Instants sorts times to the nanosecond: a cursor with microseconds, as clients see them, could
// repeat its own row. Filters compare in the unit that clients see.
func Instants(unit time.Duration) Ordering {
	o := OrderingOf(time.Time.Compare, len(instant))
	if o.Unit = unit; unit > time.Nanosecond {
		o.Shown = func(a, b place.Addr) int {
			return format.Truncate(*place.To[time.Time](a), unit).Compare(format.Truncate(*place.To[time.Time](b), unit))
		}
	}
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		t := place.To[time.Time](a).UTC()
		if year := t.Year(); year < 0 || year > 9999 {
			return b, false
		}
		return t.AppendFormat(b, instant), true
	}
	o.Parse = func(text string, a place.Addr) bool {
		t, err := time.Parse(instant, text)
		*place.To[time.Time](a) = t
		return err == nil
	}
	return o
}

// Days sorts times by the calendar day in their own location, which is what clients see.
func Days() Ordering {
	return OrderingOf(func(t, u time.Time) int { return cmp.Compare(day(t), day(u)) }, len(time.DateOnly))
}

// day returns a number for a calendar day that grows with it.
func day(t time.Time) int {
	y, m, d := t.Date()
	return (y*16+int(m))*32 + d
}

// Durations sorts durations to the nanosecond.
func Durations() Ordering {
	o := OrderingOf(cmp.Compare[time.Duration], len("-9223372036854775808"))
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) {
		return strconv.AppendInt(b, int64(*place.To[time.Duration](a)), 10), true
	}
	o.Parse = func(text string, a place.Addr) bool {
		n, err := strconv.ParseInt(text, 10, 64)
		*place.To[time.Duration](a) = time.Duration(n)
		return err == nil
	}
	return o
}

// Addresses sorts IPv4 before IPv6, and then by number.
func Addresses() Ordering {
	return OrderingOf(netip.Addr.Compare, len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"))
}

// Prefixes sorts by version, network and length.
func Prefixes() Ordering {
	return OrderingOf(func(p, q netip.Prefix) int { return p.Masked().Compare(q.Masked()) }, len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255/128"))
}
