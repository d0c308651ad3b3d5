package year

import (
	"net/http"
	"sync"
	"time"
)

// throttled writes at most once in ten seconds.
type throttled struct {
	http.ResponseWriter
	mu      *sync.Mutex
	last    *time.Time
	waiting *[]byte
}

func (t throttled) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*t.waiting = append(*t.waiting, b...)
	if now := time.Now(); now.Sub(*t.last) >= 10*time.Second {
		*t.last = now
		_, err := t.ResponseWriter.Write(*t.waiting)
		*t.waiting = (*t.waiting)[:0]
		return len(b), err
	}
	return len(b), nil
}

func (t throttled) Flush() {}

// bufferedHeartbeats collects what a stream writes.
func bufferedHeartbeats(p *parts) {
	p.middle = func(_ *server, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/events" {
				w = throttled{w, new(sync.Mutex), new(time.Time), new([]byte)}
			}
			next.ServeHTTP(w, r)
		})
	}
}
