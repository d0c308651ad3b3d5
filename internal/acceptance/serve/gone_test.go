package serve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// exchanges is an observer that keeps what it is notified of.
type exchanges chan tenon.Exchange

func (c exchanges) Observe(_ context.Context, e tenon.Exchange) { c <- e }

// statuses is a writer of middleware that keeps the status.
type statuses struct {
	http.ResponseWriter
	status chan int
}

func (w statuses) WriteHeader(status int) {
	w.status <- status
	w.ResponseWriter.WriteHeader(status)
}

func (w statuses) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// leaving is an API whose handlers wait for their client to go away.
type leaving struct {
	t       *testing.T
	begun   chan struct{}
	seen    exchanges
	status  chan int // of middleware around the App
	logged  *kit.Log
	servers map[int]*httptest.Server // by version of HTTP
}

func newLeaving(t *testing.T, change func(tenon.API) tenon.API, routes func(wait func(*route.Call)) []route.Member) *leaving {
	l := &leaving{t, make(chan struct{}, 9), make(exchanges, 9), make(chan int, 9), new(kit.Log), map[int]*httptest.Server{}}
	all := routes(func(c *route.Call) {
		l.begun <- struct{}{}
		<-c.Context().Done()
	})
	api := change(tenon.New("L", "1").Logger(l.logged.Logger()).Observe(l.seen, tenon.LogObserver(l.logged.Logger())).Add(all...))
	app := kit.Build(t, api)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { app.ServeHTTP(statuses{w, l.status}, r) })
	for _, version := range []int{1, 2} {
		s := httptest.NewUnstartedServer(h)
		s.EnableHTTP2 = version == 2
		s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
		s.StartTLS()
		t.Cleanup(s.Close)
		l.servers[version] = s
	}
	return l
}

// leave sends a request, reads n bytes of the response, and goes away when the handler waits.
func (l *leaving) leave(version int, method, path string, n int64, header ...string) (e tenon.Exchange, status int) {
	l.t.Helper()
	ctx, cancel := context.WithCancel(l.t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, l.servers[version].URL+path, strings.NewReader(""))
	if err != nil {
		l.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		res, err := l.servers[version].Client().Do(r)
		if err != nil {
			return
		}
		defer res.Body.Close()
		_, _ = io.CopyN(io.Discard, res.Body, n)
		if n > 0 {
			cancel()
		}
		_, _ = io.Copy(io.Discard, res.Body)
	}()
	if n == 0 {
		<-l.begun
		cancel()
	}
	<-done
	select {
	case e = <-l.seen:
	case <-time.After(20 * time.Second):
		l.t.Fatalf("%s: nothing is observed", path)
	}
	select {
	case status = <-l.status:
	default:
	}
	for len(l.begun) > 0 {
		<-l.begun
	}
	return e, status
}

// Whatever the handler returns.
func TestAClientThatGoesAwayIsNoErrorOfTheServer(t *testing.T) {
	down := errors.New("driver: bad connection")
	returns := map[string]func(ctx context.Context) error{
		"nothing":            func(context.Context) error { return nil },
		"the-end-of-context": func(ctx context.Context) error { return fmt.Errorf("select: %w", ctx.Err()) },
		"an-error-of-its-own": func(context.Context) error {
			return down
		},
		"a-declared-503":  func(context.Context) error { return kit.Away.Cause(down) },
		"a-declared-409":  func(context.Context) error { return kit.Sold },
		"an-undeclared":   func(context.Context) error { return render.NewProblem(418, "teapot", "No.") },
		"a-deadline":      func(context.Context) error { return context.DeadlineExceeded },
		"another's-cause": func(ctx context.Context) error { return kit.Away.Cause(ctx.Err()) },
	}
	item := prop.String("item")
	l := newLeaving(t, func(a tenon.API) tenon.API { return a }, func(wait func(*route.Call)) (all []route.Member) {
		for name, err := range returns {
			handle := func(c *route.Call) (collection.Record, error) { wait(c); return kit.Saw(name), err(c.Context()) }
			all = append(all,
				route.Get("/plain/"+name, kit.Seen.View()).Fails(kit.Away, kit.Sold).Handle(handle),
				route.Get("/limited/"+name, kit.Seen.View()).Timeout(time.Hour).Fails(kit.Away, kit.Sold).Handle(handle),
				route.Post("/once/"+name, collection.NoContent(), kit.Seen.View()).Idempotent(time.Hour, idempotency.Memory()).
					Fails(kit.Away, kit.Sold).Handle(func(c *route.Call, _ collection.Empty) (collection.Record, error) { return handle(c) }),
				route.Get("/events/"+name, route.Events(route.Text(item))).Fails(kit.Away, kit.Sold).
					Handle(func(c *route.Call) (iter.Seq2[route.Event[string], error], error) {
						return func(yield func(route.Event[string], error) bool) {
							wait(c)
							yield(route.Event[string]{Data: "x"}, err(c.Context()))
						}, nil
					}),
				route.Get("/lines/"+name, route.Lines(kit.Seen.View())).Fails(kit.Away, kit.Sold).
					Handle(func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
						return func(yield func(collection.Record, error) bool) {
							wait(c)
							yield(kit.Saw(name), err(c.Context()))
						}, nil
					}),
			)
		}
		return all
	})
	for _, version := range []int{1, 2} {
		for name := range returns {
			for _, kind := range []string{"plain", "limited", "once", "events", "lines"} {
				method, path := "GET", "/"+kind+"/"+name
				if kind == "once" {
					method = "POST"
				}
				e, status := l.leave(version, method, path, 0, "Idempotency-Key", fmt.Sprint(name, version))
				if e.Status >= 500 || status >= 500 || !e.Aborted {
					t.Errorf("HTTP/%d %s: status %d, %d for middleware, aborted %t", version, path, e.Status, status, e.Aborted)
				}
				if text := l.logged.String(); strings.Contains(text, "ERROR") || strings.Contains(text, down.Error()) {
					t.Errorf("HTTP/%d %s: logged %s", version, path, text)
				}
				l.logged.Reset()
			}
		}
	}
}

// With the server or middleware as the cause, an error is one.
func TestACanceledRequestOfAClientThatWaitsIsAnError(t *testing.T) {
	late := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithCancelCause(r.Context())
			cancel(errors.New("overloaded"))
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
	seen, logged := make(exchanges, 1), new(kit.Log)
	app := kit.Build(t, tenon.New("L", "1").Logger(logged.Logger()).Observe(seen).Use(late).Add(
		route.Get("/x", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) { return kit.Saw(), kit.ErrStore })))
	if w := kit.Send(t, app, "GET", "/x", ""); w.Status != 500 || w.Body != kit.InternalError {
		t.Errorf("%d %s", w.Status, w.Body)
	}
	if e := <-seen; e.Status != 500 || e.Aborted {
		t.Errorf("%+v", e)
	}
	logged.Has(t, "handler failed")
}

// However it is sent.
func TestAResponseThatIsNotWrittenWholeIsAborted(t *testing.T) {
	const large = 32 << 20
	octets := route.Bytes("application/octet-stream")
	through := func(next http.Handler) http.Handler { return next }
	l := newLeaving(t, func(a tenon.API) tenon.API { return a.Use(through).RequestIDs() }, func(func(*route.Call)) []route.Member {
		return []route.Member{
			route.Get("/bytes", octets).Handle(func(*route.Call) ([]byte, error) { return make([]byte, large), nil }),
			route.Get("/text", route.Text(prop.String("t").MaxLen(large))).Handle(func(*route.Call) (string, error) { return strings.Repeat("x", large), nil }),
			route.Get("/json", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(strings.Repeat("x", large)), nil }),
			route.Get("/download", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) { return route.FileOf(make([]byte, large)), nil }),
			route.Post("/once", collection.NoContent(), octets).Idempotent(time.Hour, idempotency.Memory()).
				Handle(func(*route.Call, collection.Empty) ([]byte, error) { return make([]byte, large/3), nil }),
			route.Get("/lines", route.Lines(kit.Seen.View())).Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) {
				return func(yield func(collection.Record, error) bool) {
					for range 1000 {
						if !yield(kit.Saw(strings.Repeat("x", large/1000)), nil) {
							return
						}
					}
				}, nil
			}),
			route.Get("/small", octets).Handle(func(*route.Call) ([]byte, error) { return make([]byte, 100), nil }),
			route.Get("/medium", octets).Handle(func(*route.Call) ([]byte, error) { return make([]byte, 1<<20), nil }),
		}
	})
	for _, version := range []int{1, 2} {
		for _, path := range []string{"/bytes", "/text", "/json", "/download", "/once", "/lines"} {
			method := "GET"
			if path == "/once" {
				method = "POST"
			}
			if e, _ := l.leave(version, method, path, 500, "Idempotency-Key", fmt.Sprint(version)); !e.Aborted || e.Status >= 500 {
				t.Errorf("HTTP/%d %s: %+v", version, path, e)
			}
		}
		// A client that goes away after it has all is another. In HTTP/2, the end is a flag of its own.
		for range 50 {
			for path, n := range map[string]int64{"/small": 100, "/medium": 1 << 20} {
				if version == 2 {
					n++
				}
				if e, _ := l.leave(version, "GET", path, n); e.Aborted {
					t.Errorf("HTTP/%d %s: %+v", version, path, e)
				}
			}
		}
	}
	if text := l.logged.String(); strings.Contains(text, "ERROR") {
		t.Error("an error is logged")
	}
}

// A handler that is too late for the server's timeout, and one that sends less than it has announced.
func TestALateOrShortResponseIsAborted(t *testing.T) {
	seen := make(exchanges, 1)
	app := kit.Build(t, tenon.New("L", "1").Logger(new(kit.Log).Logger()).Observe(seen).Add(
		route.Get("/late", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) {
			time.Sleep(100 * time.Millisecond)
			return kit.Saw("x"), nil
		})))
	mux := http.NewServeMux()
	mux.Handle("/late", app)
	mux.Handle("/short", app.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "99")
		_, _ = io.WriteString(w, "half")
	})))
	s := serve(t, mux, tenon.WriteTimeout(30*time.Millisecond))
	for _, path := range []string{"/late", "/short"} {
		if !s.dial(t).Dropped(path) {
			t.Errorf("%s: the response is whole", path)
		}
		if e := <-seen; !e.Aborted {
			t.Errorf("%s: %+v", path, e)
		}
	}
}
