package authn

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// token68 returns the credentials of a scheme that are a token68 of RFC 9110, which is the
// b64token of RFC 6750.
func token68(r *http.Request, scheme string) (text string, found bool, err error) {
	text, found, err = authorization(r, scheme)
	if err == nil && found && !isToken68(text) {
		err = auth.Malformed(tree.AuthorizationMalformed)
	}
	return text, found, err
}

// authorization returns what the Authorization header has after a scheme (RFC 9110 §11.6.2).
func authorization(r *http.Request, scheme string) (text string, found bool, err error) {
	lines := r.Header["Authorization"]
	switch len(lines) {
	case 0:
		return "", false, nil
	case 1:
	default:
		return "", true, auth.Malformed(tree.AuthorizationRepeated)
	}
	name, rest, _ := strings.Cut(lines[0], " ")
	if !accept.IsToken(name) {
		return "", true, auth.Malformed(tree.AuthorizationMalformed)
	}
	if !strings.EqualFold(name, scheme) {
		return "", false, nil
	}
	text = strings.TrimLeft(rest, " ")
	if len(text) > MaxCredentials {
		return "", true, auth.TooLong()
	}
	return text, true, nil
}

// isToken68 reports whether s is a token68 of RFC 9110 §11.2.
func isToken68(s string) bool {
	s = strings.TrimRight(s, "=")
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '-', c == '.', c == '_', c == '~', c == '+', c == '/':
		default:
			return false
		}
	}
	return s != ""
}
