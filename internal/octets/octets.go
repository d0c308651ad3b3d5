package octets

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
