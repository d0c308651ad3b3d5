package format

import "strings"

const (
	maxLabel = 63  // octets; RFC 1035, section 2.3.4
	maxName  = 253 // octets; 255 on the wire, less the first length and the root
)

// Hostname reports whether s is a host name of RFC 1123, section 2.1: labels of
// letters, digits and inner hyphens, at most 63 octets each and 253 in all, without
// a final dot. A name of the form #.#.#.# is an address or a mistyped one, and not a
// name. A label that starts with xn-- must be an A-label; see [isALabel].
func Hostname(s string) bool {
	if !isDomain(s) || isDottedNumber(s) {
		return false
	}
	for more := true; more; {
		var label string
		label, s, more = strings.Cut(s, ".")
		if hasPrefixFold(label, "xn--") && !isALabel(label[len("xn--"):]) {
			return false
		}
	}
	return true
}

// isDomain reports whether s is a Domain of RFC 5321, section 4.1.2, within the
// lengths of the DNS: labels of letters, digits and inner hyphens.
func isDomain(s string) bool {
	if s == "" || len(s) > maxName {
		return false
	}
	for more := true; more; {
		var label string
		label, s, more = strings.Cut(s, ".")
		if !isLDHLabel(label) {
			return false
		}
	}
	return true
}

// isLDHLabel follows RFC 5890, section 2.3.1.
func isLDHLabel(s string) bool {
	if s == "" || len(s) > maxLabel || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if !isAlnum(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}

// isDottedNumber reports whether s is four labels of digits.
func isDottedNumber(s string) bool {
	for label := 0; ; label++ {
		n := digits(s)
		if label == 3 {
			return n > 0 && n == len(s)
		}
		if n == 0 || n == len(s) || s[n] != '.' {
			return false
		}
		s = s[n+1:]
	}
}
