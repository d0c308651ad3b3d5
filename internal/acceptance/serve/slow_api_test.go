package serve_test

import (
	"context"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// running is a call of Serve.
type running struct {
	addr string
	stop context.CancelFunc
	done chan error
}

// serve starts Serve on a free port. The test stops it at its end, if not before.
func serve(t *testing.T, h http.Handler, options ...tenon.ServeOption) *running {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := &running{stop: stop, done: make(chan error, 1)}
	addr := make(chan net.Addr, 1)
	options = append([]tenon.ServeOption{
		tenon.OnListen(func(a net.Addr) { addr <- a }), tenon.ErrorLog(slog.New(slog.DiscardHandler)),
	}, options...)
	go func() { s.done <- tenon.Serve(ctx, "127.0.0.1:0", h, options...) }()
	select {
	case a := <-addr:
		s.addr = a.String()
	case err := <-s.done:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		select {
		case <-s.done:
		case <-time.After(20 * time.Second):
			t.Error("Serve goes on")
		}
	})
	return s
}

// shutDown stops the server and returns the error of Serve.
func (s *running) shutDown(t *testing.T) error {
	t.Helper()
	s.stop()
	select {
	case err := <-s.done:
		s.done <- nil // for the cleanup
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("Serve goes on")
		return nil
	}
}

func (s *running) dial(t *testing.T) kit.Conn {
	t.Helper()
	return kit.Dial(t, s.addr)
}

// waitFor waits until f returns true.
func waitFor(t *testing.T, what string, f func() bool) {
	t.Helper()
	for range 6000 {
		if f() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("after 30 seconds: %s", what)
}

// goroutinesNow returns a function that reports whether no goroutines run but those of now,
// and a text for when some do.
func goroutinesNow() (what string, gone func() bool) {
	now := goleak.IgnoreCurrent()
	return "goroutines are left", func() bool { return goleak.Find(now) == nil }
}

// handler is an API with a route for everything that can take long.
type handler struct {
	begun   chan struct{} // a request is being served
	release chan struct{} // and may go on
	left    chan error    // the end of its context
}

// slowAPI builds an API with a route for everything that can take long.
func slowAPI(t *testing.T, api tenon.API) (handler, *tenon.App, *kit.Log) {
	t.Helper()
	h := handler{make(chan struct{}, 9), make(chan struct{}), make(chan error, 9)}
	wait := func(c *route.Call) error {
		h.begun <- struct{}{}
		select {
		case <-h.release:
			return nil
		case <-c.Context().Done():
			h.left <- c.Context().Err()
			return c.Context().Err()
		}
	}
	logged := new(kit.Log)
	return h, kit.Build(t, api.Logger(logged.Logger()).Add(
		route.Get("/fine", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw("fine"), nil }),
		route.Get("/wait", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) { return kit.Saw("waited"), wait(c) }),
		route.Post("/echo", route.Text(prop.String("t")), kit.Seen.View()).Handle(func(_ *route.Call, s string) (collection.Record, error) { return kit.Saw(s), nil }),
		route.Get("/large", route.Bytes("text/plain")).Handle(func(*route.Call) ([]byte, error) { return make([]byte, 16<<20), nil }),
		route.Get("/events", route.Events(kit.Seen.View())).Handle(func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			return func(yield func(route.Event[collection.Record], error) bool) {
				if yield(route.Event[collection.Record]{Data: kit.Saw("1")}, nil) {
					_ = wait(c)
				}
			}, nil
		}),
		route.Get("/lines", route.Lines(kit.Seen.View())).Handle(func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
			return func(yield func(collection.Record, error) bool) {
				if yield(kit.Saw("1"), nil) && wait(c) == nil {
					yield(kit.Saw("2"), nil)
				}
			}, nil
		}),
	)), logged
}
