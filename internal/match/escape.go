package match

import (
	"cmp"
	"strings"
)

// compareDecoded compares a decoded literal with a percent-encoded segment, without allocating
// the decoded segment. ok is false if it finds a malformed escape, which equals nothing.
func compareDecoded(literal, raw string) (order int, ok bool) {
	for i := range len(literal) {
		if raw == "" {
			return +1, true
		}
		c := raw[0]
		if c == '%' {
			if c, ok = unescape(raw); !ok {
				return 0, false
			}
			raw = raw[2:]
		}
		raw = raw[1:]
		if literal[i] != c {
			return cmp.Compare(literal[i], c), true
		}
	}
	if raw != "" {
		return -1, true
	}
	return 0, true
}

// decode returns s without its escapes, which must be well formed.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for ; s != ""; s = s[1:] {
		c := s[0]
		if c == '%' {
			c, _ = unescape(s)
			s = s[2:]
		}
		b.WriteByte(c)
	}
	return b.String()
}

// unescape returns the octet of the escape at the beginning of s: "%" and two hexadecimal
// digits.
func unescape(s string) (byte, bool) {
	if len(s) < 3 {
		return 0, false
	}
	hi, ok1 := unhex(s[1])
	lo, ok2 := unhex(s[2])
	return hi<<4 | lo, ok1 && ok2
}

func unhex(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// isPathChar reports whether c needs no escape in a segment: pchar of RFC 3986 §3.3 without
// "%".
func isPathChar(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("-._~!$&'()*+,;=:@", c) >= 0
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
