package kit

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
)

// AllocsAtMost checks how often f allocates.
func AllocsAtMost(t testing.TB, limit int, f func()) {
	t.Helper()
	got := allocs.Least(f)
	t.Logf("%d allocations, at most %d are allowed", got, limit)
	if got > limit {
		t.Errorf("%d allocations are more than %d", got, limit)
	}
}

// CheckAllocs checks that a request gets a response with this status and a body, and how
// often serving it allocates.
func CheckAllocs(t testing.TB, h http.Handler, r *http.Request, status, limit int) {
	t.Helper()
	serve := Repeat(h, r)
	if w := serve(); w.Status != status || w.Size == 0 {
		t.Fatalf("status %d, want %d, with %d bytes", w.Status, status, w.Size)
	}
	AllocsAtMost(t, limit, func() { serve() })
}

// Repeat returns a function that serves a request again and again, and allocates nothing
// itself.
func Repeat(h http.Handler, r *http.Request) (serve func() *Sink) {
	var content []byte
	if r.Body != nil {
		content, _ = io.ReadAll(r.Body)
	}
	body, w := new(repeatedBody), &Sink{fields: http.Header{}}
	r.Body = body
	return func() *Sink {
		body.Reset(content)
		clear(w.fields)
		w.Status, w.Size = 0, 0
		h.ServeHTTP(w, r)
		return w
	}
}

type repeatedBody struct{ bytes.Reader }

func (*repeatedBody) Close() error { return nil }

// Sink is a writer that keeps the status and the size of a response.
type Sink struct {
	fields http.Header
	Status int
	Size   int
}

// Header returns the header of the response.
func (s *Sink) Header() http.Header { return s.fields }

// WriteHeader keeps the status.
func (s *Sink) WriteHeader(status int) { s.Status = status }

func (s *Sink) Write(p []byte) (int, error) { s.Size += len(p); return len(p), nil }

// Allocated returns how many bytes f allocates.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
