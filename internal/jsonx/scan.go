package jsonx

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// scanString scans the string that begins at an offset and returns the end after its closing quote.
// If ok is false, end is the first byte that is invalid, or the end of the document.
func scanString(doc []byte, at int) (end int, escaped, ok bool) {
	i := at + 1
	for {
		for i+8 <= len(doc) {
			if m := special(binary.LittleEndian.Uint64(doc[i:])); m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i >= len(doc) {
			return i, false, false
		}
		switch c := doc[i]; {
		case c == '"':
			return i + 1, escaped, true
		case c == '\\':
			n := scanEscape(doc[i:])
			if n == 0 {
				return i, false, false
			}
			escaped = true
			i += n
		case c < ' ':
			return i, false, false
		case c < utf8.RuneSelf:
			i++
		default:
			end, valid := textEnd(doc, i)
			if !valid {
				return invalidAt(doc, i), false, false
			}
			i = end
		}
	}
}

// scanEscape returns the length of the escape that b begins with, or 0. A surrogate
// counts with its other half (RFC 7493 §2.1).
func scanEscape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
	default:
		return 0
	}
	unit, ok := scanHex(b[2:])
	switch {
	case !ok || 0xDC00 <= unit && unit <= 0xDFFF:
		return 0
	case unit < 0xD800 || unit > 0xDBFF:
		return 6
	case len(b) < 8 || b[6] != '\\' || b[7] != 'u':
		return 0
	}
	if unit, ok = scanHex(b[8:]); !ok || unit < 0xDC00 || unit > 0xDFFF {
		return 0
	}
	return 12
}

func scanHex(b []byte) (unit uint16, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		unit = unit<<4 | uint16(c)
	}
	return unit, true
}

// scanNumber scans the number that begins at an offset (RFC 8259 §6). If ok is false,
// end is where a digit is missing.
func scanNumber(doc []byte, at int) (end int, ok bool) {
	i := at
	if doc[i] == '-' {
		i++
	}
	switch {
	case i < len(doc) && doc[i] == '0':
		i++
	default:
		n := scanDigits(doc, i)
		if n == i {
			return i, false
		}
		i = n
	}
	if i < len(doc) && doc[i] == '.' {
		n := scanDigits(doc, i+1)
		if n == i+1 {
			return n, false
		}
		i = n
	}
	if i < len(doc) && doc[i]|0x20 == 'e' {
		i++
		if i < len(doc) && (doc[i] == '+' || doc[i] == '-') {
			i++
		}
		n := scanDigits(doc, i)
		if n == i {
			return i, false
		}
		i = n
	}
	return i, true
}

func scanDigits(doc []byte, at int) int {
	for at < len(doc) && doc[at]-'0' <= 9 {
		at++
	}
	return at
}

func scanWord(doc []byte, at int, word string) (end int, ok bool) {
	end = at + len(word)
	return end, end <= len(doc) && string(doc[at:end]) == word
}
