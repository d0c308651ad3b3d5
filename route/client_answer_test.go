package route_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

	notes = collection.Of("Note",
		collection.Bind(noteID, func(n *note) *int { return &n.ID }).Key(),
		collection.Bind(noteText, func(n *note) *string { return &n.Text }),
	)

	showNote = route.Get("/notes/{id}", notes.View()).Path(noteID).Fails(soldOut).Sends(noteLeft, noteTags)
	dropNote = route.Delete("/notes/{id}", collection.Nothing()).Path(noteID)
)

// TestProblemsAreErrors of their kind.
func TestProblemsAreErrors(t *testing.T) {
	app := quiet().RequestIDs().Group("/v1", showNote.Handle(func(c *route.Call) (note, error) {
		switch noteID.Get(c) {
		case 1:
			c.Header().Set("Retry-After", "7")
			return note{}, soldOut.Type("https://example.com/sold-out").Detail("Yesterday.").Member("buyer", `{"name":"Ann"}`)
		case 2:
			return note{}, notes.Create().Check(note{Text: strings.Repeat("x", 21)})
		}
		return note{}, errors.New("a secret")
	})).MustBuild()
	other := render.NewProblem(409, "reserved", "It is reserved.")
	both(t, app, func(t *testing.T, client route.Client) {
		_, err := showNote.Call(t.Context(), client, noteID.Is(1))
		f, ok := errors.AsType[*route.Failure](err)
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

		_, err = showNote.Call(t.Context(), client, noteID.Is(2))
		f, _ = errors.AsType[*route.Failure](err)
		want := prop.Violations{{Code: "max_length", Detail: "must have at most 20 characters", Pointer: "#/text",
			Params: []prop.Param{{Name: "max", JSON: "20"}}}}
		if f == nil || f.Status != 422 || cmp.Diff(want, f.Violations) != "" {
			t.Errorf("%v", err)
		}
		if _, ok := errors.AsType[prop.Violations](err); ok {
			t.Error("a handler that returns the error would refuse its own client")
		}

		_, err = showNote.Call(t.Context(), client, noteID.Is(3))
		if f, _ = errors.AsType[*route.Failure](err); f == nil || f.Status != 500 || f.Code != "internal_error" {
			t.Errorf("%v", err)
		}
		_, err = showNote.Call(t.Context(), client.Below("/nowhere"), noteID.Is(1))
		if f, _ = errors.AsType[*route.Failure](err); f == nil || f.Status != 404 || f.Code != "not_found" {
			t.Errorf("%v", err)
		}
	})
}

// answering is a handler that answers the same to everything.
func answering(status int, header map[string]string, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// TestOtherAnswersAreErrors names what no route declares.
func TestOtherAnswersAreErrors(t *testing.T) {
	const jsonType = "application/json"
	big := strings.Repeat("x", 3000)
	tests := []struct {
		name   string
		status int
		header map[string]string
		body   string
		want   string // what the error says behind the operation; "" for none
	}{
		{"a note", 200, map[string]string{"Content-Type": jsonType, "X-Tags": "a, b"}, `{"data":{"id":1,"text":"x"}}`, ""},
		{"a note of a newer server", 200, map[string]string{"Content-Type": jsonType + "; charset=utf-8", "X-Tags": ""},
			`{"meta":{"a":[1]},"data":{"new":{"x":1},"id":1,"text":"x"}}`, ""},
		{"the page of a proxy", 502, map[string]string{"Content-Type": "text/html"}, "<html>" + big,
			"bad answer: 502 text/html: its media type is not application/problem+json"},
		{"no media type", 200, map[string]string{"Content-Type": "", "X-Tags": ""}, `{}`,
			"bad answer: 200: its media type is not application/json"},
		{"a page in place of a note", 200, map[string]string{"Content-Type": "text/html", "X-Tags": ""}, "<html>",
			"bad answer: 200 text/html: its media type is not application/json"},
		{"another success", 202, map[string]string{"Content-Type": jsonType}, `{"data":{"id":1,"text":"x"}}`,
			"bad answer: 202 application/json: the route does not declare the status"},
		{"a redirect", 302, map[string]string{"Location": "http://example.com/elsewhere", "Content-Type": "text/html"}, "",
			"bad answer: 302 text/html: the route does not declare the status"},
		{"not modified, which nobody asked", 304, nil, "", "bad answer: 304: the route does not declare the status"},
		{"no envelope", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"id":1,"text":"x"}`,
			"bad answer: 200 application/json: it has no member data; the envelope of the API is told with Renderer of the client"},
		{"a list", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `[]`,
			"bad answer: 200 application/json: it is no JSON object"},
		{"half a document", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,`,
			"bad answer: 200 application/json: malformed JSON at byte 16: unexpected end"},
		{"nothing", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, ``,
			"bad answer: 200 application/json: malformed JSON at byte 0: no value"},
		{"two documents", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,"text":"x"}} {}`,
			"bad answer: 200 application/json: malformed JSON at byte 29: data after the value"},
		{"a note that breaks its rules", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":0}}`,
			"bad answer: 200 application/json: it breaks its rules:\n#/data/id: must be at least 1 (min)\n#/data/text: is required (required)"},
		{"a header that breaks its rules", 200, map[string]string{"Content-Type": jsonType, "X-Left": "-1"}, `{"data":{"id":1,"text":"x"}}`,
			"bad answer: 200 application/json: it breaks its rules:\nheader parameter X-Left: must be at least 0 (min)\nheader parameter X-Tags: is required (required)"},
		{"too much", 200, map[string]string{"Content-Type": jsonType, "X-Tags": ""}, `{"data":{"id":1,"text":"` + big + `"}}`,
			"bad answer: 200 application/json: its content is longer than 1000 bytes"},
		{"half of what was announced", 200, map[string]string{"Content-Type": jsonType, "X-Tags": "", "Content-Length": "100"}, `{"data":{"id":1,"text":"x"}}`,
			"bad answer: 200 application/json: its content breaks off: unexpected EOF"},
		{"a problem that is none", 500, map[string]string{"Content-Type": "application/problem+json"}, `[1]`,
			"bad answer: 500 application/problem+json: it is no JSON object"},
		{"half a problem", 500, map[string]string{"Content-Type": "application/problem+json"}, `{"title":"x"`,
			"bad answer: 500 application/problem+json: json: unexpected end at offset 12"},
		{"a problem of somebody else", 500, map[string]string{"Content-Type": "application/problem+json"}, `{"title":7,"status":"x","detail":"d"}`,
			"500 d"},
	}
	for _, tt := range tests {
		both(t, answering(tt.status, tt.header, tt.body), func(t *testing.T, client route.Client) {
			_, err := showNote.Call(t.Context(), client.MaxBytes(1000), noteID.Is(1))
			got := ""
			if err != nil {
				got = strings.TrimPrefix(err.Error(), "GET /notes/{id}: ")
			}
			if got != tt.want {
				t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
			}
			if bad, ok := errors.AsType[*route.BadAnswer](err); ok && (bad.Status != tt.status || !strings.HasPrefix(tt.body, bad.Excerpt) || len(bad.Excerpt) > 200) {
				t.Errorf("%s: %+v", tt.name, bad)
			}
		})
	}
}

// TestErrorsAreShort whatever a server sends.
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
		_, err := showNote.Call(t.Context(), route.Local(h), noteID.Is(1))
		if err == nil || len(err.Error()) > 2000 {
			t.Errorf("%s: %.3000v", name, err)
		}
	}
}

// TestHeadersOfAnswersAreRead with the properties that the route sends.
func TestHeadersOfAnswersAreRead(t *testing.T) {
	app := quiet().Group("/v1", showNote.Handle(func(c *route.Call) (note, error) {
		if noteID.Get(c) == 2 {
			return note{}, soldOut
		}
		noteLeft.Set(c, 41)
		noteTags.Set(c, []string{"a", "b"})
		return note{ID: noteID.Get(c), Text: "x"}, nil
	}), dropNote.Handle(func(*route.Call) (collection.None, error) { return collection.None{}, nil })).MustBuild()
	both(t, app, func(t *testing.T, client route.Client) {
		var answer route.Answer
		client = client.Into(&answer)
		if _, err := showNote.Call(t.Context(), client, noteID.Is(1)); err != nil {
			t.Fatal(err)
		}
		if left, ok := noteLeft.Lookup(&answer); left != 41 || !ok || answer.Status() != 200 {
			t.Error(left, ok, answer.Status())
		}
		if tags := noteTags.Get(&answer); cmp.Diff(tags, []string{"a", "b"}) != "" {
			t.Error(tags)
		}
		_, err := showNote.Call(t.Context(), client, noteID.Is(2))
		if left, ok := noteLeft.Lookup(&answer); !errors.Is(err, soldOut) || left != 0 || ok || answer.Status() != 409 {
			t.Error(err, left, ok, answer.Status())
		}
		if _, err := dropNote.Call(t.Context(), client, noteID.Is(1)); err != nil || answer.Status() != 204 {
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

// TestTheEnvelopeIsTheAPIs is about answers in another one, and in none.
func TestTheEnvelopeIsTheAPIs(t *testing.T) {
	for _, r := range []render.Renderer{render.Enveloped("result"), render.Bare()} {
		get := route.Get("/notes", notes.View())
		app := quiet().Renderer(r).Group("/v1", get.Handle(func(*route.Call) (note, error) { return note{1, "x"}, nil })).MustBuild()
		both(t, app, func(t *testing.T, client route.Client) {
			if got, err := get.Call(t.Context(), client.Renderer(r)); err != nil || got != (note{1, "x"}) {
				t.Error(got, err)
			}
			if _, err := get.Call(t.Context(), client); err == nil {
				t.Error("the envelope data was found in", r)
			}
		})
	}
}

// TestCallsAreSentAgainWhenTheServerSays, at most as often and as long as the
// client says.
func TestCallsAreSentAgainWhenTheServerSays(t *testing.T) {
	put := route.Put("/notes/{id}", notes.Create(), notes.View()).Path(noteID)
	post := route.Post("/notes", notes.Create(), notes.View()).Status(200)
	show := route.Get("/notes/{id}", notes.View()).Path(noteID)
	calls := map[string]func(context.Context, route.Client) error{
		"GET": func(ctx context.Context, c route.Client) error {
			_, err := show.Call(ctx, c, noteID.Is(1))
			return err
		},
		"PUT": func(ctx context.Context, c route.Client) error {
			_, err := put.Call(ctx, c, note{Text: "x"}, noteID.Is(1))
			return err
		},
		"DELETE": func(ctx context.Context, c route.Client) error {
			_, err := dropNote.Call(ctx, c, noteID.Is(1))
			return err
		},
		"POST": func(ctx context.Context, c route.Client) error {
			_, err := post.Call(ctx, c, note{Text: "x"})
			return err
		},
	}
	tests := []struct {
		name, method string
		status       int
		after        string // "" for no Retry-After; "date" for a date a second ahead
		busy         int64  // how many attempts are refused
		sent         int64
		ok           bool
	}{
		{"at once", "GET", 503, "0", 2, 3, true},
		{"a change", "PUT", 429, "0", 2, 3, true},
		{"a deletion", "DELETE", 503, "0", 1, 2, true},
		{"too often", "GET", 503, "0", 3, 3, false},
		{"not a change that may be made twice", "POST", 503, "0", 1, 1, false},
		{"not without a time", "GET", 503, "", 1, 1, false},
		{"not after another error", "GET", 500, "0", 1, 1, false},
		{"not later than the client waits", "GET", 503, "31", 1, 1, false},
		{"not in a thousand years", "GET", 503, "99999999999999999999999", 1, 1, false},
		{"not at what is no time", "GET", 503, "soon", 1, 1, false},
		{"in a second", "GET", 429, "1", 1, 2, true},
		{"at a date", "GET", 503, "date", 1, 2, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int64
			var last atomic.Value
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := sent.Add(1)
				text, _ := io.ReadAll(r.Body)
				if was := last.Swap(string(text)); was != nil && was != string(text) {
					t.Errorf("attempt %d has %q, the one before %q", n, text, was)
				}
				if n <= tt.busy {
					switch tt.after {
					case "":
					case "date":
						now := time.Now()
						w.Header().Set("Date", now.UTC().Format(http.TimeFormat))
						w.Header().Set("Retry-After", now.Add(time.Second).UTC().Format(http.TimeFormat))
					default:
						w.Header().Set("Retry-After", tt.after)
					}
					render.NewProblem(tt.status, "busy", "Busy.").ServeHTTP(w, r)
					return
				}
				if r.Method == "DELETE" {
					w.WriteHeader(204)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"data":{"id":1,"text":"x"}}`)
			})
			server := httptest.NewServer(h)
			defer server.Close()
			begin := time.Now()
			err := calls[tt.method](t.Context(), route.NewClient(server.URL))
			if (err == nil) != tt.ok || sent.Load() != tt.sent {
				t.Errorf("sent %d times: %v", sent.Load(), err)
			}
			waits := tt.after == "1" || tt.after == "date"
			if took := time.Since(begin); waits && took < 900*time.Millisecond || took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
			if f, ok := errors.AsType[*route.Failure](err); !tt.ok && (!ok || f.Code != "busy") {
				t.Error(err)
			}
		})
	}
}

// TestThereIsNoWaitBeyondTheDeadline: the answer is worth more than the wait.
func TestThereIsNoWaitBeyondTheDeadline(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "20")
		soldOut.ServeHTTP(&withStatus{w, 503}, r)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	begin := time.Now()
	_, err := showNote.Call(ctx, route.Local(h), noteID.Is(1))
	if f, ok := errors.AsType[*route.Failure](err); !ok || f.RetryAfter != 20*time.Second || time.Since(begin) > 4*time.Second {
		t.Error(err, time.Since(begin))
	}
}

// TestWaitsEndWithTheContext.
func TestWaitsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.AfterFunc(50*time.Millisecond, cancel)
		w.Header().Set("Retry-After", "20")
		soldOut.ServeHTTP(&withStatus{w, 503}, r)
	})
	begin := time.Now()
	if _, err := showNote.Call(ctx, route.Local(h), noteID.Is(1)); !errors.Is(err, context.Canceled) || time.Since(begin) > 5*time.Second {
		t.Error(err, time.Since(begin))
	}
}

type withStatus struct {
	http.ResponseWriter
	status int
}

func (w *withStatus) WriteHeader(int) { w.ResponseWriter.WriteHeader(w.status) }

// TestCallsPrepareEachAttempt, so that a token may be renewed.
func TestCallsPrepareEachAttempt(t *testing.T) {
	var seen []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization")+"|"+r.Header.Get("X-Other"))
		w.Header().Set("Retry-After", "0")
		soldOut.ServeHTTP(&withStatus{w, 503}, r)
	})
	n := 0
	client := route.Local(h).
		Prepare(func(r *http.Request) error { n++; r.Header.Add("Authorization", fmt.Sprint("Bearer ", n)); return nil }).
		Prepare(func(r *http.Request) error { r.Header.Set("X-Other", "x"); return nil })
	_, _ = showNote.Call(t.Context(), client, noteID.Is(1))
	if got := strings.Join(seen, ", "); got != "Bearer 1|x, Bearer 2|x, Bearer 3|x" {
		t.Error(got)
	}
	mistake := errors.New("no token")
	_, err := showNote.Call(t.Context(), client.Prepare(func(*http.Request) error { return mistake }), noteID.Is(1))
	if !errors.Is(err, mistake) || len(seen) != 3 {
		t.Error(err, len(seen))
	}
}

// TestMistakesOfClientsAreErrors of each call.
func TestMistakesOfClientsAreErrors(t *testing.T) {
	tests := map[string]route.Client{
		"the URL of the client":                route.NewClient("localhost:8080"),
		"the URL of the client is":             route.NewClient("https://user:secret@example.com"),
		"the URL of the client is not":         route.NewClient("https://example.com?x=1"),
		"the URL of the client is not such":    route.NewClient("%"),
		"Local has a nil handler":              route.Local(nil),
		"Below of the client":                  route.NewClient("http://example.com").Below("v1"),
		"Below of the client needs":            route.NewClient("http://example.com").Below("/v1?x"),
		"Prepare of the client":                route.NewClient("http://example.com").Prepare(nil),
		"MaxBytes of the client":               route.NewClient("http://example.com").MaxBytes(0),
		"Retry of the client":                  route.NewClient("http://example.com").Retry(0, 0),
		"the client was not made by NewClient": {},
	}
	for want, client := range tests {
		_, err := showNote.Call(t.Context(), client, noteID.Is(1))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
