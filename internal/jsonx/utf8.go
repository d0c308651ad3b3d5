package jsonx

import (
	"math/bits"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/octets"
)

// textEnd returns the offset, from i on, of the first quote, backslash or control character, or
// the length of s, and reports whether the text before it is valid UTF-8 (RFC 3629 §4). It reads
// eight bytes at a time and has no branches that depend on where characters begin, apart from two
// cases that come in runs: ASCII, and characters of three bytes.
func textEnd[S string | []byte](s S, i int) (end int, valid bool) {
	const ones, highs = octets.Ones, octets.Highs
	var bad uint64               // errors
	var before, long, due uint64 // the previous word; where it has long characters; continuation bytes that are due
	for {
		w := word(s, i)
		if due == 0 {
			for threes(w) {
				i += 6
				w = word(s, i)
			}
		}
		n := 8
		switch m := ends(w); {
		case m != 0:
			n = bits.TrailingZeros64(m) / 8
			w &= 1<<(8*n) - 1
		case due == 0 && w&highs == 0:
			i += n
			continue
		}
		i += n
		// The high bit of each byte: a character of at least two, three or four bytes begins.
		twos := w & (w << 1)
		three := twos & (w << 2)
		fours := three & (w << 3)
		// Each continuation byte must be due, and each that is due must be one.
		bad |= w&^(w<<1) ^ (due | twos<<8 | three<<16 | fours<<24)
		bad |= zeros(w&(0xFE*ones) ^ 0xC0*ones) // C0 and C1 are overlong
		if (three|long)&highs != 0 {
			// Other overlong characters, surrogates, and characters above U+10FFFF.
			lead := w<<8 | before>>56 // of the byte at its place
			bad |= zeros(lead^0xE0*ones)&^(w<<2) | zeros(lead^0xED*ones)&(w<<2)
			bad |= zeros(lead^0xF0*ones)&^(w<<2|w<<3) | zeros(lead^0xF4*ones)&(w<<2|w<<3)
			bad |= fours & (w<<4 | w<<5&(w<<6|w<<7)) // F5 to FF
		}
		if n < 8 {
			return i, bad&highs == 0
		}
		before, long, due = w, three, (twos>>56|three>>48|fours>>40)&highs
	}
}

// word returns the eight bytes of s from i on, with zeros behind its end.
func word[S string | []byte](s S, i int) (w uint64) {
	switch rest := len(s) - i; {
	case rest >= 8:
		return octets.Eight(s[i:])
	case len(s) >= 8:
		return octets.Eight(s[len(s)-8:]) >> (64 - 8*rest)
	}
	for n := len(s) - 1; n >= i; n-- {
		w = w<<8 | uint64(s[n])
	}
	return w
}

// ends marks the high bit of the first byte of w that is a quote, a backslash or a control
// character. Bits behind the first may be wrong.
func ends(w uint64) uint64 {
	const ones, highs = octets.Ones, octets.Highs
	return ((w - ' '*ones) | (w ^ '"'*ones - ones) | (w ^ '\\'*ones - ones)) &^ w & highs
}

// zeros marks the high bits of bytes that are zero. It may also mark a one behind a zero: where
// it is called, these are two leads in a row, which is an error anyway.
func zeros(w uint64) uint64 { return (w - octets.Ones) &^ w }

// threes reports whether w begins with two characters of three bytes, as most of Asia's are.
func threes(w uint64) bool {
	return w&0xC0C0F0_C0C0F0 == 0x8080E0_8080E0 && allowed(w) && allowed(w>>24)
}

// allowed reports whether a character of three bytes is neither overlong nor a surrogate.
func allowed(w uint64) bool {
	w &= 0x200F // the second byte is from A0 on; which of E0 to EF is the first
	return w != 0 && w != 0x200D
}

// invalidAt returns the first offset from i on that begins no character, and the length of doc if
// there is none.
func invalidAt(doc []byte, i int) int {
	for i < len(doc) {
		_, n := utf8.DecodeRune(doc[i:])
		if n == 1 && doc[i] >= utf8.RuneSelf {
			break
		}
		i += n
	}
	return i
}
