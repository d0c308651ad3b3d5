package kit

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
)

// Server is a server for connections, which the end of the test closes.
type Server struct {
	*httptest.Server
	Addr string
}

// Start serves an API with more routes, among them /fine, which returns 200.
func Start(t testing.TB, api tenon.API, members ...route.Member) (*Server, *Log) {
	t.Helper()
	logged := new(Log)
	fine := route.Get("/fine", Seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { return Saw("fine"), nil })
	return Listen(t, Build(t, api.Logger(logged.Logger()).Add(fine).Add(members...))), logged
}

// Listen serves a handler.
func Listen(t testing.TB, h http.Handler) *Server {
	t.Helper()
	server := httptest.NewUnstartedServer(h)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	return &Server{server, server.Listener.Addr().String()}
}

// Send sends a request as [Send] does.
func (s *Server) Send(t testing.TB, method, target, body string, header ...string) Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	setHeader(r, body, header)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	return readBody(t, res)
}

// Exchange sends the bytes of a request on a connection of its own and reads the response,
// which may come before all of the request is written.
func (s *Server) Exchange(t testing.TB, method string, request []byte) Response {
	t.Helper()
	conn := Dial(t, s.Addr)
	defer conn.Close()
	go func() { _, _ = conn.Write(request) }() // the server may hang up first
	return ReadResponse(t, conn.In, method)
}

// Dial returns a connection to the server.
func (s *Server) Dial(t testing.TB) Conn {
	t.Helper()
	return Dial(t, s.Addr)
}

// Conn is a connection on which requests are made one after another.
type Conn struct {
	net.Conn
	In *bufio.Reader
}

// Dial returns a connection to an address.
func Dial(t testing.TB, addr string) Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return Conn{conn, bufio.NewReader(conn)}
}

// WriteGet writes a GET request and does not wait for its response.
func (c Conn) WriteGet(target string) {
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target)
}

// Get sends a GET request and reads the response.
func (c Conn) Get(t testing.TB, target string) Response {
	t.Helper()
	c.WriteGet(target)
	return c.Response(t)
}

// Response reads the response to a GET request.
func (c Conn) Response(t testing.TB) Response {
	t.Helper()
	return ReadResponse(t, c.In, http.MethodGet)
}

// Dropped reports whether the server drops the connection instead of sending the whole
// response to a GET request.
func (c Conn) Dropped(target string) bool {
	c.WriteGet(target)
	res, err := http.ReadResponse(c.In, nil)
	if err != nil {
		return true
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err != nil
}
