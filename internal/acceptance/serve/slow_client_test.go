package serve_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

const stalled = `{"title":"Request Timeout","status":408,"detail":"The request took too long to arrive.","code":"request_timeout"}`

// uploads adds routes that read a body in every way.
func uploads(api tenon.API) tenon.API {
	text := collection.New("Upload", prop.String("a")).Create()
	return api.Add(
		route.Post("/json", kit.Gadgets.Create(), kit.Gadgets.View()).Handle(func(_ *route.Call, g kit.Gadget) (kit.Gadget, error) { return g, nil }),
		route.Post("/text", route.Text(prop.String("t")), kit.Seen.View()).Handle(func(_ *route.Call, s string) (collection.Record, error) { return kit.Saw(s), nil }),
		route.Post("/form", route.Form(text), kit.Seen.View()).Handle(func(*route.Call, collection.Record) (collection.Record, error) { return kit.Saw("form"), nil }),
		route.Post("/multipart", route.Multipart(text), kit.Seen.View()).Handle(func(*route.Call, collection.Record) (collection.Record, error) { return kit.Saw("form"), nil }),
		route.Post("/stream", route.Stream("text/plain"), kit.Seen.View()).Handle(func(_ *route.Call, r io.Reader) (collection.Record, error) {
			b, err := io.ReadAll(r)
			return kit.Saw(fmt.Sprint(len(b))), err
		}),
	)
}

// However the body is read; the connection ends.
func TestASlowBodyIsA408(t *testing.T) {
	logged := new(kit.Log)
	s := serve(t, kit.Build(t, uploads(tenon.New("U", "1")).Logger(logged.Logger())), tenon.ReadTimeout(300*time.Millisecond))
	for _, tt := range []struct{ path, mediaType, beginning string }{
		{"/json", "application/json", `{"name":`},
		{"/text", "text/plain", "half"},
		{"/form", "application/x-www-form-urlencoded", "a="},
		{"/multipart", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhal"},
		{"/multipart", "multipart/form-data; boundary=x", "--x\r\nContent-Disp"},
		{"/stream", "text/plain", "half"},
		{"/stream", "text/plain", ""},
	} {
		conn := s.dial(t)
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: 999\r\n\r\n%s", tt.path, tt.mediaType, tt.beginning)
		got := kit.ReadResponse(t, conn.In, "POST")
		if got.Status != 408 || got.Body != stalled || !got.Close || got.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %q: %d %v %s", tt.path, tt.beginning, got.Status, got.Header, got.Body)
		}
		if _, err := conn.In.ReadByte(); err != io.EOF {
			t.Errorf("%s: the connection stays: %v", tt.path, err)
		}
	}
	logged.Empty(t)
}

// The handler gets the error of the read, and may return it.
func TestAnUnfinishedStreamIsA400(t *testing.T) {
	var failed error
	post := route.Post("/x", route.Stream("text/plain"), kit.Seen.View()).Handle(func(_ *route.Call, r io.Reader) (collection.Record, error) {
		_, failed = io.ReadAll(r)
		return kit.Saw("x"), fmt.Errorf("at the content: %w", failed)
	})
	for _, tt := range []struct {
		name   string
		fails  error
		status int
		code   string
	}{
		{"a deadline of the connection", &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, 408, "request_timeout"},
		{"half of it", io.ErrUnexpectedEOF, 400, "malformed_request"},
		{"another limit", &http.MaxBytesError{Limit: 1}, 413, "content_too_large"},
	} {
		logged := new(kit.Log)
		app := kit.Build(t, tenon.New("U", "1").Logger(logged.Logger()).Add(post))
		r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(tt.fails)))
		r.Header.Set("Content-Type", "text/plain")
		w := kit.Do(app, r)
		if w.Status != tt.status || !strings.Contains(w.Body, `"code":"`+tt.code+`"`) || !errors.Is(failed, tt.fails) {
			t.Errorf("%s: %d %s after %v", tt.name, w.Status, w.Body, failed)
		}
		logged.Empty(t)
	}
}

// The time-out of the API does not limit how long a client sends.
func TestUploadsHaveTheirOwnTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reads := func(c *route.Call, r io.Reader) (collection.Record, error) {
			if _, err := io.ReadAll(r); err != nil {
				return kit.Saw(), err
			}
			return kit.Saw("x"), c.Context().Err()
		}
		stream := route.Stream("text/plain")
		for _, tt := range []struct {
			name   string
			post   route.Member
			status int
		}{
			{"the API's is not the route's", route.Post("/x", stream, kit.Seen.View()).Handle(reads), 201},
			{"nor where there are other formats", route.Post("/x", route.AnyOf(route.Stream("a/b"), stream), kit.Seen.View()).Handle(reads), 201},
			{"but its own is", route.Post("/x", stream, kit.Seen.View()).Timeout(time.Second).Handle(reads), 503},
		} {
			app := kit.Build(t, tenon.New("U", "1").Logger(new(kit.Log).Logger()).Timeout(time.Second).Add(tt.post))
			r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader("slow"), kit.SlowReader(time.Minute)))
			r.Header.Set("Content-Type", "text/plain")
			w := kit.Do(app, r)
			listed := slices.Contains(probe.Tree(app).Operations[0].BuiltinProblems(), tree.Timeout)
			if w.Status != tt.status || listed != (tt.status == 503) {
				t.Errorf("%s: %d %s", tt.name, w.Status, w.Body)
			}
		}
	})
}
