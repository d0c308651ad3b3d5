package client_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// note is a small entity.
type note struct {
	ID   int
	Text string
}

var (
	noteID   = prop.Int("id").Min(1).ReadOnly()
	noteText = prop.String("text").MaxLen(20)
	noteLeft = prop.Int("X-Left").Min(0).Optional()
	noteTags = prop.Array(prop.String("X-Tags"))

	notes = collection.Of("Note", func(n *note) collection.Fields {
		return collection.Fields{
			noteID.At(&n.ID).Key(),
			noteText.At(&n.Text),
		}
	})

	showNote = route.Get("/notes/{id}", notes.View()).Path(noteID).Fails(soldOut).ResponseHeader(noteLeft, noteTags)
	dropNote = route.Delete("/notes/{id}", collection.NoContent()).Path(noteID)
)

// A problem is an error with its status and code.
func TestProblemsAreErrors(t *testing.T) {
	app := quiet().RequestIDs().Group("/v1", showNote.Handle(func(c *route.Call) (note, error) {
		switch noteID.Get(c) {
		case 1:
			c.Header().Set("Retry-After", "7")
			return note{}, soldOut.Type("https://example.com/sold-out").Detail("Yesterday.").Extension("buyer", `{"name":"Ann"}`)
		case 2:
			return note{}, render.Invalid(notes.Create().Check(note{Text: strings.Repeat("x", 21)}))
		}
		return note{}, errors.New("a secret")
	})).MustBuild()
	other := render.NewProblem(409, "reserved", "It is reserved.")
	both(t, app, func(t *testing.T, c client.Client) {
		_, err := showNote.Call(t.Context(), c, noteID.Is(1))
		f, ok := errors.AsType[*client.ProblemError](err)
		if !ok || !errors.Is(fmt.Errorf("in: %w", err), soldOut) || errors.Is(err, other) || errors.Is(err, render.Conflict) {
			t.Fatal(err)
		}
		if f.Status != 409 || f.Code != "sold_out" || f.Title != "It is sold out." || f.Detail != "Yesterday." ||
			f.Type != "https://example.com/sold-out" || f.RequestID == "" || f.Instance != "urn:request:"+f.RequestID ||
			f.RetryAfter != 7*time.Second || len(f.Members) != 1 || f.Members[0] != (prop.Param{Name: "buyer", JSON: `{"name":"Ann"}`}) {
			t.Errorf("%+v", f)
		}
		if got := err.Error(); got != "GET /notes/{id}: 409 sold_out It is sold out. Yesterday." {
			t.Error(got)
		}

		_, err = showNote.Call(t.Context(), c, noteID.Is(2))
		f, _ = errors.AsType[*client.ProblemError](err)
		want := prop.Violations{{Code: "max_length", Detail: "must have at most 20 characters", Pointer: "#/text",
			Params: []prop.Param{{Name: "max", JSON: "20"}}}}
		if f == nil || f.Status != 422 || cmp.Diff(want, f.Violations) != "" {
			t.Errorf("%v", err)
		}
		if _, ok := errors.AsType[prop.Violations](err); ok {
			t.Error("a handler that returns the error would refuse its own client")
		}

		_, err = showNote.Call(t.Context(), c, noteID.Is(3))
		if f, _ = errors.AsType[*client.ProblemError](err); f == nil || f.Status != 500 || f.Code != "internal_error" {
			t.Errorf("%v", err)
		}
		_, err = showNote.Call(t.Context(), c.Below("/nowhere"), noteID.Is(1))
		if f, _ = errors.AsType[*client.ProblemError](err); f == nil || f.Status != 404 || f.Code != "not_found" {
			t.Errorf("%v", err)
		}
	})
}

// answering returns a handler with one response for every request.
func answering(status int, header map[string]string, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// Responses that the route does not declare are errors.
func TestUndeclaredResponsesAreErrors(t *testing.T) {
	const jsonType = "application/json"
	big := strings.Repeat("x", 3000)
	tests := []struct {
		name   string
		status int
		header map[string]string
		body   string
		want   string // the error without its operation; "" for none
	}{
		{"a note", 200, map[string]string{"Content-Type": jsonType, "X-Tags": "a, b"}, `{"data":{"id":1,"text":"x"}}`, ""},
		{"a note of a newer server", 200, map[string]string{"Content-Type": jsonType + "; charset=utf-8", "X-Tags": ""},
			`{"meta":{"a":[1]},"data":{"new":{"x":1},"id":1,"text":"x"}}`, ""},
		{"the page of a proxy", 502, map[string]string{"Content-Type": "text/html"}, "<html>" + big,
			"unexpected response: 502 text/html: its media type is not application/problem+json"},
		{"no media type", 200, map[string]string{"Content-Type": "", "X-Tags": ""}, `{}`,
			"unexpected response: 200: its media type is not application/json"},
		{"a page in place of a note", 200, map[string]string{"Content-Type": "text/html", "X-Tags": ""}, "<html>",
			"unexpected response: 200 text/html: its media type is not application/json"},
		{"another success", 202, map[string]string{"Content-Type": jsonType}, `{"data":{"id":1,"text":"x"}}`,
			"unexpected response: 202 application/json: the route does not declare the status"},
		{"a redirect", 302, map[string]string{"Location": "http://example.com/elsewhere", "Content-Type": "text/html"}, "",
			"unexpected response: 302 text/html: the route does not declare the status"},
		{"not modified, without a condition", 304, nil, "", "unexpected response: 304: the route does not declare the status"},
		{"no envelope", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"id":1,"text":"x"}`,
			"unexpected response: 200 application/json: it has no member data; set the envelope of the API with Renderer of the client"},
		{"a list", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `[]`,
			"unexpected response: 200 application/json: it is not a JSON object"},
		{"half a document", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,`,
			"unexpected response: 200 application/json: malformed JSON at byte 16: unexpected end"},
		{"nothing", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, ``,
			"unexpected response: 200 application/json: malformed JSON at byte 0: no value"},
		{"two documents", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,"text":"x"}} {}`,
			"unexpected response: 200 application/json: malformed JSON at byte 29: data after the value"},
		{"a note without a member, and with a bound that a newer server may have loosened", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":0}}`,
			"unexpected response: 200 application/json: it violates its rules:\n#/data/text: is required (required)"},
		{"a header is missing, and another beyond a bound", 200, map[string]string{"Content-Type": jsonType, "X-Left": "-1"}, `{"data":{"id":1,"text":"x"}}`,
			"unexpected response: 200 application/json: it violates its rules:\nheader parameter X-Tags: is required (required)"},
		{"too much", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,"text":"` + big + `"}}`,
			"unexpected response: 200 application/json: its body is longer than 1000 bytes"},
		{"half of what was announced", 200, map[string]string{"Content-Type": jsonType, "X-Tags": "", "Content-Length": "100"}, `{"data":{"id":1,"text":"x"}}`,
			"unexpected response: 200 application/json: its body is cut off: unexpected EOF"},
		{"a problem that is none", 500, map[string]string{"Content-Type": "application/problem+json"}, `[1]`,
			"unexpected response: 500 application/problem+json: it is not a JSON object"},
		{"half a problem", 500, map[string]string{"Content-Type": "application/problem+json"}, `{"title":"x"`,
			"unexpected response: 500 application/problem+json: json: unexpected end at offset 12"},
		{"a problem of somebody else", 500, map[string]string{"Content-Type": "application/problem+json"}, `{"title":7,"status":"x","detail":"d"}`,
			"500 d"},
	}
	for _, tt := range tests {
		both(t, answering(tt.status, tt.header, tt.body), func(t *testing.T, c client.Client) {
			_, err := showNote.Call(t.Context(), c.MaxBytes(1000), noteID.Is(1))
			got := ""
			if err != nil {
				got = strings.TrimPrefix(err.Error(), "GET /notes/{id}: ")
			}
			if got != tt.want {
				t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
			}
			if bad, ok := errors.AsType[*client.UnexpectedResponseError](err); ok && (bad.Status != tt.status || !strings.HasPrefix(tt.body, bad.Excerpt) || len(bad.Excerpt) > 200) {
				t.Errorf("%s: %+v", tt.name, bad)
			}
		})
	}
}

// Errors are short, whatever a server sends.
func TestErrorsAreShort(t *testing.T) {
	big := strings.Repeat("é", 100_000)
	bodies := map[string]http.Handler{
		"a problem": answering(500, map[string]string{"Content-Type": "application/problem+json"},
			`{"title":"`+big+`","code":"`+big+`","detail":"`+big+`","errors":[{"detail":"`+big+`"}]}`),
		"violations": answering(200, map[string]string{"Content-Type": "application/json", "X-Tags": ""},
			`{"data":{"text":"`+big+`","id":"`+big+`"}}`),
		"a media type": answering(500, map[string]string{"Content-Type": "text/" + big[:1000]}, big),
	}
	for name, h := range bodies {
		_, err := showNote.Call(t.Context(), client.Local(h), noteID.Is(1))
		if err == nil || len(err.Error()) > 2000 {
			t.Errorf("%s: %.3000v", name, err)
		}
	}
}

// Declared response headers are read with their properties.
func TestHeadersOfResponsesAreRead(t *testing.T) {
	app := quiet().Group("/v1", showNote.Handle(func(c *route.Call) (note, error) {
		if noteID.Get(c) == 2 {
			return note{}, soldOut
		}
		noteLeft.Set(c, 41)
		noteTags.Set(c, []string{"a", "b"})
		return note{ID: noteID.Get(c), Text: "x"}, nil
	}), dropNote.Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })).MustBuild()
	both(t, app, func(t *testing.T, c client.Client) {
		var answer client.Response
		c = c.Into(&answer)
		if _, err := showNote.Call(t.Context(), c, noteID.Is(1)); err != nil {
			t.Fatal(err)
		}
		if left, ok := noteLeft.Lookup(&answer); left != 41 || !ok || answer.Status() != 200 {
			t.Error(left, ok, answer.Status())
		}
		if tags := noteTags.Get(&answer); cmp.Diff(tags, []string{"a", "b"}) != "" {
			t.Error(tags)
		}
		_, err := showNote.Call(t.Context(), c, noteID.Is(2))
		if left, ok := noteLeft.Lookup(&answer); !errors.Is(err, soldOut) || left != 0 || ok || answer.Status() != 409 {
			t.Error(err, left, ok, answer.Status())
		}
		if _, err := dropNote.Call(t.Context(), c, noteID.Is(1)); err != nil || answer.Status() != 204 {
			t.Error(err, answer.Status())
		}
		defer func() {
			if got := fmt.Sprint(recover()); got != `tenon: property "X-Left" is not sent by DELETE /notes/{id}` {
				t.Error(got)
			}
		}()
		noteLeft.Get(&answer)
	})
}

// Responses may be in another envelope, or in none.
func TestTheEnvelopeIsTheAPIs(t *testing.T) {
	for _, r := range []render.Renderer{render.Envelope("result"), render.NoEnvelope()} {
		get := route.Get("/notes", notes.View())
		app := quiet().Renderer(r).Group("/v1", get.Handle(func(*route.Call) (note, error) { return note{1, "x"}, nil })).MustBuild()
		both(t, app, func(t *testing.T, c client.Client) {
			if got, err := get.Call(t.Context(), c.Renderer(r)); err != nil || got != (note{1, "x"}) {
				t.Error(got, err)
			}
			if _, err := get.Call(t.Context(), c); err == nil {
				t.Error("the envelope data was found in", r)
			}
		})
	}
}

// Prepare is called for each attempt, so that a token may be renewed.
func TestCallsPrepareEachAttempt(t *testing.T) {
	var seen []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization")+"|"+r.Header.Get("X-Other"))
		w.Header().Set("Retry-After", "0")
		soldOut.ServeHTTP(&withStatus{w, 503}, r)
	})
	n := 0
	c := client.Local(h).
		Prepare(func(r *http.Request) error { n++; r.Header.Add("Authorization", fmt.Sprint("Bearer ", n)); return nil }).
		Prepare(func(r *http.Request) error { r.Header.Set("X-Other", "x"); return nil })
	_, _ = showNote.Call(t.Context(), c, noteID.Is(1))
	if got := strings.Join(seen, ", "); got != "Bearer 1|x, Bearer 2|x, Bearer 3|x" {
		t.Error(got)
	}
	mistake := errors.New("no token")
	_, err := showNote.Call(t.Context(), c.Prepare(func(*http.Request) error { return mistake }), noteID.Is(1))
	if !errors.Is(err, mistake) || len(seen) != 3 {
		t.Error(err, len(seen))
	}
}

// Errors in the settings of a client are errors of each call.
func TestFaultsOfClientsAreErrors(t *testing.T) {
	tests := map[string]client.Client{
		"the URL of the client":                      client.New("localhost:8080"),
		"the URL of the client is":                   client.New("https://user:secret@example.com"),
		"the URL of the client is not":               client.New("https://example.com?x=1"),
		"the URL of the client is not a URL such as": client.New("%"),
		"Local has a nil handler":                    client.Local(nil),
		"Below of the client":                        client.New("http://example.com").Below("v1"),
		"Below of the client needs":                  client.New("http://example.com").Below("/v1?x"),
		"Prepare of the client":                      client.New("http://example.com").Prepare(nil),
		"MaxBytes of the client":                     client.New("http://example.com").MaxBytes(0),
		"Retry of the client":                        client.New("http://example.com").Retry(0, 0),
		"the client was not created by client.New":   {},
	}
	for want, c := range tests {
		_, err := showNote.Call(t.Context(), c, noteID.Is(1))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
