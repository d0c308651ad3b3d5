package kit

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
)

// hosted serves an API with the members beside /fine, which answers with 200.
func Start(t *testing.T, api tenon.API, members ...route.Member) (*httptest.Server, *Log) {
	t.Helper()
	logged := new(Log)
	fine := route.Get("/fine", Seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { return Saw("fine"), nil })
	server := httptest.NewUnstartedServer(api.Logger(logged.Logger()).Add(fine).Add(members...).MustBuild())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	return server, logged
}

// line is a connection on which requests are made one after another.
type Conn struct {
	net.Conn
	In *bufio.Reader
}

func Dial(t *testing.T, addr string) Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return Conn{conn, bufio.NewReader(conn)}
}

func (l Conn) Get(t *testing.T, target string) Response {
	t.Helper()
	fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target)
	return ReadResponse(t, l.In, http.MethodGet)
}

// lost reports whether the server drops the connection instead of answering in
// full.
func (l Conn) Dropped(target string) bool {
	fmt.Fprintf(l, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", target)
	res, err := http.ReadResponse(l.In, nil)
	if err != nil {
		return true
	}
	_, err = io.Copy(io.Discard, res.Body)
	return err != nil
}

// exchange sends a request on a connection of its own and reads the answer,
// which may come before all of the request is written.
func Exchange(t *testing.T, addr, method string, request []byte) Response {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	go func() { _, _ = conn.Write(request) }() // the server may hang up first
	return ReadResponse(t, bufio.NewReader(conn), method)
}

func ReadResponse(t *testing.T, r *bufio.Reader, method string) Response {
	t.Helper()
	res, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	content, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("the answer breaks off: %v", err)
	}
	return Response{res, content}
}
