package format

// UUID reports whether s is a UUID as RFC 9562, section 4, writes it: 36
// characters in groups of 8-4-4-4-12, of any version and variant, in upper or
// lower case. Braces and the urn:uuid: prefix are not part of that form.
func UUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	ok := areHex(s[:8]) & areHex(s[9:13]) & areHex(s[14:18]) & areHex(s[19:23]) & areHex(s[24:])
	return ok != 0
}

// areHex is 1 where each byte of s is a hexadecimal digit, otherwise 0.
func areHex(s string) (ok byte) {
	ok = 1
	for i := range len(s) {
		ok &= hexDigits[s[i]]
	}
	return ok
}

var hexDigits = [256]byte{
	'0': 1, '1': 1, '2': 1, '3': 1, '4': 1, '5': 1, '6': 1, '7': 1, '8': 1, '9': 1,
	'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'A': 1, 'B': 1, 'C': 1, 'D': 1, 'E': 1, 'F': 1,
}
