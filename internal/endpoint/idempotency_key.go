package endpoint

import (
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// An Idempotency-Key has 1 to 255 printable ASCII characters. The draft defines it as a string
// of structured fields, in quotes (RFC 8941 §3.3.3); many clients send it without quotes.
const (
	maxText = 255
	// MaxKeyLen is the length of a quoted text with every character escaped.
	MaxKeyLen = 2 + 2*maxText
	// KeyPattern matches the keys that ParseKey accepts.
	KeyPattern = `^(?:[!#-~](?:[ -~]{0,253}[!-~])?|"(?:[ !#-\[\]-~]|\\["\\]){1,255}")$`
)

var errKey = media.Malformed(tree.KeyMalformed)

// idempotencyKey returns the key in the header. It is the same with and without quotes.
func idempotencyKey(lines []string) (text string, given bool, problem *render.Problem) {
	switch len(lines) {
	case 0:
		return "", false, nil
	case 1:
		if text, ok := ParseKey(media.Trim(lines[0])); ok {
			return text, true, nil
		}
	}
	return "", true, errKey
}

// ParseKey returns the text of a key, plain or in quotes.
func ParseKey(s string) (text string, ok bool) {
	if s == "" || len(s) > MaxKeyLen {
		return "", false
	}
	if s[0] == '"' {
		s, ok = unquote(s)
	} else {
		ok = s[0] != ' ' && s[len(s)-1] != ' '
	}
	if !ok || s == "" || len(s) > maxText {
		return "", false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return "", false
		}
	}
	return s, true
}

// unquote reads a string of structured fields. The caller checks its characters. It
// rejects parameters after the string.
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
