package problems_test

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A panic is logged with its stack, and the connection stays open.
func TestAPanicIsA500(t *testing.T) {
	throw := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { kit.Panic(kit.Password) })
	}
	panicking := func(v any) *route.Route {
		return route.Get("/fail", kit.Seen.View()).
			Handle(func(*route.Call) (collection.Record, error) { kit.Panic(v); return kit.Saw(), nil })
	}
	nothing := func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }
	tests := []struct {
		name   string
		api    tenon.API
		member route.Member
		logged []string
	}{
		{"in a handler", tenon.New("P", "1"), panicking(kit.Password), []string{kit.Password}},
		{"with an error", tenon.New("P", "1"), panicking(kit.ErrStore), []string{"connection refused"}},
		{"with nil", tenon.New("P", "1"), panicking(nil), []string{"nil"}},
		{"in a handler below middlewares", tenon.New("P", "1").Use(new(kit.Steps).Outer("x")), panicking(kit.Password), []string{kit.Password}},
		{"in a Wrap", tenon.New("P", "1"), route.Get("/fail", kit.Seen.View()).
			Wrap(func(route.Handler) route.Handler {
				return func(*route.Call) error { kit.Panic(kit.Password); return nil }
			}).
			Handle(nothing), []string{kit.Password}},
		{"in a route's middleware", tenon.New("P", "1"), route.Get("/fail", kit.Seen.View()).Use(throw).Handle(nothing), []string{kit.Password}},
		{"in a group's middleware", tenon.New("P", "1"), route.Group("", route.Get("/fail", kit.Seen.View()).Handle(nothing)).Use(throw), []string{kit.Password}},
		{"in a route's middleware below the API's", tenon.New("P", "1").Use(new(kit.Steps).Outer("x")),
			route.Get("/fail", kit.Seen.View()).Use(throw).Handle(nothing), []string{kit.Password}},
		{"in the error handler", tenon.New("P", "1").ErrorHandler(func(*http.Request, error) *render.Problem { kit.Panic(kit.Password); return nil }),
			route.Get("/fail", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), kit.ErrStore }), []string{kit.Password}},
		{"in the API's middleware", tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/fail" {
					kit.Panic(kit.Password)
				}
				next.ServeHTTP(w, r)
			})
		}), route.Group(""), []string{kit.Password}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, logged := kit.Start(t, tt.api, tt.member)
			conn := server.Dial(t)
			got := conn.Get(t, "/fail")
			if got.Status != 500 || got.Body != kit.InternalError ||
				got.Header.Get("Content-Type") != "application/problem+json" || got.Close {
				t.Errorf("%d %v %s", got.Status, got.Header, got.Body)
			}
			logged.Has(t, append(tt.logged, "kit.Panic", "panic_test.go", `"level":"ERROR"`)...)
			if got := conn.Get(t, "/fine"); got.Status != 200 {
				t.Errorf("the next request on the connection: %d %s", got.Status, got.Body)
			}
			logged.Empty(t)
		})
	}
}

// The client must not take an unfinished response for the whole.
func TestAPanicAbortsAnUnfinishedResponse(t *testing.T) {
	late := tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if r.URL.Path == "/late" {
				kit.Panic(kit.Password)
			}
		})
	})
	half := func(yield func(collection.Record, error) bool) {
		if yield(kit.Saw("one"), nil) {
			kit.Panic(kit.Password)
		}
	}
	lines := route.Get("/lines", route.Lines(kit.Seen.View())).
		Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) { return half, nil })
	flushed := route.Get("/late", kit.Seen.View()).
		Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r)
				_ = http.NewResponseController(w).Flush()
			})
		}).
		Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(strings.Repeat("x", 1<<16)), nil })
	tests := []struct {
		name   string
		api    tenon.API
		target string
	}{
		{"a middleware's", late, "/late"},
		{"a stream's", tenon.New("P", "1"), "/lines"},
		{"a stream's below middlewares", tenon.New("P", "1").Use(new(kit.Steps).Outer("x")), "/lines"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, logged := kit.Start(t, tt.api, lines, flushed)
			conn := server.Dial(t)
			fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", tt.target)
			all, err := io.ReadAll(conn.In)
			if err != nil || !bytes.HasPrefix(all, []byte("HTTP/1.1 200")) {
				t.Fatalf("%v: %.200s", err, all)
			}
			if bytes.Contains(all, []byte("internal_error")) || bytes.HasSuffix(all, []byte("\r\n0\r\n\r\n")) {
				t.Errorf("the response ends as if it were whole: %.2000s", all)
			}
			logged.Has(t, kit.Password, "kit.Panic")
		})
	}
}

// It drops the connection.
func TestErrAbortHandlerIsNotLogged(t *testing.T) {
	for name, api := range map[string]tenon.API{
		"alone":                tenon.New("P", "1"),
		"below a middleware's": tenon.New("P", "1").Use(new(kit.Steps).Outer("x")),
	} {
		server, logged := kit.Start(t, api, kit.PanicRoute(http.ErrAbortHandler))
		if !server.Dial(t).Dropped("/fail") {
			t.Errorf("%s: the connection stays", name)
		}
		logged.Empty(t)
	}
}

// The handler is not called.
func TestAnUnfinishedBodyIsA400(t *testing.T) {
	post := route.Post("/things", kit.Gadgets.Create(), kit.Gadgets.View()).
		Handle(func(*route.Call, kit.Gadget) (kit.Gadget, error) { t.Error("called"); return kit.Gadget{}, nil })
	server, logged := kit.Start(t, tenon.New("P", "1"), post)
	for name, head := range map[string]string{
		"with a length": "Content-Length: 1000\r\n\r\n{\"name\":",
		"in chunks":     "Transfer-Encoding: chunked\r\n\r\nff\r\n{\"name\":",
	} {
		conn := server.Dial(t)
		fmt.Fprintf(conn, "POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n%s", head)
		_ = conn.Conn.(*net.TCPConn).CloseWrite()
		got := kit.ReadResponse(t, conn.In, "POST")
		if got.Status != 400 || !strings.Contains(got.Body, "The content of the request could not be read.") {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	logged.Empty(t)
}

// Middleware may limit the body too.
func TestAnotherLimitOfTheBodyIs413(t *testing.T) {
	post := route.Post("/things", kit.Gadgets.Create(), kit.Gadgets.View()).
		Handle(func(_ *route.Call, g kit.Gadget) (kit.Gadget, error) { return g, nil })
	api := tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
		return http.MaxBytesHandler(next, 100)
	})
	server, _ := kit.Start(t, api, post)
	body := kit.GadgetWith("note", `"`+strings.Repeat("x", 100)+`"`)
	got := server.Exchange(t, "POST", fmt.Appendf(nil,
		"POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s", kit.Chunked(body, 64)))
	if got.Status != 413 || !strings.Contains(got.Body, "content_too_large") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	got.CheckWellFormed(t, "POST")
}
