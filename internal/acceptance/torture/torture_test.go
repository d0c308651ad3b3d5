package torture_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// hostile is a request that no client should send, and its response.
type hostile struct {
	name   string
	method string // GET where it is empty
	target string // as in the request line
	fields []string
	body   string // sent as application/json by default

	status int
	// detail is what the problem says beyond what its status says; empty for
	// the usual text.
	detail string
	errors []string          // "code place", in order; a place is a pointer or in:parameter
	more   int               // more_errors
	holds  string            // part of the body of the response
	header map[string]string // of the response
	lacks  string            // must appear nowhere in the response
}

// marker is part of rejected values: no response may echo it.
const marker = "Zq8MARKERx"

// builtinProblems are the titles, codes and details of the library by status.
var builtinProblems = map[int]struct{ title, code, detail string }{
	400: {"Bad Request", "malformed_request", "The request is malformed."},
	404: {"Not Found", "not_found", "There is nothing at this path."},
	405: {"Method Not Allowed", "method_not_allowed", "The method is not allowed at this path."},
	406: {"Not Acceptable", "not_acceptable", "None of the accepted media types can be produced."},
	413: {"Content Too Large", "content_too_large", "The content of the request is too large."},
	414: {"URI Too Long", "uri_too_long", "The query of the request is too long."},
	415: {"Unsupported Media Type", "unsupported_media_type", "The media type of the content is not supported."},
	422: {"Unprocessable Content", "invalid_request", "The request is not valid; see errors."},
	431: {"Request Header Fields Too Large", "header_too_large", "A header field of the request is too large."},
}

// Every response is exact, and the same twice.
func TestHostileRequests(t *testing.T) {
	server := kit.Listen(t, kit.BuildGadgets(t))
	tables := map[string][]hostile{
		"body": hostileBodies, "document": hostileDocuments, "content": hostileContents,
		"query": hostileQueries, "style": hostileStyles,
		"header": hostileHeaders, "path": hostilePaths, "method": hostileMethods,
	}
	for table, rows := range tables {
		for _, row := range rows {
			t.Run(table+"/"+row.name, func(t *testing.T) {
				t.Parallel()
				first := row.send(t, server)
				row.check(t, first)
				again := row.send(t, server)
				if first.Body != again.Body || first.Status != again.Status {
					t.Errorf("sent twice, two responses:\n%s\n%s", first.Body, again.Body)
				}
			})
		}
	}
}

// send writes the request as bytes: http.Client would refuse or repair it.
func (h hostile) send(t *testing.T, server *kit.Server) kit.Response {
	t.Helper()
	method := h.method
	if method == "" {
		method = http.MethodGet
	}
	var req bytes.Buffer
	fmt.Fprintf(&req, "%s %s HTTP/1.1\r\nHost: example.com\r\n", method, h.target)
	hasType, hasLength := false, false
	for _, f := range h.fields {
		name, _, _ := strings.Cut(f, ":")
		hasType = hasType || strings.EqualFold(name, "Content-Type")
		hasLength = hasLength || strings.EqualFold(name, "Content-Length") || strings.EqualFold(name, "Transfer-Encoding")
		if f != noType {
			req.WriteString(f + "\r\n")
		}
	}
	writes := method == http.MethodPost || method == http.MethodPatch
	if writes && !hasType {
		req.WriteString("Content-Type: application/json\r\n")
	}
	if writes && !hasLength {
		fmt.Fprintf(&req, "Content-Length: %d\r\n", len(h.body))
	}
	req.WriteString("\r\n" + h.body)
	return server.Exchange(t, method, req.Bytes())
}

// noType leaves Content-Type out of a request that has content.
const noType = "Content-Type"

func (h hostile) check(t *testing.T, got kit.Response) {
	t.Helper()
	if got.Status != h.status {
		t.Fatalf("status %d, want %d: %.300s", got.Status, h.status, got.Body)
	}
	for name, want := range h.header {
		if text := strings.Join(got.Header.Values(name), " | "); text != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
	if !strings.Contains(got.Body, h.holds) {
		t.Errorf("%.600s\nlacks %s", got.Body, h.holds)
	}
	if h.status == http.StatusRequestEntityTooLarge && !got.Close {
		t.Error("the connection stays, with what was not read")
	}
	got.CheckWellFormed(t, h.method)
	h.checkEcho(t, got)
	if h.status < 400 || h.method == http.MethodHead {
		return
	}
	p := got.Problem(t)
	want := builtinProblems[h.status]
	if h.detail != "" {
		want.detail = h.detail
	}
	if p.Title != want.title || p.Code != want.code || p.Detail != want.detail {
		t.Errorf("got %q %q %q\nwant %q %q %q", p.Title, p.Code, p.Detail, want.title, want.code, want.detail)
	}
	if !slices.Equal(p.Violations(), h.errors) || p.More != h.more {
		t.Errorf("errors %q and %d more\nwant   %q and %d more", p.Violations(), p.More, h.errors, h.more)
	}
}

// checkEcho checks that the response echoes nothing that it rejects.
func (h hostile) checkEcho(t *testing.T, got kit.Response) {
	t.Helper()
	var header strings.Builder
	_ = got.Header.Write(&header)
	response := header.String() + got.Body
	if h.lacks != "" && strings.Contains(response, h.lacks) {
		t.Errorf("the response has %.40q: %.300s", h.lacks, got.Body)
	}
	if h.status >= 400 && strings.Contains(response, marker) {
		t.Errorf("the response repeats what it refuses: %.300s", got.Body)
	}
}
