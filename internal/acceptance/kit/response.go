package kit

import (
	"bufio"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Response is a response that was read to its end.
type Response struct {
	Status int
	Header http.Header
	Body   string
	Close  bool // the server closes the connection after it
}

// ReadResponse reads the response to a request with this method.
func ReadResponse(t testing.TB, r *bufio.Reader, method string) Response {
	t.Helper()
	res, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no response: %v", err)
	}
	return readBody(t, res)
}

func readBody(t testing.TB, res *http.Response) Response {
	t.Helper()
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("the response breaks off: %v", err)
	}
	return Response{res.StatusCode, res.Header, string(body), res.Close}
}

// Problem is a problem as a client reads it.
type Problem struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	More                                int // more_errors
	Errors                              []Violation
}

// Violation is an element of errors.
type Violation struct {
	Code, Detail, In, Parameter, Pointer string
	Params                               map[string]any
}

// Place returns where the violation is: a pointer, or in:parameter and the pointer in it.
func (v Violation) Place() string {
	if v.In != "" {
		return v.In + ":" + v.Parameter + strings.TrimPrefix(v.Pointer, "#")
	}
	return v.Pointer
}

// Problem decodes a problem that has no extension members.
func (r Response) Problem(t testing.TB) (p Problem) {
	t.Helper()
	var members map[string]jsontext.Value
	if err := json.Unmarshal([]byte(r.Body), &members); err != nil {
		t.Fatalf("not a problem: %v\n%.300s", err, r.Body)
	}
	places := map[string]any{
		"type": &p.Type, "title": &p.Title, "detail": &p.Detail, "instance": &p.Instance, "code": &p.Code,
		"status": &p.Status, "more_errors": &p.More, "errors": &p.Errors,
	}
	for name, value := range members {
		place := places[name]
		if place == nil {
			t.Fatalf("not a problem: the member %s\n%.300s", name, r.Body)
		}
		if err := json.Unmarshal(value, place, json.RejectUnknownMembers(true), json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("not a problem: %s: %v\n%.300s", name, err, r.Body)
		}
	}
	return p
}

// Code returns the code of the problem, or "" if the response has none.
func (r Response) Code() string {
	var p struct{ Code string }
	_ = json.Unmarshal([]byte(r.Body), &p, json.MatchCaseInsensitiveNames(true))
	return p.Code
}

// Violations lists the violations of a problem as "code place".
func (p Problem) Violations() (all []string) {
	for _, v := range p.Errors {
		all = append(all, v.Code+" "+v.Place())
	}
	return all
}

// CheckWellFormed checks what is true of every response with JSON or without content.
func (r Response) CheckWellFormed(t testing.TB, method string) {
	t.Helper()
	if r.Status >= 500 {
		t.Errorf("the server failed: %d %s", r.Status, r.Body)
	}
	if len(r.Body) > 72<<10 {
		t.Errorf("a response of %d bytes", len(r.Body))
	}
	if r.Status == http.StatusNoContent {
		if len(r.Body) > 0 || r.Header.Get("Content-Type") != "" || r.Header.Get("Content-Length") != "" {
			t.Errorf("204 with content: %v %q", r.Header, r.Body)
		}
		return
	}
	media := "application/json"
	if r.Status >= 400 {
		media = "application/problem+json"
	}
	if r.Header.Get("Content-Type") != media {
		t.Errorf("Content-Type %q, want %q", r.Header.Get("Content-Type"), media)
	}
	if r.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Error("no nosniff")
	}
	if method == http.MethodHead {
		if n, err := strconv.Atoi(r.Header.Get("Content-Length")); len(r.Body) > 0 || err != nil || n == 0 {
			t.Errorf("HEAD: Content-Length %q and %d bytes", r.Header.Get("Content-Length"), len(r.Body))
		}
		return
	}
	if r.Header.Get("Content-Length") != strconv.Itoa(len(r.Body)) {
		t.Errorf("Content-Length %q of %d bytes", r.Header.Get("Content-Length"), len(r.Body))
	}
	if r.Status >= 400 {
		p := r.Problem(t)
		if p.Status != r.Status {
			t.Errorf("the problem says %d, the response %d", p.Status, r.Status)
		}
		for _, v := range p.Errors {
			if v.Detail == "" || v.Code == "" || v.Code != "pattern" && strings.ContainsAny(v.Detail, "{}") {
				t.Errorf("a violation without a detail: %+v", v)
			}
		}
	}
}
