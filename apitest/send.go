package apitest

import (
	"net/http"
	"strings"
	"testing"
)

// Response is the response to a request of [Send].
type Response struct {
	Status int
	Header http.Header
	Body   string

	location string
}

// Location returns the path and the query of the Location header, or "".
func (r Response) Location() string { return r.location }

// Send sends a request to a handler in memory. Reports of [Histories] have their requests as calls of
// it, to repeat them in a test. credentials may be nil; header has names and values in turn.
func Send(t testing.TB, h http.Handler, credentials func(*http.Request), method, target, body string, header ...string) Response {
	t.Helper()
	if len(header)%2 != 0 {
		t.Fatalf("the header %q has no value", header[len(header)-1])
	}
	if !strings.HasPrefix(target, "/") {
		t.Fatalf("the target %q does not begin with a slash", target)
	}
	x := &exchange{method: method, target: target, header: http.Header{}, body: []byte(body)}
	for i := 0; i < len(header); i += 2 {
		x.header.Set(header[i], header[i+1])
	}
	x.send(h, "[2001:db8::1]:1234", credentials)
	return Response{Status: x.status, Header: x.response, Body: string(x.got), location: x.location()}
}
