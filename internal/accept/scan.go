package accept

import "strings"

// parameter is name=value of a media type (RFC 9110 §5.6.6). value holds what is between the quotes
// of a quoted string, with its backslashes.
type parameter struct {
	name, value string
	quoted      bool
}

// text returns the value without the backslashes of quoted pairs.
func (p parameter) text() string {
	if !p.quoted || strings.IndexByte(p.value, '\\') < 0 {
		return p.value
	}
	b := make([]byte, 0, len(p.value))
	for i := 0; i < len(p.value); i++ {
		if p.value[i] == '\\' {
			i++
		}
		b = append(b, p.value[i])
	}
	return string(b)
}

type paramStatus uint8

const (
	paramRead      paramStatus = iota
	paramNone                  // no further ";": rest is what stands there instead
	paramMalformed             // rest is where it stopped
)

// nextParameter reads *( OWS ";" OWS [ parameter ] ) up to and with one parameter.
func nextParameter(s string) (p parameter, rest string, status paramStatus) {
	semicolon := false
	for s = skipSpace(s); s != "" && s[0] == ';'; s = skipSpace(s[1:]) {
		semicolon = true
	}
	if !semicolon || s == "" || s[0] == ',' {
		return p, s, paramNone
	}
	if p.name, s = readToken(s); p.name == "" || s == "" || s[0] != '=' {
		return p, s, paramMalformed
	}
	s = s[1:]
	if s == "" || s[0] != '"' {
		if p.value, s = readToken(s); p.value == "" {
			return p, s, paramMalformed
		}
		return p, s, paramRead
	}
	end := quotedEnd(s)
	if end < 0 {
		return p, s, paramMalformed
	}
	p.value, p.quoted = s[1:end], true
	return p, s[end+1:], paramRead
}

// readType reads type "/" subtype. rest is where it stopped, also when that is not well formed.
func readType(s string) (typ, subtype, rest string, ok bool) {
	typ, s = readToken(s)
	if typ == "" || s == "" || s[0] != '/' {
		return typ, "", s, false
	}
	subtype, s = readToken(s[1:])
	return typ, subtype, s, subtype != ""
}

// skipElement returns s from the comma that ends its first element, or "" after the last. A comma in a
// quoted string ends nothing; a quote that is never closed takes the rest of the value.
func skipElement(s string) string {
	for s != "" {
		switch s[0] {
		case ',':
			return s
		case '"':
			end := quotedEnd(s)
			if end < 0 {
				return ""
			}
			s = s[end:]
		}
		s = s[1:]
	}
	return ""
}

// quotedEnd returns the index of the quote that closes the quoted string (RFC 9110 §5.6.4) which s
// starts with, or -1.
func quotedEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i
		case c == '\\':
			i++
			if i == len(s) || isControl(s[i]) {
				return -1
			}
		case isControl(c):
			return -1
		}
	}
	return -1
}

// skipEmpty skips empty elements of a list, which RFC 9110 §5.6.1.2 has a recipient ignore.
func skipEmpty(s string) string {
	for s != "" && (s[0] == ',' || s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}

func skipSpace(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}

// readToken splits s after its leading token characters (RFC 9110 §5.6.2).
func readToken(s string) (token, rest string) {
	i := 0
	for i < len(s) && isTokenChar(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

// IsToken reports whether s is a token (RFC 9110 §5.6.2), as names of headers and cookies are.
func IsToken(s string) bool {
	token, rest := readToken(s)
	return token != "" && rest == ""
}

func isTokenChar(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~':
		return true
	}
	return false
}

// isControl reports an octet that a quoted string must not hold.
func isControl(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }
