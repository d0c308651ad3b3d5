package format

// UUID reports whether s is a UUID as RFC 9562, section 4, writes it: 36
// characters in groups of 8-4-4-4-12, of any version and variant, in upper or
// lower case. Braces and the urn:uuid: prefix are not part of that form.
func UUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	return areHex(four(s)|four(s[4:])<<32) &&
		areHex(four(s[9:])|four(s[14:])<<32) &&
		areHex(four(s[19:])|four(s[24:])<<32) &&
		areHex(four(s[28:])|four(s[32:])<<32)
}

// four is the first four bytes of s.
func four(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

// areHex reports whether each of eight bytes is a hexadecimal digit. Every byte is
// compared beside the others: with its highest bit set before, a difference borrows
// nothing from the next, and keeps that bit where it is not below 0.
func areHex(w uint64) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)
	lower := w | 0x20*ones
	digits := ((w | highs) - '0'*ones) & (('9'*ones | highs) - w)
	letters := ((lower | highs) - 'a'*ones) & (('f'*ones | highs) - lower)
	return w&highs == 0 && (digits|letters)&highs == highs
}
