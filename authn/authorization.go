package authn

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/ir"
)

// authorization returns the credentials of a scheme in the Authorization header (RFC
// 9110 §11.6.2). They are a token68 of RFC 9110, which is the b64token of RFC 6750.
func authorization(r *http.Request, scheme string) (token string, found bool, err error) {
	lines := r.Header["Authorization"]
	switch len(lines) {
	case 0:
		return "", false, nil
	case 1:
	default:
		return "", true, auth.Malformed(ir.AuthorizationRepeated)
	}
	name, rest, _ := strings.Cut(lines[0], " ")
	if !isToken(name) {
		return "", true, auth.Malformed(ir.AuthorizationMalformed)
	}
	if !strings.EqualFold(name, scheme) {
		return "", false, nil
	}
	token = strings.TrimLeft(rest, " ")
	switch {
	case len(token) > MaxCredentials:
		return "", true, auth.TooLong()
	case !isToken68(token):
		return "", true, auth.Malformed(ir.AuthorizationMalformed)
	}
	return token, true, nil
}

const alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// isToken reports whether s is a token of RFC 9110 §5.6.2.
func isToken(s string) bool {
	return s != "" && strings.Trim(s, alphanumeric+"!#$%&'*+-.^_`|~") == ""
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
