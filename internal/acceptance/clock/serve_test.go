package clock_test

import (
	"bufio"
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// serve serves an API until the end of the test, or until stop, which returns what Serve does.
func serve(t *testing.T, api tenon.API, options ...tenon.ServeOption) (c *http.Client, stop func() error) {
	t.Helper()
	l := newPipes()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	app := kit.Build(t, api)
	go func() { ended <- tenon.Serve(ctx, "", app, append(options, tenon.Listener(l))...) }()
	return l.client(), func() error { cancel(); return <-ended }
}

func get(t *testing.T, c *http.Client, path string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", "http://localhost"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer ann")
	res, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// sleeps is a route that takes some time.
func sleeps(d time.Duration) *route.Route {
	return route.Get("/sleeps", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) {
		select {
		case <-time.After(d):
			return kit.Saw("slept"), nil
		case <-c.Context().Done():
			return collection.Record{}, c.Context().Err()
		}
	})
}

func TestAServerShutsDownInVirtualTime(t *testing.T) {
	for _, tt := range []struct {
		name         string
		takes, grace time.Duration
		in           time.Duration
		err          error
	}{
		{"after the last request", 7 * time.Second, 10 * time.Second, 6 * time.Second, nil},
		{"or after its timeout", time.Hour, 10 * time.Second, 10 * time.Second, context.DeadlineExceeded},
	} {
		synctest.Test(t, func(t *testing.T) {
			c, stop := serve(t, tenon.New("S", "1").Add(sleeps(tt.takes)), tenon.ShutdownTimeout(tt.grace), tenon.WriteTimeout(0))
			status := make(chan int, 1)
			go func() {
				res, err := c.Get("http://localhost/sleeps")
				if err != nil {
					status <- 0
					return
				}
				defer res.Body.Close()
				status <- res.StatusCode
			}()
			time.Sleep(time.Second)
			begin := time.Now()
			err := stop()
			// Shutdown looks for idle connections at intervals of up to half a second.
			if took := time.Since(begin); took < tt.in || took > tt.in+time.Second || !errors.Is(err, tt.err) {
				t.Errorf("%s: %v after %v", tt.name, err, took)
			}
			if got := <-status; (got == 200) != (tt.err == nil) {
				t.Errorf("%s: the request has the status %d", tt.name, got)
			}
		})
	}
}

func TestEventsHaveHeartbeatsInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// The stream ends with the credentials, although the handler would go on.
		bearer := authn.Bearer("bearer", func(context.Context, string) (authn.Identity, error) {
			return authn.New("ann").Expires(time.Now().Add(100 * time.Second)), nil
		})
		events := route.Get("/events", route.Events(kit.Seen.View())).
			Handle(func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
				return func(yield func(route.Event[collection.Record], error) bool) {
					for range 100 {
						select {
						case <-time.After(40 * time.Second):
						case <-c.Context().Done():
							return
						}
						if !yield(route.Event[collection.Record]{Data: kit.Saw("event")}, nil) {
							return
						}
					}
				}, nil
			})
		c, stop := serve(t, tenon.New("S", "1").Authenticate(bearer).Add(events))
		begin := time.Now()
		res := get(t, c, "/events")
		defer res.Body.Close()
		var at []time.Duration
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			if lines.Text() != "" {
				at = append(at, time.Since(begin))
			}
		}
		var want []time.Duration
		for _, s := range []time.Duration{15, 30, 40, 55, 70, 80, 95} { // no silence is longer than 15 s
			want = append(want, s*time.Second)
		}
		if !slices.Equal(at, want) {
			t.Errorf("lines after %v, want %v", at, want)
		}
		if took := time.Since(begin); took != 100*time.Second {
			t.Errorf("it ends after %v", took)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
