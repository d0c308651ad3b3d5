package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// sparse is much larger than its JSON may be.
type sparse struct{ Fields [60]*string }

var (
	sparses = collection.Of("Sparse", func(s *sparse) collection.Fields {
		return collection.Fields{prop.String("a").Optional().AtOptional(&s.Fields[0])}
	})
	required = collection.Of("Required", func(n *note) collection.Fields {
		return collection.Fields{noteText.At(&n.Text)}
	})
)

// sends serves one response, compressed.
func sends(t *testing.T, status int, mediaType, body string) client.Client {
	t.Helper()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = io.WriteString(w, body)
	_ = w.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Encoding"], w.Header()["Content-Type"] = []string{"gzip"}, []string{mediaType}
		w.WriteHeader(status)
		_, _ = w.Write(z.Bytes())
	}))
	t.Cleanup(s.Close)
	return client.New(s.URL)
}

// call calls a route for its error.
func call[T any](r *route.ReadRoute[T]) func(context.Context, client.Client) error {
	return func(ctx context.Context, c client.Client) error { _, err := r.Call(ctx, c); return err }
}

// Whatever a server sends, the memory of a call is in proportion to its bytes.
func TestResponsesAreBoundedInProportionToTheirBytes(t *testing.T) {
	const size = 9 << 20
	many := func(item string) string { return strings.TrimSuffix(strings.Repeat(item+",", size/(len(item)+1)), ",") }
	lines := route.Get("/", route.Lines(collection.Many(sparses.View())))
	tests := []struct {
		name, mediaType, body string
		status                int
		call                  func(context.Context, client.Client) error
	}{
		{"a list of large structs", "application/json", `{"data":[` + many("{}") + `]}`, 200, call(route.Get("/", collection.Many(sparses.View())))},
		{"a list of invalid items", "application/json", `{"data":[` + many("{}") + `]}`, 200, call(route.Get("/", collection.Many(required.View())))},
		{"a list of numbers", "application/json", `{"data":[` + many("1") + `]}`, 200, call(route.Get("/", collection.ValueOf(prop.Array(prop.Int("n"))).View()))},
		{"a list of lists", "application/json", `{"data":[` + many("[]") + `]}`, 200, call(route.Get("/", collection.ValueOf(prop.Array(prop.Array(prop.Int("n")))).View()))},
		{"violations", "application/problem+json", `{"errors":[` + many("{}") + `]}`, 422, call(showNoteless)},
		{"violations with parameters", "application/problem+json", `{"errors":[` + many(`{"params":{"a":1}}`) + `]}`, 422, call(showNoteless)},
		{"a line", "application/jsonl", `[` + many("{}") + "]\n", 200, func(ctx context.Context, c client.Client) error {
			items, err := lines.Call(ctx, c)
			if err != nil {
				return err
			}
			for _, err = range items {
			}
			return err
		}},
	}
	for _, tt := range tests {
		c := sends(t, tt.status, tt.mediaType, tt.body)
		_ = tt.call(t.Context(), c) // what is compiled once is
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := tt.call(t.Context(), c)
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / size; got > 40 {
			t.Errorf("%s: %d bytes for each byte of the response; %.100v", tt.name, got, err)
		}
		if f, ok := errors.AsType[*client.ProblemError](err); ok && (len(f.Violations) > 1000 || len(f.Violations)+f.MoreViolations < 1000) {
			t.Errorf("%s: %d violations and %d more", tt.name, len(f.Violations), f.MoreViolations)
		}
	}
}

var showNoteless = route.Get("/", notes.View())

// What a server of this library sends is within the bounds.
func TestListsOfSparseObjectsAreWithinTheBounds(t *testing.T) {
	for _, n := range []int{1, 1000, 20_000} {
		c := sends(t, 200, "application/json", `{"data":[`+strings.TrimSuffix(strings.Repeat(`{"a":"b"},`, n), ",")+`]}`)
		if got, err := route.Get("/", collection.Many(sparses.View())).Call(t.Context(), c); err != nil || len(got) != n {
			t.Errorf("%d: %d, %v", n, len(got), err)
		}
	}
}

// A context that ends while a response is decoded ends the call.
func TestDecodingEndsWithTheContext(t *testing.T) {
	c := sends(t, 200, "application/json", `{"data":[`+strings.TrimSuffix(strings.Repeat(`1,`, 4<<20), ",")+`]}`)
	list := route.Get("/", collection.ValueOf(prop.Array(prop.Int("n"))).View())
	begin := time.Now()
	if _, err := list.Call(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(begin)
	for i := range 10 {
		ctx, cancel := context.WithTimeout(t.Context(), whole*time.Duration(i)/20)
		_, err := list.Call(ctx, c)
		if at, _ := ctx.Deadline(); !errors.Is(err, context.DeadlineExceeded) && time.Since(at) > whole/4 {
			t.Errorf("%v after the deadline: %v", time.Since(at), err)
		}
		cancel()
	}
}

// Texts of a server are on one line, and have no characters that a terminal interprets.
func TestErrorsHaveNoControlCharacters(t *testing.T) {
	const bad = "a\nb\r\u001b[31m\u0007\u0085\u202e\u2028c"
	var text strings.Builder
	for _, r := range bad {
		fmt.Fprintf(&text, `\u%04x`, r)
	}
	in := func(format string) string { return strings.ReplaceAll(format, "BAD", text.String()) }
	list := route.Get("/", collection.ValueOf(prop.Map(prop.Int("n")).MaxProperties(1)).View())
	for _, tt := range []struct {
		name, mediaType, body string
		status                int
	}{
		{"a title", "application/problem+json", in(`{"title":"BAD"}`), 422},
		{"a detail", "application/problem+json", in(`{"detail":"BAD"}`), 500},
		{"a code", "application/problem+json", in(`{"code":"BAD"}`), 404},
		{"violations", "application/problem+json", in(`{"errors":[{"code":"BAD","detail":"BAD","pointer":"BAD"},{"in":"BAD","parameter":"BAD"}]}`), 422},
		{"many violations", "application/problem+json", in(`{"errors":[` + strings.Repeat(`{"code":"BAD"},`, 500) + `{}]}`), 422},
		{"no problem", "application/problem+json", "<\x1b[31m>\n", 422},
		{"a media type", "text/\x1b[31m\u0085", "x", 200},
		{"a name", "application/json", in(`{"data":{"BAD":"x"}}`), 200},
		{"two names", "application/json", in(`{"data":{"BAD":1,"BAD":2}}`), 200},
	} {
		clean(t, tt.name, call(list)(t.Context(), sends(t, tt.status, tt.mediaType, tt.body)))
	}
	for name, response := range map[string]string{
		"a status line": "HTTP/1.1 2\x1b[31m\x85 OK\r\n\r\n",
		"a header":      "HTTP/1.1 200 OK\r\n\x1b[31m: x\r\n\r\n",
		"a protocol":    "\x1b[31m\x07\r\n\r\n",
		"a redirect":    "HTTP/1.1 302 Found\r\nLocation: http://a/\x1b[31m\r\nContent-Length: 0\r\n\r\n",
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			conn, err := l.Accept()
			if err == nil {
				_, _ = conn.Read(make([]byte, 4<<10))
				_, _ = io.WriteString(conn, response)
				conn.Close()
			}
		}()
		clean(t, name, call(list)(t.Context(), client.New("http://"+l.Addr().String())))
		l.Close()
	}
	failing := client.New("http://localhost").HTTP(&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("x509: certificate is valid for " + bad)
	})})
	clean(t, "a certificate", call(list)(t.Context(), failing))
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// clean checks the text of an error. Violations are on lines of their own.
func clean(t *testing.T, name string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	for _, r := range err.Error() {
		if r != '\n' && !unicode.IsGraphic(r) {
			t.Errorf("%s: %q", name, err)
			return
		}
	}
	if n := strings.Count(err.Error(), "\n"); n > 200 || n > 0 && !strings.Contains(name, "violations") && !strings.Contains(err.Error(), "violates its rules:\n") || len(err.Error()) > 4<<10 {
		t.Errorf("%s: %d lines, %d bytes", name, n, len(err.Error()))
	}
}
