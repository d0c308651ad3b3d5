package codec

import "strings"

// spellingOf returns what makes one text of the several that a value of a format has; nil if texts
// are values. A text without upper case is returned as it is.
func spellingOf(form string) func(string) string {
	switch form {
	case "uuid", "hostname": // RFC 9562 §4, RFC 4343 §3
		return strings.ToLower
	case "email":
		return lowerDomain
	}
	return nil
}

// lowerDomain returns an email address with its domain in lower case; the part before it is one of
// the receiver (RFC 5321 §2.4). An address in brackets stays.
func lowerDomain(s string) string {
	at := strings.LastIndexByte(s, '@') + 1
	domain := strings.ToLower(s[at:])
	if domain == s[at:] || strings.HasPrefix(domain, "[") {
		return s
	}
	return s[:at] + domain
}

// spelled returns the text as it is stored. It stays as it is if only that satisfies the rules.
func (c *text) spelled(s string) string {
	one := c.spell(s)
	if len(c.rules) == 0 || one == s {
		return one
	}
	r := Report{Max: -1}
	if c.check(&r, one); r.Since(0) {
		return s
	}
	return one
}
