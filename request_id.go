package tenon

import (
	"context"
	"crypto/rand"
	"net/http"
)

// RequestIDs gives every request an id: that of its header X-Request-Id, where
// there is one of 1 to 128 letters, digits and characters of "-._~:@+=/" that
// does not begin with a slash, and otherwise 128 random bits. The answer carries
// it in the same header, also one that refuses the request; problems that have no
// instance of their own have urn:request:<id>; and what the library logs has it
// as request_id. Documents tell of both headers. Without RequestIDs there are none.
//
// An id connects lines of logs. It is neither a secret nor unique, for clients
// choose it.
func (a API) RequestIDs() API {
	return a.edit(func(d *declaration) { d.outside.ids = true })
}

// RequestID returns the id of the request that a context belongs to; "" if it
// has none.
func RequestID(ctx context.Context) string {
	if x := exchangeOf(ctx); x != nil {
		return x.id
	}
	return ""
}

// identify finds the id of a request, and answers with it.
func (x *exchange) identify(w http.ResponseWriter, r *http.Request) {
	if given := r.Header["X-Request-Id"]; len(given) == 1 && validRequestID(given[0]) {
		x.id = given[0]
	} else {
		x.id = rand.Text()
	}
	x.line[0] = x.id
	w.Header()["X-Request-Id"] = x.line[:]
}

// validRequestID reports whether text may stand in a log, in a header, and at
// the end of a URN (RFC 8141 §2).
func validRequestID(text string) bool {
	const most = 128
	if text == "" || len(text) > most || text[0] == '/' {
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

// instanceOf is the URI of what happened to a request.
func instanceOf(id string) string { return "urn:request:" + id }
