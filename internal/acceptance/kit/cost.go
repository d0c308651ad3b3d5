package kit

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
)

// atMost fails where f allocates more often than it may.
func AllocsAtMost(t *testing.T, bar int, f func()) {
	t.Helper()
	got := allocs.Least(f)
	t.Logf("%d allocations, the bar is %d", got, bar)
	if got > bar {
		t.Errorf("%d allocations are more than %d", got, bar)
	}
}

// sink is a writer for answers that is used again and again.
type Sink struct {
	Fields http.Header
	Status int
	Size   int
}

func (s *Sink) Header() http.Header { return s.Fields }

func (s *Sink) WriteHeader(status int) { s.Status = status }

func (s *Sink) Write(p []byte) (int, error) { s.Size += len(p); return len(p), nil }

// reader is content that is read again and again.
type repeatedBody struct{ bytes.Reader }

func (*repeatedBody) Close() error { return nil }

// again serves the same request with nothing of its own to allocate.
func Repeat(app http.Handler, method, target string, content []byte) (serve func() *Sink) {
	body := new(repeatedBody)
	w := &Sink{Fields: http.Header{}}
	at, _ := url.Parse(target)
	r := &http.Request{Method: method, URL: at, Header: http.Header{"Content-Type": {"application/json"}},
		Body: body, ContentLength: int64(len(content))}
	return func() *Sink {
		body.Reset(content)
		clear(w.Fields)
		w.Status, w.Size = 0, 0
		app.ServeHTTP(w, r)
		return w
	}
}

// allocated serves a request and returns what that has allocated.
func Allocated(t testing.TB, app http.Handler, path, mediaType, body string, status int) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ExpectStatus(t, app, path, mediaType, body, status)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// nestServed serves a request whose answer has a status.
func ExpectStatus(t testing.TB, app http.Handler, path, mediaType, body string, status int) {
	t.Helper()
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", mediaType)
	w := httptest.NewRecorder()
	if app.ServeHTTP(w, r); w.Code != status {
		t.Fatalf("%d, want %d: %.300s", w.Code, status, w.Body)
	}
}
