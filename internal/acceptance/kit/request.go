package kit

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// Request returns a request. Each header is a line such as "Accept: text/html". A body is
// JSON unless a line has another Content-Type.
func Request(t testing.TB, method, target, body string, header ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	setHeader(r, body, header)
	return r
}

func setHeader(r *http.Request, body string, header []string) {
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	if body != "" && r.Header["Content-Type"] == nil {
		r.Header.Set("Content-Type", "application/json")
	}
}

// Send sends such a request to h, in memory, and returns the response.
func Send(t testing.TB, h http.Handler, method, target, body string, header ...string) Response {
	t.Helper()
	return Do(h, Request(t, method, target, body, header...))
}

// Do sends a request to h, in memory, and returns the response.
func Do(h http.Handler, r *http.Request) Response {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return Response{Status: w.Code, Header: w.Result().Header, Body: w.Body.String()}
}

// As returns the header lines of a request with a bearer token, unless that is empty, and
// with other lines.
func As(token string, header ...string) []string {
	if token != "" {
		header = append(header, "Authorization: Bearer "+token)
	}
	return header
}

// Headers returns the lines of these names and values. An empty value has no line.
func Headers(namesAndValues ...string) (lines []string) {
	for i := 0; i < len(namesAndValues); i += 2 {
		if namesAndValues[i+1] != "" {
			lines = append(lines, namesAndValues[i]+": "+namesAndValues[i+1])
		}
	}
	return lines
}

// Values returns a line for each value of a header.
func Values(name string, values ...string) (lines []string) {
	for _, v := range values {
		lines = append(lines, name+": "+v)
	}
	return lines
}

// Replace returns a header with lines in place of those that it has of the same names.
func Replace(header []string, lines ...string) []string {
	for _, line := range lines {
		name, _, _ := strings.Cut(line, ":")
		header = slices.DeleteFunc(slices.Clone(header), func(l string) bool { return strings.HasPrefix(l, name+":") })
	}
	return append(header, lines...)
}
