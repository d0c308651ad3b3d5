package migrate

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	chi "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/websocket"
	"github.com/klauspost/compress/gzhttp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type around = func(http.Handler) http.Handler

// The middleware of other libraries looks for http.Flusher and http.Hijacker of the writer below.
var middleware = map[string]around{
	"nothing":      func(h http.Handler) http.Handler { return h },
	"chi.Compress": chi.Compress(5, "text/event-stream", "application/jsonl", "text/plain"),
	"chi.Logger":   chi.RequestLogger(&chi.DefaultLogFormatter{Logger: slog.NewLogLogger(slog.DiscardHandler, 0), NoColor: true}),
	"gzhttp":       func(h http.Handler) http.Handler { return gzhttp.GzipHandler(h) },
}

// places are where an API has middleware.
var places = map[string]func(api tenon.API, r *route.Route, m around) tenon.API{
	"API":   func(api tenon.API, r *route.Route, m around) tenon.API { return api.Use(m).Add(r) },
	"group": func(api tenon.API, r *route.Route, m around) tenon.API { return api.Add(route.Group("", r).Use(m)) },
	"route": func(api tenon.API, r *route.Route, m around) tenon.API { return api.Add(r.Use(m)) },
	"both":  func(api tenon.API, r *route.Route, m around) tenon.API { return api.Use(m).Add(r.Use(m)) },
}

type quiet struct{}

func (quiet) Observe(context.Context, tenon.Exchange) {}

// servers serve a handler until the end of the test, and return its URL.
var servers = map[string]func(t *testing.T, h http.Handler) string{
	"net/http": func(t *testing.T, h http.Handler) string {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		return s.URL
	},
	"Serve": func(t *testing.T, h http.Handler) string {
		ctx, stop := context.WithCancel(t.Context())
		addr, ended := make(chan net.Addr, 1), make(chan error, 1)
		go func() {
			ended <- tenon.Serve(ctx, "127.0.0.1:0", h, tenon.ShutdownTimeout(0), tenon.OnListen(func(a net.Addr) { addr <- a }))
		}()
		t.Cleanup(func() { stop(); <-ended })
		return "http://" + (<-addr).String()
	},
}

// each runs a test for an API with the middleware in each place, with an observer and without.
func each(t *testing.T, test func(t *testing.T, app *tenon.App, serve func(*testing.T, http.Handler) string, release chan bool)) {
	for name, m := range middleware {
		for place, put := range places {
			for server, serve := range servers {
				for _, observed := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s of the %s by %s, observed %t", name, place, server, observed), func(t *testing.T) {
						release := make(chan bool)
						events := route.Get("/events", route.Events(route.Text(prop.String("text")))).
							Handle(func(c *route.Call) (iter.Seq2[route.Event[string], error], error) {
								return func(yield func(route.Event[string], error) bool) {
									for yield(route.Event[string]{Data: "now"}, nil) {
										select {
										case <-release:
										case <-c.Context().Done():
											return
										}
									}
								}, nil
							})
						api := tenon.New("M", "1").RequestIDs().Logger(slog.New(slog.DiscardHandler))
						if observed {
							api = api.Observe(quiet{})
						}
						app, err := put(api, events, m).Build()
						if err != nil {
							t.Fatal(err)
						}
						test(t, app, serve, release)
					})
				}
			}
		}
	}
}

// Each event reaches the client before the next is sent.
func TestEventsPassThroughMiddlewareAtOnce(t *testing.T) {
	each(t, func(t *testing.T, app *tenon.App, serve func(*testing.T, http.Handler) string, release chan bool) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		r, _ := http.NewRequestWithContext(ctx, "GET", serve(t, app)+"/events", nil)
		res, err := http.DefaultClient.Do(r) // asks for gzip, and decodes it
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		lines := bufio.NewReader(res.Body)
		for range 3 {
			if line, err := lines.ReadString('\n'); err != nil || line != "data: now\n" {
				t.Fatalf("%q %v", line, err)
			}
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			release <- true
		}
	})
}

// A WebSocket beside the API, in its middleware.
func TestWebSocketsPassThroughMiddleware(t *testing.T) {
	up := websocket.Upgrader{}
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := up.Upgrade(w, r, nil)
		if err != nil {
			return // the upgrader has responded
		}
		defer conn.Close()
		for {
			kind, text, err := conn.ReadMessage()
			if err != nil || conn.WriteMessage(kind, text) != nil {
				return
			}
		}
	})
	each(t, func(t *testing.T, app *tenon.App, serve func(*testing.T, http.Handler) string, _ chan bool) {
		mux := http.NewServeMux()
		mux.Handle("/", app)
		mux.Handle("/ws", app.Wrap(echo))
		conn, res, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(serve(t, mux), "http", "ws", 1)+"/ws", nil)
		if err != nil {
			t.Fatal(err, res)
		}
		defer conn.Close()
		if err := conn.WriteMessage(websocket.TextMessage, []byte("hello")); err != nil {
			t.Fatal(err)
		}
		if _, text, err := conn.ReadMessage(); err != nil || string(text) != "hello" {
			t.Errorf("%q %v", text, err)
		}
	})
}

// interfaces returns which optional interfaces a writer has.
func interfaces(w http.ResponseWriter) string {
	_, f := w.(http.Flusher)
	_, h := w.(http.Hijacker)
	_, r := w.(io.ReaderFrom)
	return fmt.Sprintf("flusher %t, hijacker %t, reader from %t", f, h, r)
}

// A writer claims nothing that the writer below does not have.
func TestWritersHaveWhatTheWriterBelowHas(t *testing.T) {
	var got string
	see := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got = interfaces(w) })
	}
	get := route.Get("/", route.Text(prop.String("text"))).Handle(func(*route.Call) (string, error) { return "", nil })
	for _, observed := range []bool{false, true} {
		api := tenon.New("M", "1").Add(get)
		if observed {
			api = api.Observe(quiet{})
		}
		app := api.Use(see).MustBuild()
		for name, w := range writers() {
			app.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
			if got != name || interfaces(w) != name {
				t.Errorf("%s below, but %s in middleware, observed %t", name, got, observed)
			}
		}
	}
}

// writers returns a writer with each selection of the interfaces.
func writers() map[string]http.ResponseWriter {
	all := map[string]http.ResponseWriter{}
	w := struct{ http.ResponseWriter }{httptest.NewRecorder()}
	for _, w := range []http.ResponseWriter{
		w,
		struct {
			http.ResponseWriter
			http.Flusher
		}{w, nil},
		struct {
			http.ResponseWriter
			http.Hijacker
		}{w, nil},
		struct {
			http.ResponseWriter
			io.ReaderFrom
		}{w, nil},
		struct {
			http.ResponseWriter
			http.Flusher
			http.Hijacker
		}{w, nil, nil},
		struct {
			http.ResponseWriter
			http.Flusher
			io.ReaderFrom
		}{w, nil, nil},
		struct {
			http.ResponseWriter
			http.Hijacker
			io.ReaderFrom
		}{w, nil, nil},
		struct {
			http.ResponseWriter
			http.Flusher
			http.Hijacker
			io.ReaderFrom
		}{w, nil, nil, nil},
	} {
		all[interfaces(w)] = w
	}
	return all
}
