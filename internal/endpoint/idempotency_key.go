package route

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// An Idempotency-Key is 1 to 255 characters of printable ASCII. The draft writes
// it as a string of structured fields, in quotes (RFC 8941 §3.3.3); many clients
// send it as it is.
const (
	longestText = 255
	// longestKey is a text of which every character is escaped, in quotes.
	longestKey = 2 + 2*longestText
	// keyPattern is what parseKey takes.
	keyPattern = `^(?:[!#-~](?:[ -~]{0,253}[!-~])?|"(?:[ !#-\[\]-~]|\\["\\]){1,255}")$`
)

var errKey = malformed(ir.KeyMalformed)

// idempotencyKey reads the lines of the header. Both spellings of a text are one
// key.
func idempotencyKey(lines []string) (text string, given bool, problem *render.Problem) {
	switch len(lines) {
	case 0:
		return "", false, nil
	case 1:
		if text, ok := parseKey(trim(lines[0])); ok {
			return text, true, nil
		}
	}
	return "", true, errKey
}

func parseKey(s string) (text string, ok bool) {
	if s == "" || len(s) > longestKey {
		return "", false
	}
	if s[0] == '"' {
		s, ok = unquote(s)
	} else {
		ok = s[0] != ' ' && s[len(s)-1] != ' '
	}
	if !ok || s == "" || len(s) > longestText {
		return "", false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return "", false
		}
	}
	return s, true
}

// unquote reads a string of structured fields; its characters are checked by the
// caller. Parameters behind it mean nothing here and are not taken.
func unquote(s string) (text string, ok bool) {
	b := make([]byte, 0, len(s))
	for i := 1; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			return string(b), i == len(s)-1
		case '\\':
			i++
			if i == len(s) || s[i] != '"' && s[i] != '\\' {
				return "", false
			}
			b = append(b, s[i])
		default:
			b = append(b, c)
		}
	}
	return "", false
}
