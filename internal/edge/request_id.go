package edge

import (
	"crypto/rand"
	"net/http"
)

// RequestID returns the ID of a request: that of X-Request-Id if it is valid, and a random
// one otherwise.
func RequestID(r *http.Request) string {
	if given := r.Header["X-Request-Id"]; len(given) == 1 && isRequestID(given[0]) {
		return given[0]
	}
	return rand.Text()
}

// isRequestID reports whether text is safe in a log, in a header, and at the end of a URN
// (RFC 8141 §2).
func isRequestID(text string) bool {
	const maxLen = 128
	if text == "" || len(text) > maxLen || text[0] == '/' {
		return false
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '-', c == '.', c == '_', c == '~', c == ':', c == '@', c == '+', c == '=', c == '/':
		default:
			return false
		}
	}
	return true
}
