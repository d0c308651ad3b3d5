package format

const (
	maxLocalPart = 64  // octets; RFC 5321, section 4.5.3.1.1
	maxMailbox   = 254 // octets; section 4.5.3.1.3, less the angle brackets of a path
)

// Email reports whether s is a Mailbox of RFC 5321, section 4.1.2: one bare
// address, its local part a dot-string or a quoted string of printable ASCII, its
// domain a name or an address literal in brackets. Of the literals only those of
// IPv4 and IPv6 are known. The local part has at most 64 octets, the whole 254.
func Email(s string) bool {
	if len(s) > maxMailbox {
		return false
	}
	n := localPart(s)
	if n == 0 || n > maxLocalPart || n == len(s) || s[n] != '@' {
		return false
	}
	domain := s[n+1:]
	if domain == "" || domain[0] != '[' {
		return isDomain(domain)
	}
	if domain[len(domain)-1] != ']' {
		return false
	}
	literal := domain[1 : len(domain)-1]
	if hasPrefixFold(literal, "ipv6:") {
		return IPv6(literal[len("ipv6:"):])
	}
	return IPv4(literal)
}

// localPart returns the length of the local part at the front of s, or 0.
func localPart(s string) int {
	if s != "" && s[0] == '"' {
		return quotedString(s)
	}
	n, afterDot := 0, true
	for ; n < len(s); n++ {
		switch {
		case isAtext(s[n]):
			afterDot = false
		case s[n] == '.' && !afterDot:
			afterDot = true
		default:
			if afterDot {
				return 0
			}
			return n
		}
	}
	return 0 // no @ follows
}

// quotedString returns the length of the Quoted-string that s starts with, or 0.
func quotedString(s string) int {
	for n := 1; n < len(s); n++ {
		switch c := s[n]; {
		case c == '"':
			return n + 1
		case c < ' ' || c > '~':
			return 0
		case c == '\\':
			n++
			if n == len(s) || s[n] < ' ' || s[n] > '~' {
				return 0
			}
		}
	}
	return 0
}

// isAtext is atext of RFC 5322, section 3.2.3.
func isAtext(c byte) bool {
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '/', '=', '?', '^', '_', '`', '{', '|', '}', '~':
		return true
	}
	return isAlnum(c)
}
