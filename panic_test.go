package tenon_test

import (
	"bufio"
	"bytes"
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

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// hosted serves an API with the members beside /fine, which answers with 200.
func hosted(t *testing.T, api tenon.API, members ...route.Member) (*httptest.Server, *logs) {
	t.Helper()
	logged := new(logs)
	fine := route.Get("/fine", seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { return sight("fine"), nil })
	server := httptest.NewUnstartedServer(api.Logger(logged.logger()).Add(fine).Add(members...).MustBuild())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	return server, logged
}

// line is a connection on which requests are made one after another.
type line struct {
	net.Conn
	r *bufio.Reader
}

func dial(t *testing.T, server *httptest.Server) line {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return line{conn, bufio.NewReader(conn)}
}

func (l line) get(t *testing.T, target string) wired {
	t.Helper()
	fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target)
	return readAnswer(t, l.r, http.MethodGet)
}

// lost reports whether the server drops the connection instead of answering in
// full.
func (l line) lost(target string) bool {
	fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target)
	res, err := http.ReadResponse(l.r, nil)
	if err != nil {
		return true
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err != nil
}

// panicking is a route whose handler panics with v.
func panicking(v any) *route.Route {
	return route.Get("/fail", seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { panicHere(v); return sight(), nil })
}

// panicHere is what a logged stack must name.
func panicHere(v any) { panic(v) }

// TestAPanicIsA500: it is logged with its stack, and the connection lives on.
func TestAPanicIsA500(t *testing.T) {
	throw := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panicHere(password) })
	}
	nothing := func(*route.Call) (collection.Record, error) { return sight(), nil }
	tests := []struct {
		name   string
		api    tenon.API
		member route.Member
		logged []string
	}{
		{"in a handler", tenon.New("P", "1"), panicking(password), []string{password}},
		{"with an error", tenon.New("P", "1"), panicking(errStore), []string{"connection refused"}},
		{"with nil", tenon.New("P", "1"), panicking(nil), []string{"nil"}},
		{"in a handler below middlewares", tenon.New("P", "1").Use(new(steps).outer("x")), panicking(password), []string{password}},
		{"in a Wrap", tenon.New("P", "1"), route.Get("/fail", seen.View()).
			Wrap(func(route.Handler) route.Handler { return func(*route.Call) error { panicHere(password); return nil } }).
			Handle(nothing), []string{password}},
		{"in a route's middleware", tenon.New("P", "1"), route.Get("/fail", seen.View()).Use(throw).Handle(nothing), []string{password}},
		{"in a group's middleware", tenon.New("P", "1"), route.Group("", route.Get("/fail", seen.View()).Handle(nothing)).Use(throw), []string{password}},
		{"in a route's middleware below the API's", tenon.New("P", "1").Use(new(steps).outer("x")),
			route.Get("/fail", seen.View()).Use(throw).Handle(nothing), []string{password}},
		{"in the error handler", tenon.New("P", "1").ErrorHandler(func(*http.Request, error) *render.Problem { panicHere(password); return nil }),
			route.Get("/fail", seen.View()).Handle(func(*route.Call) (collection.Record, error) { return sight(), errStore }), []string{password}},
		{"in the API's middleware", tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/fail" {
					panicHere(password)
				}
				next.ServeHTTP(w, r)
			})
		}), route.Group(""), []string{password}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, logged := hosted(t, tt.api, tt.member)
			conn := dial(t, server)
			got := conn.get(t, "/fail")
			if got.StatusCode != 500 || string(got.content) != internalError ||
				got.Header.Get("Content-Type") != "application/problem+json" || got.Close {
				t.Errorf("%d %v %s", got.StatusCode, got.Header, got.content)
			}
			logged.has(t, append(tt.logged, "panicHere", "panic_test.go", `"level":"ERROR"`)...)
			if got := conn.get(t, "/fine"); got.StatusCode != 200 {
				t.Errorf("the next request on the connection: %d %s", got.StatusCode, got.content)
			}
			logged.empty(t)
		})
	}
}

// TestHalfAnAnswerIsBrokenOff: after it has begun, a panic must not let the
// client take what it has for whole.
func TestHalfAnAnswerIsBrokenOff(t *testing.T) {
	late := tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if r.URL.Path == "/late" {
				panicHere(password)
			}
		})
	})
	half := func(yield func(collection.Record, error) bool) {
		if yield(sight("one"), nil) {
			panicHere(password)
		}
	}
	lines := route.Get("/lines", route.Lines(seen.View())).
		Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) { return half, nil })
	flushed := route.Get("/late", seen.View()).
		Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r)
				_ = http.NewResponseController(w).Flush()
			})
		}).
		Handle(func(*route.Call) (collection.Record, error) { return sight(strings.Repeat("x", 1<<16)), nil })
	tests := []struct {
		name   string
		api    tenon.API
		target string
	}{
		{"a middleware's", late, "/late"},
		{"a stream's", tenon.New("P", "1"), "/lines"},
		{"a stream's below middlewares", tenon.New("P", "1").Use(new(steps).outer("x")), "/lines"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server, logged := hosted(t, tt.api, lines, flushed)
			conn := dial(t, server)
			fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", tt.target)
			all, err := io.ReadAll(conn.r)
			if err != nil || !bytes.HasPrefix(all, []byte("HTTP/1.1 200")) {
				t.Fatalf("%v: %.200s", err, all)
			}
			if bytes.Contains(all, []byte("internal_error")) || bytes.HasSuffix(all, []byte("\r\n0\r\n\r\n")) {
				t.Errorf("the answer ends as if it were whole: %.2000s", all)
			}
			logged.has(t, password, "panicHere")
		})
	}
}

// TestErrAbortHandlerIsTheServers: it drops the connection and logs nothing.
func TestErrAbortHandlerIsTheServers(t *testing.T) {
	for name, api := range map[string]tenon.API{
		"alone":                tenon.New("P", "1"),
		"below a middleware's": tenon.New("P", "1").Use(new(steps).outer("x")),
	} {
		server, logged := hosted(t, api, panicking(http.ErrAbortHandler))
		if !dial(t, server).lost("/fail") {
			t.Errorf("%s: the connection stays", name)
		}
		logged.empty(t)
	}
}

// TestAClientGoesInTheMiddleOfItsContent: the handler is not called.
func TestAClientGoesInTheMiddleOfItsContent(t *testing.T) {
	post := route.Post("/things", gadgets.Create(), gadgets.View()).
		Handle(func(*route.Call, gadget) (gadget, error) { t.Error("called"); return gadget{}, nil })
	server, logged := hosted(t, tenon.New("P", "1"), post)
	for name, head := range map[string]string{
		"with a length": "Content-Length: 1000\r\n\r\n{\"name\":",
		"in chunks":     "Transfer-Encoding: chunked\r\n\r\nff\r\n{\"name\":",
	} {
		conn := dial(t, server)
		fmt.Fprintf(conn, "POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n%s", head)
		_ = conn.Conn.(*net.TCPConn).CloseWrite()
		got := readAnswer(t, conn.r, "POST")
		if got.StatusCode != 400 || !bytes.Contains(got.content, []byte("The content of the request could not be read.")) {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.content)
		}
	}
	logged.empty(t)
}

// TestAnotherLimitOfTheBodyIs413: a middleware may bound the body too.
func TestAnotherLimitOfTheBodyIs413(t *testing.T) {
	post := route.Post("/things", gadgets.Create(), gadgets.View()).
		Handle(func(_ *route.Call, g gadget) (gadget, error) { return g, nil })
	api := tenon.New("P", "1").Use(func(next http.Handler) http.Handler {
		return http.MaxBytesHandler(next, 100)
	})
	server, _ := hosted(t, api, post)
	body := gadgetWith("note", `"`+strings.Repeat("x", 100)+`"`)
	got := exchange(t, server.Listener.Addr().String(), "POST", fmt.Appendf(nil,
		"POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s", chunked(body, 64)))
	if got.StatusCode != 413 || !bytes.Contains(got.content, []byte("content_too_large")) {
		t.Errorf("%d %s", got.StatusCode, got.content)
	}
	sound(t, "POST", got)
}
