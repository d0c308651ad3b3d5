package format

// UUID reports whether s is a UUID as RFC 9562, section 4, writes it: 36
// characters in groups of 8-4-4-4-12, of any version and variant, in upper or
// lower case. Braces and the urn:uuid: prefix are not part of that form.
func UUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !isHex(s[i]) {
				return false
			}
		}
	}
	return true
}
