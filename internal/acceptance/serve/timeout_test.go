package serve_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

const timedOut = `{"title":"Service Unavailable","status":503,"detail":"The server took too long to answer the request.","code":"timeout"}`

// The time-out is that of the route, or that of the API.
func TestALateHandlerIsA503(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := render.NewProblem(504, "late", "Late.")
		handlers := map[string]func(context.Context) error{
			"waits": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
			"wraps": func(ctx context.Context) error { <-ctx.Done(); return fmt.Errorf("%s: %w", kit.Password, ctx.Err()) },
			"deaf":  func(context.Context) error { time.Sleep(time.Minute); return nil },
			"fails": func(context.Context) error { time.Sleep(time.Minute); return kit.ErrStore },
			"early": func(context.Context) error { return context.DeadlineExceeded }, // of a call of its own
			"knows": func(ctx context.Context) error { <-ctx.Done(); return late.Cause(ctx.Err()) },
		}
		get := func(name string) *route.ReadRoute[collection.Record] {
			return route.Get("/x", kit.Seen.View()).Fails(late)
		}
		of := func(name string) func(c *route.Call) (collection.Record, error) {
			return func(c *route.Call) (collection.Record, error) { return kit.Saw(), handlers[name](c.Context()) }
		}
		tests := []struct {
			name    string
			handler string
			api     time.Duration // 0: none
			route   time.Duration
			status  int
			took    time.Duration
			logged  string
		}{
			{"the API's time is up", "waits", time.Second, 0, 503, time.Second, "context deadline exceeded"},
			{"the route's time is up", "waits", 0, time.Second, 503, time.Second, "context deadline exceeded"},
			{"a route has its own", "waits", time.Second, 3 * time.Second, 503, 3 * time.Second, "context deadline exceeded"},
			{"an error that wraps it", "wraps", time.Second, 0, 503, time.Second, "context deadline exceeded"},
			{"a handler that does not look is not cut off", "deaf", time.Second, 0, 200, time.Minute, ""},
			{"another error stays one", "fails", time.Second, 0, 500, time.Minute, "connection refused"},
			{"a deadline of something else is not the route's", "early", time.Second, 0, 500, 0, "handler failed"},
			{"nor where there is none", "early", 0, 0, 500, 0, "handler failed"},
			{"a problem of the handler's own goes before", "knows", time.Second, 0, 504, time.Second, "context deadline exceeded"},
		}
		for _, tt := range tests {
			r := get(tt.handler)
			if tt.route > 0 {
				r = r.Timeout(tt.route)
			}
			var logged kit.Log
			api := tenon.New("T", "1").Logger(logged.Logger()).Add(r.Handle(of(tt.handler)))
			if tt.api > 0 {
				api = api.Timeout(tt.api)
			}
			app := kit.Build(t, api)
			start := time.Now()
			w := kit.Send(t, app, "GET", "/x", "")
			if took := time.Since(start); w.Status != tt.status || took != tt.took {
				t.Errorf("%s: %d after %v, want %d after %v", tt.name, w.Status, took, tt.status, tt.took)
			}
			if tt.status == 503 && w.Body != timedOut {
				t.Errorf("%s: %s", tt.name, w.Body)
			}
			if tt.logged != "" {
				logged.Has(t, tt.logged)
			}
			logged.Empty(t)
		}
	})
}

// A slow client is no failure of the server.
func TestTheTimeoutStartsAfterTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		post := route.Post("/x", route.Text(prop.String("t")), kit.Seen.View()).Timeout(time.Second).
			Handle(func(c *route.Call, in string) (collection.Record, error) {
				deadline, ok := c.Context().Deadline()
				if !ok || time.Until(deadline) != time.Second {
					t.Errorf("the deadline is in %v", time.Until(deadline))
				}
				return kit.Saw(in), c.Context().Err()
			})
		app := kit.Build(t, tenon.New("T", "1").Add(post))
		r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader("slow"), kit.SlowReader(time.Minute)))
		r.Header.Set("Content-Type", "text/plain")
		if w := kit.Do(app, r); w.Status != 201 {
			t.Errorf("%d %s", w.Status, w.Body)
		}
	})
}

// Then events end, and lines are aborted so that nobody takes them for the whole.
func TestStreamsHaveTheirOwnTimeout(t *testing.T) {
	tick := func(c *route.Call, yield func(collection.Record) bool) {
		for range 5 {
			select {
			case <-c.Context().Done():
				return
			case <-time.After(time.Second - time.Millisecond):
			}
			if !yield(kit.Saw("x")) {
				return
			}
		}
	}
	lines := route.Get("/x", route.Lines(kit.Seen.View()))
	events := route.Get("/x", route.Events(kit.Seen.View()))
	handleLines := func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
		return func(yield func(collection.Record, error) bool) {
			tick(c, func(r collection.Record) bool { return yield(r, nil) })
		}, nil
	}
	handleEvents := func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
		return func(yield func(route.Event[collection.Record], error) bool) {
			tick(c, func(r collection.Record) bool { return yield(route.Event[collection.Record]{Data: r}, nil) })
		}, nil
	}
	tests := []struct {
		name   string
		route  *route.Route
		items  int
		broken bool
	}{
		{"lines", lines.Handle(handleLines), 5, false},
		{"events", events.Handle(handleEvents), 5, false},
		{"lines with a time-out", lines.Timeout(2 * time.Second).Handle(handleLines), 2, true},
		{"events with a time-out", events.Timeout(2 * time.Second).Handle(handleEvents), 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var logged kit.Log
				app := kit.Build(t, tenon.New("T", "1").Logger(logged.Logger()).Timeout(time.Second).Add(tt.route))
				w := httptest.NewRecorder()
				broken := func() (broken bool) {
					defer func() { broken = recover() == http.ErrAbortHandler }()
					app.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
					return false
				}()
				if n := strings.Count(w.Body.String(), "seen"); n != tt.items || broken != tt.broken {
					t.Errorf("%d items, broken off: %t", n, broken)
				}
				if tt.broken {
					logged.Has(t, "response aborted", "context deadline exceeded")
				}
				logged.Empty(t)
			})
		})
	}
}

func TestTimeoutsHaveFaults(t *testing.T) {
	own := render.NewProblem(503, "timeout", "Mine.")
	handle := func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }
	get := route.Get("/x", kit.Seen.View())
	tests := []struct {
		name  string
		api   tenon.API
		fault string // "" for none
	}{
		{"0 of an API", tenon.New("T", "1").Timeout(0).Add(get.Handle(handle)), "Timeout(0s) must be positive"},
		{"below 0 of an API", tenon.New("T", "1").Timeout(-time.Second).Add(get.Handle(handle)), "Timeout(-1s) must be positive"},
		{"0 of a route", tenon.New("T", "1").Add(get.Timeout(0).Handle(handle)), "GET /x: Timeout(0s) must be positive"},
		{"a problem of that name", tenon.New("T", "1").Timeout(1).Add(get.Fails(own).Handle(handle)), "GET /x: problem 503 timeout is reserved for the library"},
		{"a problem of that name without a time-out", tenon.New("T", "1").Add(get.Fails(own).Handle(handle)), ""},
	}
	for _, tt := range tests {
		kit.CheckFault(t, tt.name, tt.api, tt.fault)
	}
}
