package octets

import "math/bits"

// What is in each byte of a word: one, and its highest bit. A byte b in each is
// b*Ones.
const (
	Ones  = 0x0101010101010101
	Highs = 0x80 * Ones
)

// Eight is the first eight bytes of s.
func Eight[S string | []byte](s S) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Four is the first four bytes of s, in the lower half of a word.
func Four[S string | []byte](s S) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// Characters counts the characters of s, which must be valid UTF-8.
func Characters(s string) int {
	n := len(s)
	for ; len(s) >= 8; s = s[8:] {
		w := Eight(s)
		n -= bits.OnesCount64(w &^ (w << 1) & Highs) // 10xxxxxx continues a character
	}
	for i := range len(s) {
		if s[i]&0xC0 == 0x80 {
			n--
		}
	}
	return n
}
