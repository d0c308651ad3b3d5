package tenon_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hostile is a request that nobody should send, and all of the answer to it.
type hostile struct {
	name   string
	method string // GET where it is empty
	target string // as it stands in the request line
	fields []string
	body   string // sent as application/json, unless fields say otherwise

	status int
	// detail is what the problem says beyond what its status says; empty for
	// the usual text.
	detail string
	errors []string          // "code place", in order; a place is a pointer or in:parameter
	more   int               // more_errors
	holds  string            // part of the answer's content
	header map[string]string // of the answer
	lacks  string            // must appear nowhere in the answer
}

// marker stands in rejected values: no answer may repeat it.
const marker = "Zq8MARKERx"

// refusals are what the library says of each status.
var refusals = map[int]struct{ title, code, detail string }{
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

func TestHostileRequestsGetExactAnswers(t *testing.T) {
	server := httptest.NewServer(tortured())
	t.Cleanup(server.Close) // after the parallel rows
	tables := map[string][]hostile{
		"body": hostileBodies, "document": hostileDocuments, "content": hostileContents,
		"query": hostileQueries, "style": hostileStyles,
		"header": hostileHeaders, "path": hostilePaths, "method": hostileMethods,
	}
	for table, rows := range tables {
		for _, row := range rows {
			t.Run(table+"/"+row.name, func(t *testing.T) {
				t.Parallel()
				first := row.send(t, server.Listener.Addr().String())
				row.check(t, first)
				again := row.send(t, server.Listener.Addr().String())
				if !bytes.Equal(first.content, again.content) || first.StatusCode != again.StatusCode {
					t.Errorf("asked twice, two answers:\n%s\n%s", first.content, again.content)
				}
			})
		}
	}
}

// wired is an answer and its content.
type wired struct {
	*http.Response
	content []byte
}

// send writes the request as bytes: http.Client would refuse or repair it.
func (h hostile) send(t *testing.T, addr string) wired {
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
	return exchange(t, addr, method, req.Bytes())
}

// noType leaves Content-Type out of a request that has content.
const noType = "Content-Type"

// exchange sends a request on a connection of its own and reads the answer,
// which may come before all of the request is written.
func exchange(t *testing.T, addr, method string, request []byte) wired {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	go func() { _, _ = conn.Write(request) }() // the server may hang up first
	return readAnswer(t, bufio.NewReader(conn), method)
}

func readAnswer(t *testing.T, r *bufio.Reader, method string) wired {
	t.Helper()
	res, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	content, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("the answer breaks off: %v", err)
	}
	return wired{res, content}
}

// writeCustomProblem is a problem as a client reads it.
type writeCustomProblem struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	More                                int `json:"more_errors"`
	Errors                              []struct {
		Code, Detail, In, Parameter, Pointer string
		Params                               map[string]any
	}
}

// places lists the errors as rows write them.
func (p writeCustomProblem) places() (all []string) {
	for _, e := range p.Errors {
		place := e.Pointer
		if e.In != "" {
			place = e.In + ":" + e.Parameter + strings.TrimPrefix(e.Pointer, "#")
		}
		all = append(all, e.Code+" "+place)
	}
	return all
}

func (h hostile) check(t *testing.T, got wired) {
	t.Helper()
	if got.StatusCode != h.status {
		t.Fatalf("status %d, want %d: %.300s", got.StatusCode, h.status, got.content)
	}
	for name, want := range h.header {
		if text := strings.Join(got.Header.Values(name), " | "); text != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
	if !bytes.Contains(got.content, []byte(h.holds)) {
		t.Errorf("%.600s\nlacks %s", got.content, h.holds)
	}
	if h.status == http.StatusRequestEntityTooLarge && !got.Close {
		t.Error("the connection stays, with what was not read")
	}
	sound(t, h.method, got)
	h.silent(t, got)
	if h.status < 400 || h.method == http.MethodHead {
		return
	}
	var p writeCustomProblem
	strictly(t, got.content, &p)
	want := refusals[h.status]
	if h.detail != "" {
		want.detail = h.detail
	}
	if p.Title != want.title || p.Code != want.code || p.Detail != want.detail {
		t.Errorf("got %q %q %q\nwant %q %q %q", p.Title, p.Code, p.Detail, want.title, want.code, want.detail)
	}
	if !slices.Equal(p.places(), h.errors) || p.More != h.more {
		t.Errorf("errors %q and %d more\nwant   %q and %d more", p.places(), p.More, h.errors, h.more)
	}
}

// sound checks what is true of every answer.
func sound(t *testing.T, method string, got wired) {
	t.Helper()
	if got.StatusCode >= 500 {
		t.Errorf("the server failed: %d %s", got.StatusCode, got.content)
	}
	if len(got.content) > 72<<10 {
		t.Errorf("an answer of %d bytes", len(got.content))
	}
	if got.StatusCode == http.StatusNoContent {
		if len(got.content) > 0 || got.Header.Get("Content-Type") != "" || got.Header.Get("Content-Length") != "" {
			t.Errorf("204 with content: %v %q", got.Header, got.content)
		}
		return
	}
	media := "application/json"
	if got.StatusCode >= 400 {
		media = "application/problem+json"
	}
	if got.Header.Get("Content-Type") != media {
		t.Errorf("Content-Type %q, want %q", got.Header.Get("Content-Type"), media)
	}
	if got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Error("no nosniff")
	}
	if method == http.MethodHead {
		if n, err := strconv.Atoi(got.Header.Get("Content-Length")); len(got.content) > 0 || err != nil || n == 0 {
			t.Errorf("HEAD: Content-Length %q and %d bytes", got.Header.Get("Content-Length"), len(got.content))
		}
		return
	}
	if got.Header.Get("Content-Length") != strconv.Itoa(len(got.content)) {
		t.Errorf("Content-Length %q of %d bytes", got.Header.Get("Content-Length"), len(got.content))
	}
	if got.StatusCode >= 400 {
		var p writeCustomProblem
		strictly(t, got.content, &p)
		if p.Status != got.StatusCode {
			t.Errorf("the problem says %d, the answer %d", p.Status, got.StatusCode)
		}
		for _, e := range p.Errors {
			if e.Detail == "" || e.Code == "" || e.Code != "pattern" && strings.ContainsAny(e.Detail, "{}") {
				t.Errorf("an error that tells nothing: %+v", e)
			}
		}
	}
}

func strictly(t *testing.T, content []byte, p *writeCustomProblem) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		t.Fatalf("the problem is not one: %v\n%.300s", err, content)
	}
}

// silent checks that a refusal repeats nothing of what it refuses.
func (h hostile) silent(t *testing.T, got wired) {
	t.Helper()
	var header strings.Builder
	_ = got.Header.Write(&header)
	answer := header.String() + string(got.content)
	if h.lacks != "" && strings.Contains(answer, h.lacks) {
		t.Errorf("the answer has %.40q: %.300s", h.lacks, got.content)
	}
	if h.status >= 400 && strings.Contains(answer, marker) {
		t.Errorf("the answer repeats what it refuses: %.300s", got.content)
	}
}
