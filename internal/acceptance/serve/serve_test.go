package serve_test

import (
	"context"
	"crypto/tls"
	"errors"
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
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// It returns nil and leaves nothing behind.
func TestServeRunsUntilItsContextEnds(t *testing.T) {
	what, gone := goroutinesNow()
	_, app, _ := slowAPI(t, tenon.New("S", "1"))
	s := serve(t, app)
	conn := s.dial(t)
	for range 2 {
		if got := conn.Get(t, "/fine"); got.Status != 200 || got.Close {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	}
	if err := s.shutDown(t); err != nil {
		t.Error(err)
	}
	if _, err := conn.In.ReadByte(); err != io.EOF {
		t.Errorf("the idle connection ends with %v", err)
	}
	if _, err := net.Dial("tcp", s.addr); err == nil {
		t.Error("it still listens")
	}
	waitFor(t, what, gone)
}

func TestServeLetsRequestsFinish(t *testing.T) {
	for target, want := range map[string]string{"/wait": `{"data":{"seen":"waited"}}`, "/lines": "{\"seen\":\"1\"}\n{\"seen\":\"2\"}\n"} {
		h, app, logged := slowAPI(t, tenon.New("S", "1"))
		s := serve(t, app)
		conn := s.dial(t)
		conn.WriteGet(target)
		<-h.begun
		s.stop()
		waitFor(t, "it still listens", func() bool {
			c, err := net.Dial("tcp", s.addr)
			if err == nil {
				c.Close()
			}
			return err != nil
		})
		close(h.release)
		if got := conn.Response(t); got.Status != 200 || got.Body != want {
			t.Errorf("%s: %d %s", target, got.Status, got.Body)
		}
		if err := s.shutDown(t); err != nil {
			t.Error(err)
		}
		logged.Empty(t)
	}
}

// Server-sent events end cleanly, and so does what waits for ShuttingDown.
func TestServeEndsStreamsAtOnce(t *testing.T) {
	h, app, logged := slowAPI(t, tenon.New("S", "1"))
	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.HandleFunc("/own", func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		h.begun <- struct{}{}
		<-tenon.ShuttingDown(r.Context())
		_, _ = io.WriteString(w, "stopped")
	})
	s := serve(t, mux, tenon.ShutdownTimeout(time.Minute))
	streams := map[string]kit.Conn{"/events": s.dial(t), "/own": s.dial(t)}
	for target, conn := range streams {
		conn.WriteGet(target)
		<-h.begun
	}
	if err := s.shutDown(t); err != nil {
		t.Error(err)
	}
	for target, want := range map[string]string{"/events": "data: {\"seen\":\"1\"}\n\n", "/own": "stopped"} {
		if got := kit.ReadResponse(t, streams[target].In, "GET"); got.Status != 200 || got.Body != want {
			t.Errorf("%s: %d %q", target, got.Status, got.Body)
		}
	}
	logged.Empty(t)
}

// Clients that do not read their stream of events do not delay the shutdown: also not one that waits
// for a heartbeat or for the end of the stream.
func TestServeEndsStreamsThatNobodyReads(t *testing.T) {
	text := prop.String("text")
	texts := collection.New("T", text)
	large := strings.Repeat("x", 10_000)
	events := func(path string, more func(*route.Call) bool) route.Member {
		return route.Get(path, route.Events(texts.View())).Handle(func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			return func(yield func(route.Event[collection.Record], error) bool) {
				r := collection.NewRecord(texts)
				text.Set(r, large)
				for more(c) && yield(route.Event[collection.Record]{Data: r}, nil) {
				}
			}, nil
		})
	}
	app := kit.Build(t, tenon.New("S", "1").Logger(slog.New(slog.DiscardHandler)).Add(
		events("/watching", func(c *route.Call) bool { return c.Context().Err() == nil }),
		events("/endless", func(*route.Call) bool { return true }),
		route.Get("/lines", route.Lines(texts.View())).Handle(func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
			return func(yield func(collection.Record, error) bool) {
				r := collection.NewRecord(texts)
				text.Set(r, large)
				for yield(r, nil) {
				}
			}, nil
		}),
	))
	s := serve(t, app, tenon.ShutdownTimeout(20*time.Second))
	for range 3 {
		s.dial(t).WriteGet("/watching")
		s.dial(t).WriteGet("/endless")
		s.dial(t).WriteGet("/lines")
	}
	time.Sleep(500 * time.Millisecond) // until the buffers of the connections are full
	begin := time.Now()
	if err := s.shutDown(t); err != nil || time.Since(begin) > 5*time.Second {
		t.Errorf("the shutdown took %s: %v", time.Since(begin), err)
	}
}

// Its error says so, and the contexts of the handlers end.
func TestServeAbortsRequestsAfterTheShutdownTimeout(t *testing.T) {
	h, app, _ := slowAPI(t, tenon.New("S", "1"))
	s := serve(t, app, tenon.ShutdownTimeout(50*time.Millisecond))
	conn := s.dial(t)
	conn.WriteGet("/wait")
	<-h.begun
	err := s.shutDown(t)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "tenon: requests went on for longer than 50ms") {
		t.Errorf("%v", err)
	}
	if err := <-h.left; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler's context ends with %v", err)
	}
	if b, err := io.ReadAll(conn.In); len(b) > 0 && !strings.HasPrefix(string(b), "HTTP/1.1 500") {
		t.Errorf("the client got %q, %v", b, err)
	}
}

// Neither for slow writers nor for slow readers.
func TestServeDoesNotWaitForSlowClients(t *testing.T) {
	tests := []struct {
		name, request string
		option        tenon.ServeOption
		response      string // how it begins, "" for nothing
	}{
		{"a slow header", "GET /fine HTTP/1.1\r\nHost:", tenon.ReadHeaderTimeout(50 * time.Millisecond), ""},
		{"a slow body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf", tenon.ReadTimeout(50 * time.Millisecond),
			"HTTP/1.1 408 Request Timeout\r\n"},
		{"a slow reader", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", tenon.WriteTimeout(2 * time.Second), "HTTP/1.1 200 OK\r\n"},
		{"an idle connection", "GET /fine HTTP/1.1\r\nHost: a\r\n\r\n", tenon.IdleTimeout(50 * time.Millisecond), "HTTP/1.1 200 OK\r\n"},
		{"nothing at all", "", tenon.ReadHeaderTimeout(50 * time.Millisecond), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, app, _ := slowAPI(t, tenon.New("S", "1"))
			s := serve(t, app, tt.option)
			what, gone := goroutinesNow()
			conn := s.dial(t)
			fmt.Fprint(conn, tt.request)
			got := make([]byte, 99) // the rest stays where it is
			n, err := io.ReadFull(conn, got)
			got = got[:n]
			waitFor(t, what, gone)
			if !strings.HasPrefix(string(got), tt.response) || tt.response == "" && n > 0 {
				t.Errorf("%v: %q", err, got)
			}
		})
	}
}

// With a time-out of the API the client gets a 503; the server's own drops the connection.
func TestAHandlerLearnsItsDeadline(t *testing.T) {
	h, app, _ := slowAPI(t, tenon.New("S", "1").Timeout(30*time.Millisecond))
	s := serve(t, app)
	conn := s.dial(t)
	if got := conn.Get(t, "/wait"); got.Status != 503 || got.Body != timedOut {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if err := <-h.left; !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if got := conn.Get(t, "/fine"); got.Status != 200 {
		t.Errorf("the next request on the connection: %d %s", got.Status, got.Body)
	}

	h, app, _ = slowAPI(t, tenon.New("S", "1"))
	s = serve(t, app, tenon.WriteTimeout(30*time.Millisecond))
	conn = s.dial(t)
	conn.WriteGet("/wait")
	<-h.begun
	time.Sleep(500 * time.Millisecond)
	close(h.release)
	if got, _ := io.ReadAll(conn.In); len(got) > 0 {
		t.Errorf("after the server's time-out: %q", got)
	}
}

// By its context.
func TestAHandlerLearnsThatItsClientIsGone(t *testing.T) {
	for _, target := range []string{"/wait", "/events", "/lines"} {
		h, app, logged := slowAPI(t, tenon.New("S", "1"))
		s := serve(t, app)
		what, gone := goroutinesNow()
		conn := s.dial(t)
		conn.WriteGet(target)
		<-h.begun
		conn.Close()
		if err := <-h.left; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the context ends with %v", target, err)
		}
		waitFor(t, what, gone)
		logged.Empty(t)
	}
}

// And HTTP/2 with it.
func TestServeSpeaksTLS(t *testing.T) {
	certificate := httptest.NewUnstartedServer(nil)
	certificate.EnableHTTP2 = true
	certificate.StartTLS()
	defer certificate.Close()
	_, app, _ := slowAPI(t, tenon.New("S", "1"))
	s := serve(t, app, tenon.TLS(&tls.Config{Certificates: certificate.TLS.Certificates}))
	client := certificate.Client()
	res, err := client.Get("https://" + s.addr + "/fine")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, _ := io.ReadAll(res.Body); res.ProtoMajor != 2 || string(text) != `{"data":{"seen":"fine"}}` {
		t.Errorf("%s %s", res.Proto, text)
	}
	if err := s.shutDown(t); err != nil {
		t.Error(err)
	}
}

func TestServeSpeaksNoHTTP2InTheClear(t *testing.T) {
	_, app, _ := slowAPI(t, tenon.New("S", "1"))
	conn := serve(t, app).dial(t)
	fmt.Fprint(conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	if text, _ := io.ReadAll(conn.In); !strings.HasPrefix(string(text), "HTTP/1.1 404 Not Found\r\n") {
		t.Errorf("%q", text)
	}
}

// And closes it.
func TestServeTakesAListener(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, app, _ := slowAPI(t, tenon.New("S", "1"))
	s := serve(t, app, tenon.Listener(l))
	if s.addr != l.Addr().String() {
		t.Errorf("it listens on %s, not on %s", s.addr, l.Addr())
	}
	if err := s.shutDown(t); err != nil {
		t.Error(err)
	}
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the listener: %v", err)
	}
}

// At once, with the reason.
func TestServeFails(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	fine := http.NotFoundHandler()
	tests := []struct {
		name    string
		addr    string
		handler http.Handler
		option  tenon.ServeOption
		want    string
	}{
		{"no handler", "127.0.0.1:0", nil, tenon.ShutdownTimeout(0), "tenon: Serve: the handler is nil"},
		{"a taken address", taken.Addr().String(), fine, tenon.ShutdownTimeout(0), "tenon: listen tcp " + taken.Addr().String() + ": bind: address already in use"},
		{"a wrong address", "127.0.0.1:x", fine, tenon.ShutdownTimeout(0), "tenon: listen tcp: lookup tcp/x"},
		{"a grace below 0", "127.0.0.1:0", fine, tenon.ShutdownTimeout(-1), "tenon: ShutdownTimeout(-1ns) is below 0"},
		{"a time below 0", "127.0.0.1:0", fine, tenon.WriteTimeout(-time.Second), "tenon: WriteTimeout(-1s) is below 0"},
		{"no room for a header", "127.0.0.1:0", fine, tenon.MaxHeaderBytes(0), "tenon: MaxHeaderBytes(0) must be positive"},
		{"no TLS configuration", "127.0.0.1:0", fine, tenon.TLS(nil), "tenon: TLS has no configuration"},
		{"TLS without a certificate", "127.0.0.1:0", fine, tenon.TLS(new(tls.Config)), "tenon: "},
	}
	for _, tt := range tests {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err := tenon.Serve(ctx, tt.addr, tt.handler, tt.option)
		cancel()
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestServeWithAnEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := tenon.Serve(ctx, "127.0.0.1:0", http.NotFoundHandler()); err != nil {
		t.Error(err)
	}
}

func TestShuttingDownIsNilOutsideOfServe(t *testing.T) {
	if tenon.ShuttingDown(t.Context()) != nil {
		t.Error("there is something to watch")
	}
}
