package jsonx

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"

	"github.com/tenon-go/tenon/internal/octets"
)

// Errors of values without JSON text.
var (
	ErrUTF8      = errors.New("json: string is not valid UTF-8")
	ErrNotFinite = errors.New("json: number is not finite")
)

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string with the escapes of RFC 8785 §3.2.2.2: only those
// that JSON demands. If s is not valid UTF-8 it returns b as it was and [ErrUTF8].
func AppendString(b []byte, s string) ([]byte, error) {
	start, n := len(b), len(s)
	end := start + n + 2
	if n > 16 || end > cap(b) {
		return appendLong(b, s)
	}
	b = b[:end]
	b[start], b[end-1] = '"', '"'
	var marks uint64 // of words that are copied and checked at once
	switch text := b[start+1 : end-1]; {
	case n >= 8:
		first, last := octets.Eight(s), octets.Eight(s[n-8:])
		binary.LittleEndian.PutUint64(text, first)
		binary.LittleEndian.PutUint64(text[n-8:], last)
		marks = odd(first) | odd(last)
	case n >= 4:
		first, last := octets.Four(s), octets.Four(s[n-4:])
		binary.LittleEndian.PutUint32(text, uint32(first))
		binary.LittleEndian.PutUint32(text[n-4:], uint32(last))
		marks = odd(first | last<<32)
	case n > 0:
		text[0], text[n/2], text[n-1] = s[0], s[n/2], s[n-1]
		marks = odd(short(s))
	}
	if marks&octets.Highs == 0 { // ASCII without escapes, as most strings are
		return b, nil
	}
	return escaped(b, start, s)
}

// appendLong is AppendString for strings that are copied as a whole.
func appendLong(b []byte, s string) ([]byte, error) {
	start := len(b)
	b = append(append(append(b, '"'), s...), '"')
	if Plain(s) {
		return b, nil
	}
	return escaped(b, start, s)
}

// escaped corrects the end of b, where s is copied as it is, from start on.
func escaped(b []byte, start int, s string) ([]byte, error) {
	end, valid := textEnd(s, 0)
	if valid && end == len(s) { // without escapes
		return b, nil
	}
	b = b[:start+1]
	for from := 0; valid; end, valid = textEnd(s, from) {
		b = append(b, s[from:end]...)
		if end == len(s) {
			return append(b, '"'), nil
		}
		b = appendEscape(b, s[end])
		from = end + 1
	}
	return b[:start], ErrUTF8
}

// Plain reports whether s is ASCII without characters to escape, so that it needs only
// quotes as a JSON string.
func Plain[S string | []byte](s S) bool {
	if len(s) < 8 {
		return special(short(s)) == 0
	}
	marks := odd(octets.Eight(s[len(s)-8:]))
	for len(s) > 32 {
		marks |= odd(octets.Eight(s)) | odd(octets.Eight(s[8:])) | odd(octets.Eight(s[16:])) | odd(octets.Eight(s[24:]))
		s = s[32:]
	}
	for len(s) > 8 {
		marks |= odd(octets.Eight(s))
		s = s[8:]
	}
	return marks&octets.Highs == 0
}

const spaces = ' ' * octets.Ones

// short returns the fewer than eight bytes of s, padded with spaces.
func short[S string | []byte](s S) uint64 {
	switch n := len(s); {
	case n >= 4:
		return octets.Four(s) | octets.Four(s[n-4:])<<32
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16 | spaces&^0xFFFFFF
	}
	return spaces
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
	if size := math.Abs(f); bits != 32 && 1/millionths <= size && size < 1e9 { // most have few digits
		if n := uint64(size*millionths + 0.5); float64(n)/millionths == size {
			return appendMillionths(b, n, f < 0), nil
		}
	}
	if bits == 32 {
		f = float64(float32(f))
	} else {
		bits = 64
	}
	switch size := math.Abs(f); {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return b, ErrNotFinite
	case f == 0:
		return append(b, '0'), nil
	case size >= 1e21:
		return strconv.AppendFloat(b, f, 'e', -1, bits), nil
	case size >= smallestPlain(bits):
		return strconv.AppendFloat(b, f, 'f', -1, bits), nil
	}
	b = strconv.AppendFloat(b, f, 'e', -1, bits)
	if n := len(b); b[n-2] == '0' && b[n-3] == '-' {
		b[n-2] = b[n-1] // ECMAScript has no leading zero in an exponent: 1e-07 is 1e-7
		b = b[:n-1]
	}
	return b, nil
}

const millionths = 1e6 // in one

// appendMillionths appends n/10^6 with as few digits as it has. n has at most 15: a float64
// is the nearest to no more than one such number, so that this is the shortest which reads
// back as it.
func appendMillionths(b []byte, n uint64, negative bool) []byte {
	if negative {
		b = append(b, '-')
	}
	b = appendUint(b, n/millionths)
	n %= millionths
	if n == 0 {
		return b
	}
	first, rest := n/100, n%100
	b = binary.LittleEndian.AppendUint32(append(b, '.'), fourDigits(uint32(first)))
	if rest != 0 {
		b = append(b, byte('0'+rest/10), byte('0'+rest%10))
	}
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

// smallestPlain is the least size of a number that is written without an exponent: 0.000001. The
// float32 of that name is smaller than the float64.
func smallestPlain(bits int) float64 {
	if bits == 32 {
		return float64(float32(1e-6))
	}
	return 1e-6
}

// special marks the high bit of the first byte of w, in memory order, that ends or may
// spoil a plain string: a quote, a backslash, a control character, or one that is not
// ASCII. Bits behind the first may be wrong.
func special(w uint64) uint64 { return odd(w) & octets.Highs }

// odd is special with other bits around the marks. Without its second bit, a quote is the successor
// of the control characters, and what they become is below it.
func odd(w uint64) uint64 {
	const ones = octets.Ones
	return w | (w ^ 2*ones - ('"'^2+1)*ones) | (w ^ '\\'*ones - ones)
}
