package format

import "strings"

// URI reports whether s is a URI of RFC 3986, section 3: one with a scheme. A
// fragment is allowed; what is not ASCII must be percent-encoded. It is a question
// of syntax only: a host may be empty, and a port has no upper bound.
func URI(s string) bool {
	n := scheme(s)
	return n > 0 && isHierPart(s[n:])
}

// URIReference reports whether s is a URI-reference of RFC 3986, section 4.1: a
// URI, or a relative reference such as /a?b, //host/a, #c or the empty text.
func URIReference(s string) bool {
	if n := scheme(s); n > 0 {
		return isHierPart(s[n:])
	}
	// Section 4.2: without a scheme, a colon in the first segment would read as one.
	for i := range len(s) {
		if c := s[i]; c == ':' {
			return false
		} else if c == '/' || c == '?' || c == '#' {
			break
		}
	}
	return isHierPart(s)
}

// scheme returns the length of the scheme at the front of s with its colon, or 0.
func scheme(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case isAlpha(c):
		case i == 0:
			return 0
		case isDigit(c), c == '+', c == '-', c == '.':
		case c == ':':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// isHierPart reports whether s is a hier-part or relative-part with the query and
// fragment after it.
func isHierPart(s string) bool {
	if strings.HasPrefix(s, "//") {
		s = s[2:]
		end := strings.IndexAny(s, "/?#")
		if end < 0 {
			end = len(s)
		}
		if !isAuthority(s[:end]) {
			return false
		}
		s = s[end:]
	}
	s = s[span(s, ":@/"):]
	if s != "" && s[0] == '?' {
		s = s[1:]
		s = s[span(s, ":@/?"):]
	}
	if s != "" && s[0] == '#' {
		s = s[1:]
		s = s[span(s, ":@/?"):]
	}
	return s == ""
}

// isAuthority follows section 3.2: [ userinfo "@" ] host [ ":" port ].
func isAuthority(s string) bool {
	if at := strings.IndexByte(s, '@'); at >= 0 {
		if span(s[:at], ":") != at {
			return false
		}
		s = s[at+1:]
	}
	if s != "" && s[0] == '[' {
		end := strings.IndexByte(s, ']')
		if end < 0 || !IPv6(s[1:end]) && !isIPvFuture(s[1:end]) {
			return false
		}
		s = s[end+1:]
	} else {
		// Digits and dots that are no IPv4 address are still a reg-name.
		s = s[span(s, ""):]
	}
	return s == "" || s[0] == ':' && digits(s[1:]) == len(s)-1
}

// isIPvFuture follows section 3.2.2: "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ).
func isIPvFuture(s string) bool {
	if !hasPrefixFold(s, "v") {
		return false
	}
	dot := strings.IndexByte(s, '.')
	if dot < 2 || dot == len(s)-1 {
		return false
	}
	for i := 1; i < dot; i++ {
		if !isHex(s[i]) {
			return false
		}
	}
	for i := dot + 1; i < len(s); i++ {
		if !isUnreserved(s[i]) && !isSubDelim(s[i]) && s[i] != ':' {
			return false
		}
	}
	return true
}

// span returns the length of the longest front of s made of unreserved,
// sub-delims, pct-encoded and the delimiters in extra.
func span(s, extra string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isUnreserved(c), isSubDelim(c), strings.IndexByte(extra, c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		default:
			return i
		}
	}
	return len(s)
}

func isUnreserved(c byte) bool {
	return isAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

func isSubDelim(c byte) bool {
	switch c {
	case '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=':
		return true
	}
	return false
}
