package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Calls are sent again if the server requests it, within the bounds of the client.
func TestCallsAreRetriedIfTheServerRequestsIt(t *testing.T) {
	put := route.Put("/notes/{id}", notes.Create(), notes.View()).Path(noteID)
	post := route.Post("/notes", notes.Create(), notes.View()).Status(200)
	show := route.Get("/notes/{id}", notes.View()).Path(noteID)
	calls := map[string]func(context.Context, client.Client) error{
		"GET": func(ctx context.Context, c client.Client) error {
			_, err := show.Call(ctx, c, noteID.Is(1))
			return err
		},
		"PUT": func(ctx context.Context, c client.Client) error {
			_, err := put.Call(ctx, c, note{Text: "x"}, noteID.Is(1))
			return err
		},
		"DELETE": func(ctx context.Context, c client.Client) error {
			_, err := dropNote.Call(ctx, c, noteID.Is(1))
			return err
		},
		"POST": func(ctx context.Context, c client.Client) error {
			_, err := post.Call(ctx, c, note{Text: "x"})
			return err
		},
	}
	tests := []struct {
		name, method string
		status       int
		after        string // "" for no Retry-After; "date" for a date a second ahead
		busy         int64  // how many attempts are rejected
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
			err := calls[tt.method](t.Context(), client.New(server.URL))
			if (err == nil) != tt.ok || sent.Load() != tt.sent {
				t.Errorf("sent %d times: %v", sent.Load(), err)
			}
			waits := tt.after == "1" || tt.after == "date"
			if took := time.Since(begin); waits && took < 900*time.Millisecond || took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
			if f, ok := errors.AsType[*client.ProblemError](err); !tt.ok && (!ok || f.Code != "busy") {
				t.Error(err)
			}
		})
	}
}

// A call does not wait beyond its deadline: it returns the response instead.
func TestThereIsNoWaitBeyondTheDeadline(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "20")
		soldOut.ServeHTTP(&withStatus{w, 503}, r)
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		begin := time.Now()
		_, err := showNote.Call(ctx, client.Local(h), noteID.Is(1))
		if f, ok := errors.AsType[*client.ProblemError](err); !ok || f.RetryAfter != 20*time.Second || time.Since(begin) != 0 {
			t.Error(err, time.Since(begin))
		}
	})
}

// A canceled call stops waiting.
func TestWaitsEndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.AfterFunc(50*time.Millisecond, cancel)
			w.Header().Set("Retry-After", "20")
			soldOut.ServeHTTP(&withStatus{w, 503}, r)
		})
		begin := time.Now()
		_, err := showNote.Call(ctx, client.Local(h), noteID.Is(1))
		if took := time.Since(begin); !errors.Is(err, context.Canceled) || took != 50*time.Millisecond {
			t.Error(err, took)
		}
	})
}

type withStatus struct {
	http.ResponseWriter
	status int
}

func (w *withStatus) WriteHeader(int) { w.ResponseWriter.WriteHeader(w.status) }
