package codec

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Ordering implements [Ordered].
func (c *integer[V]) Ordering() Ordering[V] {
	return Ordering[V]{
		Compare: cmp.Compare[V],
		Append:  func(b []byte, v V) ([]byte, bool) { return c.AppendText(b, &v), true },
		Parse: func(text string) (V, bool) {
			v, verdict := wholeOf[V](text)
			return v, verdict == decimal.OK && plainInteger(text)
		},
		Width: len("-9223372036854775808"),
	}
}

// Ordering implements [Ordered]. NaN sorts before every number, as in
// [cmp.Compare], and has no text.
func (c *float[V]) Ordering() Ordering[V] {
	return Ordering[V]{
		Compare: cmp.Compare[V],
		Append: func(b []byte, v V) ([]byte, bool) {
			b, err := jsonx.AppendFloat(b, float64(v), 64)
			return b, err == nil
		},
		Parse: func(text string) (V, bool) {
			f, verdict := decimal.Float64(text)
			return V(f), verdict == decimal.OK
		},
		Width: len("-0.0000012345678901234567"),
	}
}

// Ordering implements [Ordered]: false before true.
func (c *boolean[V]) Ordering() Ordering[V] {
	return Ordering[V]{
		Compare: func(v, w V) int {
			switch {
			case v == w:
				return 0
			case bool(w):
				return -1
			}
			return 1
		},
		Append: func(b []byte, v V) ([]byte, bool) { return strconv.AppendBool(b, bool(v)), true },
		Parse:  func(text string) (V, bool) { return text == "true", text == "true" || text == "false" },
		Width:  len("false"),
	}
}

// textOrdering sorts by bytes, which is by code points (RFC 3629 §1).
func textOrdering[V ~string](width int) Ordering[V] {
	return Ordering[V]{
		Compare: func(v, w V) int { return strings.Compare(string(v), string(w)) },
		Append:  func(b []byte, v V) ([]byte, bool) { return append(b, v...), true },
		Parse:   func(text string) (V, bool) { return V(text), true },
		Width:   width,
	}
}

// Ordering implements [Ordered]: by the texts of the choices, not by the order
// in which they are declared.
func (c *enum[V]) Ordering() Ordering[V] {
	width := 0
	for _, v := range c.values {
		width = max(width, len(v))
	}
	return textOrdering[V](width)
}

// Ordering implements [Ordered].
func (c *text[V]) Ordering() Ordering[V] {
	width := formatWidth(c.form)
	for _, r := range c.rules {
		if r.most < 0 {
			continue
		}
		most := r.most
		if !asciiFormat(c.form) {
			most *= utf8.UTFMax
		}
		if width == Unbounded || most < width {
			width = most
		}
	}
	return textOrdering[V](width)
}

// formatWidth is how long a text of a format is at most.
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

// Ordering implements [Ordered]: by value, so that 1.0 and 1.00 are equal. What
// is no decimal number sorts before all that are.
func (c *exact[V]) Ordering() Ordering[V] {
	return Ordering[V]{
		Compare: compareDecimals[V],
		Append:  func(b []byte, v V) ([]byte, bool) { return append(b, v...), true },
		Parse:   func(text string) (V, bool) { return V(text), true },
		Width:   c.width(),
	}
}

func compareDecimals[V ~string](v, w V) int {
	x, ok := decimal.Parse(string(v))
	y, also := decimal.Parse(string(w))
	switch {
	case ok && also:
		return x.Cmp(y)
	case ok:
		return 1
	case also:
		return -1
	}
	return strings.Compare(string(v), string(w))
}

// width is bounded by Places, Min and Max together.
func (c *exact[V]) width() int {
	if c.places < 0 {
		return Unbounded
	}
	whole, low, high := 0, false, false
	for _, l := range c.limits {
		bound := l.bound.String()
		if strings.Contains(bound, "e+") {
			return Unbounded // more digits than any cursor holds
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

// Ordering implements [Ordered]: by bytes, which are what base64 carries.
func (c *binary) Ordering() Ordering[[]byte] {
	width := Unbounded
	if c.max >= 0 {
		width = base64.RawStdEncoding.EncodedLen(c.max)
	}
	return Ordering[[]byte]{
		Compare: bytes.Compare,
		Append: func(b []byte, v []byte) ([]byte, bool) {
			return base64.RawStdEncoding.AppendEncode(b, v), true
		},
		Parse: func(text string) ([]byte, bool) {
			b, err := base64.RawStdEncoding.DecodeString(text)
			return b, err == nil
		},
		Width: width,
	}
}

// Ordering implements [Ordered]. A type of the user's own has only the order
// that it is given; its texts tell its values apart all the same.
func (c *scalar[V]) Ordering() Ordering[V] {
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

// SortBy gives the values of a scalar an order; no text of theirs is longer than
// width bytes.
func SortBy[V any](c Codec[V], compare func(v, w V) int, width int) Codec[V] {
	if s, ok := c.(*scalar[V]); ok {
		s.notation.Ordering = Ordering[V]{Compare: compare, Width: width}
	}
	return c
}

const instant = "2006-01-02T15:04:05.999999999Z"

// Instants sorts times as points in time, to the nanosecond: a cursor that knew
// only what is shown, microseconds, could meet its own row again.
func Instants() Ordering[time.Time] {
	return Ordering[time.Time]{
		Compare: time.Time.Compare,
		Append: func(b []byte, t time.Time) ([]byte, bool) {
			t = t.UTC()
			if year := t.Year(); year < 0 || year > 9999 {
				return b, false
			}
			return t.AppendFormat(b, instant), true
		},
		Parse: func(text string) (time.Time, bool) {
			t, err := time.Parse(instant, text)
			return t, err == nil
		},
		Width: len(instant),
	}
}

// Days sorts times by the calendar day that they have in their own location,
// which is what is shown of them.
func Days() Ordering[time.Time] {
	return Ordering[time.Time]{
		Compare: func(t, u time.Time) int { return cmp.Compare(day(t), day(u)) },
		Width:   len(time.DateOnly),
	}
}

// day numbers calendar days in their order, with gaps.
func day(t time.Time) int {
	y, m, d := t.Date()
	return (y*16+int(m))*32 + d
}

// Durations sorts lengths of time, to the nanosecond.
func Durations() Ordering[time.Duration] {
	return Ordering[time.Duration]{
		Compare: cmp.Compare[time.Duration],
		Append: func(b []byte, d time.Duration) ([]byte, bool) {
			return strconv.AppendInt(b, int64(d), 10), true
		},
		Parse: func(text string) (time.Duration, bool) {
			n, err := strconv.ParseInt(text, 10, 64)
			return time.Duration(n), err == nil
		},
		Width: len("-9223372036854775808"),
	}
}

// Addresses sorts IPv4 before IPv6, and then by number.
func Addresses() Ordering[netip.Addr] {
	return Ordering[netip.Addr]{
		Compare: netip.Addr.Compare,
		Width:   len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"),
	}
}

// Prefixes sorts as [netip.Prefix.Compare] does: by version, network, length.
func Prefixes() Ordering[netip.Prefix] {
	return Ordering[netip.Prefix]{
		Compare: netip.Prefix.Compare,
		Width:   len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255/128"),
	}
}
