package kit

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// wired is an answer and its content.
type Response struct {
	*http.Response
	Content []byte
}

// writeCustomProblem is a problem as a client reads it.
type Problem struct {
	Type, Title, Detail, Instance, Code string
	Status                              int
	More                                int `json:"more_errors"`
	Errors                              []struct {
		Code, Detail, In, Parameter, Pointer string
		Params                               map[string]any
	}
}

// places lists the errors as rows write them.
func (p Problem) Places() (all []string) {
	for _, e := range p.Errors {
		place := e.Pointer
		if e.In != "" {
			place = e.In + ":" + e.Parameter + strings.TrimPrefix(e.Pointer, "#")
		}
		all = append(all, e.Code+" "+place)
	}
	return all
}

// sound checks what is true of every answer.
func CheckResponse(t *testing.T, method string, got Response) {
	t.Helper()
	if got.StatusCode >= 500 {
		t.Errorf("the server failed: %d %s", got.StatusCode, got.Content)
	}
	if len(got.Content) > 72<<10 {
		t.Errorf("an answer of %d bytes", len(got.Content))
	}
	if got.StatusCode == http.StatusNoContent {
		if len(got.Content) > 0 || got.Header.Get("Content-Type") != "" || got.Header.Get("Content-Length") != "" {
			t.Errorf("204 with content: %v %q", got.Header, got.Content)
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
		if n, err := strconv.Atoi(got.Header.Get("Content-Length")); len(got.Content) > 0 || err != nil || n == 0 {
			t.Errorf("HEAD: Content-Length %q and %d bytes", got.Header.Get("Content-Length"), len(got.Content))
		}
		return
	}
	if got.Header.Get("Content-Length") != strconv.Itoa(len(got.Content)) {
		t.Errorf("Content-Length %q of %d bytes", got.Header.Get("Content-Length"), len(got.Content))
	}
	if got.StatusCode >= 400 {
		var p Problem
		DecodeProblem(t, got.Content, &p)
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

func DecodeProblem(t *testing.T, content []byte, p *Problem) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		t.Fatalf("the problem is not one: %v\n%.300s", err, content)
	}
}
