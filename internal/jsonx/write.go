package jsonx

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// What cannot be written as JSON.
var (
	ErrUTF8      = errors.New("json: string is not valid UTF-8")
	ErrNotFinite = errors.New("json: number is not finite")
)

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string with the escapes of RFC 8785 §3.2.2.2: only those
// that JSON demands. If s is not valid UTF-8 it returns b as it was and [ErrUTF8].
func AppendString(b []byte, s string) ([]byte, error) {
	start := len(b)
	b = append(b, '"')
	i := plain(s, 0)
	if i == len(s) { // nearly every string
		b = append(b, s...)
		return append(b, '"'), nil
	}
	from, ascii := 0, true // s[from:i] has no escapes and is yet to be appended
	for i < len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			for ascii = false; i+1 < len(s) && s[i+1] >= utf8.RuneSelf; {
				i++
			}
		case c < ' ' || c == '"' || c == '\\':
			b = append(b, s[from:i]...)
			b = appendEscape(b, c)
			from = i + 1
		}
		i = plain(s, i+1)
	}
	if !ascii && !utf8.ValidString(s) {
		return b[:start], ErrUTF8
	}
	b = append(b, s[from:]...)
	return append(b, '"'), nil
}

// plain is the first offset from i of a byte that has an escape or is not ASCII.
func plain(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		if m := special(w); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\t':
		return append(b, '\\', 't')
	case '\n':
		return append(b, '\\', 'n')
	case '\f':
		return append(b, '\\', 'f')
	case '\r':
		return append(b, '\\', 'r')
	default:
		return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
	}
}

// AppendFloat appends f as the shortest number that reads back as f, in the format of
// RFC 8785 §3.2.2.3 (that of ECMAScript): 0.000001, 1e-7, 1e+21, and 0 for minus zero. With
// bits 32 it is the shortest that reads back as float32(f); any other bits mean 64.
// If the value is not finite it returns b as it was and [ErrNotFinite].
func AppendFloat(b []byte, f float64, bits int) ([]byte, error) {
	if bits == 32 {
		f = float64(float32(f))
	} else {
		bits = 64
	}
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return b, ErrNotFinite
	case f == 0:
		return append(b, '0'), nil
	case math.Abs(f) >= 1e21:
		return strconv.AppendFloat(b, f, 'e', -1, bits), nil
	case math.Abs(f) >= smallestPlain(bits):
		return strconv.AppendFloat(b, f, 'f', -1, bits), nil
	}
	b = strconv.AppendFloat(b, f, 'e', -1, bits)
	if n := len(b); b[n-2] == '0' && b[n-3] == '-' {
		b[n-2] = b[n-1] // ECMAScript has no leading zero in an exponent: 1e-07 is 1e-7
		b = b[:n-1]
	}
	return b, nil
}

// smallestPlain is the least size of a number that is written without an exponent: 0.000001. The
// float32 of that name is smaller than the float64.
func smallestPlain(bits int) float64 {
	if bits == 32 {
		return float64(float32(1e-6))
	}
	return 1e-6
}

// AppendRaw appends one JSON value without the white space between its tokens. Strings and
// numbers stay as they are written. If raw is not [Valid] it returns b as it was and a
// *[Fault].
func AppendRaw(b []byte, raw []byte) ([]byte, error) {
	out, err := jsontext.AppendFormat(b, raw, jsontext.PreserveRawStrings(true))
	if err == nil {
		return out, nil
	}
	var r Reader // an encoder's error counts in bytes of the output
	r.Reset(raw, Limits{Depth: maxDepth, Members: math.MaxInt})
	r.Skip()
	if err := r.End(); err != nil {
		return b, err
	}
	return b, faultOf(err, raw)
}

// Valid reports whether doc is one JSON value as a [Reader] accepts it, apart from limits.
func Valid(doc []byte) bool {
	if len(doc) > 0 { // one number or string, as most are
		switch kinds[doc[0]] {
		case Number:
			if end, ok := scanNumber(doc, 0); ok && end == len(doc) {
				return true
			}
		case String:
			if end, _, ok := scanString(doc, 0); ok && end == len(doc) {
				return true
			}
		}
	}
	return jsontext.Value(doc).IsValid()
}
