package serve_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// notWell is all that a client sees of a check that fails.
const notWell = `{"title":"Service Unavailable","status":503,"code":"unavailable"}`

func passes(context.Context) error { return nil }

// The log names the check that fails.
func TestHealthReportsTheChecks(t *testing.T) {
	broken := func(context.Context) error { return kit.ErrStore }
	tests := []struct {
		name   string
		checks []route.HealthCheck
		target string
		status int
		body   string
		logged []string
	}{
		{"without checks", nil, "/health", 200, `{"data":{"status":"ok"}}`, nil},
		{"all pass", []route.HealthCheck{{Name: "store", Run: passes}, {Name: "queue", Run: passes}}, "/health", 200, `{"data":{"status":"ok"}}`, nil},
		{"one fails", []route.HealthCheck{{Name: "store", Run: broken}, {Name: "queue", Run: passes}}, "/health", 503, notWell,
			[]string{`health check \"store\": connection refused`, `"code":"unavailable"`}},
		{"both fail", []route.HealthCheck{{Name: "store", Run: broken}, {Name: "queue", Run: broken}}, "/health", 503, notWell,
			[]string{`health check \"store\"`, `health check \"queue\"`}},
		{"one panics", []route.HealthCheck{{Name: "store", Run: func(context.Context) error { kit.Panic("store"); return nil }}}, "/health", 503, notWell,
			[]string{`health check \"store\": panic: store`, "kit.Panic"}},
		{"a parameter against caches", nil, "/health?_=1", 200, `{"data":{"status":"ok"}}`, nil},
		{"any parameter", nil, "/health?verbose=1&verbose=2", 200, `{"data":{"status":"ok"}}`, nil},
		{"a parameter, and one fails", []route.HealthCheck{{Name: "store", Run: broken}}, "/health?_=1", 503, notWell,
			[]string{`health check \"store\": connection refused`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, logged := kit.Start(t, tenon.New("H", "1"), route.Health("/health", tt.checks...))
			got := server.Dial(t).Get(t, tt.target)
			if got.Status != tt.status || got.Body != tt.body {
				t.Errorf("%d %s", got.Status, got.Body)
			}
			if kept := got.Header.Get("Cache-Control"); kept != "no-store" {
				t.Errorf("Cache-Control %q", kept)
			}
			if tt.logged != nil {
				logged.Has(t, tt.logged...)
			}
			logged.Empty(t)
		})
	}
}

// Also a check that ignores its context, and however many requests wait for it.
func TestAHealthCheckHasATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		release := make(chan struct{})
		var logged kit.Log
		app := kit.Build(t, tenon.New("H", "1").Logger(logged.Logger()).Add(
			route.Health("/health",
				route.HealthCheck{Name: "deaf", Run: func(context.Context) error { runs.Add(1); <-release; return nil }},
				route.HealthCheck{Name: "obedient", Run: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
			)))
		send := func() (status int, took time.Duration) {
			start := time.Now()
			w := kit.Send(t, app, "GET", "/health", "")
			return w.Status, time.Since(start)
		}
		if status, took := send(); status != 503 || took != 5*time.Second {
			t.Errorf("the first gets %d after %v", status, took)
		}
		logged.Has(t, `\"deaf\": context deadline exceeded`, `\"obedient\": context deadline exceeded`)
		for range 10 { // the deaf check is late already
			go send()
		}
		synctest.Wait()
		if n := runs.Load(); n != 1 {
			t.Errorf("the check runs %d times at once", n)
		}
		close(release)
		time.Sleep(10 * time.Second)
		if n := runs.Load(); n != 1 {
			t.Errorf("%d runs before the next request", n)
		}
		_, _ = send()
		if n := runs.Load(); n != 2 {
			t.Errorf("%d runs, want one more", n)
		}
	})
}

// Other requests that wait for the check do not fail with the first.
func TestAHealthCheckOutlivesItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged kit.Log
		app := kit.Build(t, tenon.New("H", "1").Logger(logged.Logger()).Add(
			route.Health("/health", route.HealthCheck{Name: "slow", Run: func(ctx context.Context) error {
				select {
				case <-ctx.Done():
					return errors.New("ended by its client")
				case <-time.After(time.Second):
					return nil
				}
			}})))
		ctx, leave := context.WithCancel(t.Context())
		go app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/health", nil))
		synctest.Wait()
		time.AfterFunc(time.Second/2, leave)
		w := kit.Send(t, app, "GET", "/health", "")
		if w.Status != 200 {
			t.Errorf("%d %s", w.Status, w.Body)
		}
		synctest.Wait()
		logged.Empty(t)
	})
}

// Such as liveness and readiness.
func TestTwoHealthRoutesAreOneComponent(t *testing.T) {
	kit.Build(t, kit.API(route.Health("/live"), route.Health("/ready", route.HealthCheck{Name: "a", Run: passes})))
}

func TestHealthChecksHaveFaults(t *testing.T) {
	tests := []struct {
		name   string
		checks []route.HealthCheck
		fault  string
	}{
		{"no name", []route.HealthCheck{{Run: passes}}, "Health: a check has no name"},
		{"one name twice", []route.HealthCheck{{Name: "a", Run: passes}, {Name: "a", Run: passes}}, `Health: two checks are named "a"`},
		{"nothing to run", []route.HealthCheck{{Name: "a"}}, `Health: check "a" has no function`},
	}
	for _, tt := range tests {
		kit.CheckFault(t, tt.name, kit.API(route.Health("/health", tt.checks...)), "GET /health: "+tt.fault)
	}
}

// A probe may be a browser.
func TestHealthIgnoresAccept(t *testing.T) {
	app := kit.Build(t, tenon.New("H", "1").Add(route.Health("/health")))
	for _, accept := range []string{"text/html", "text/html,application/xhtml+xml;q=0.9", "application/json;q=0", "image/*", "nonsense", "*/*"} {
		for _, method := range []string{"GET", "HEAD"} {
			w := kit.Send(t, app, method, "/health", "", "Accept: "+accept)
			if w.Status != 200 || w.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s, %s: %d %v", method, accept, w.Status, w.Header)
			}
		}
	}
}
