package year

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// slow requests take as long as they say, and at most as long as they may.
func (w *world) slow(s *server, takes time.Duration) {
	a := w.send(s, "GET", fmt.Sprint("/slow?takes=", takes.Nanoseconds()), "")
	switch {
	case takes < timeout && (a.status != 200 || a.took != takes):
		w.wrong("/slow: %v after %v, but it takes %v", a, a.took, takes)
	case takes > timeout && (a.status != 503 || a.took != timeout):
		w.wrong("/slow: %v after %v, but its timeout is %v", a, a.took, timeout)
	}
}

// writes notes when a stream is written to.
type writes struct {
	mu     sync.Mutex
	header http.Header
	status int
	at     []time.Time
}

func (s *writes) Header() http.Header { return s.header }

func (s *writes) WriteHeader(status int) { s.status = status }

func (s *writes) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = append(s.at, time.Now())
	return len(b), nil
}

func (*writes) Flush() {}

// listen opens a stream whose caller has a key that expires.
func (w *world) listen(s *server, u *user, gap time.Duration) {
	to, begin, expires := &writes{header: http.Header{}}, time.Now(), u.expires
	key := u.key
	w.running.Go(func() {
		w.stream(s, to, "GET", fmt.Sprint("/events?takes=", gap.Nanoseconds()), "", "X-Api-Key", key)
		w.write(s, "GET", "/events", answer{status: to.status, took: time.Since(begin), body: fmt.Sprint(len(to.at))})
		if now := time.Now(); to.status != 200 || !now.Equal(expires) {
			w.wrong("/events: %d, ends %v after its key", to.status, now.Sub(expires))
		}
		last := begin
		for _, at := range slices.Concat(to.at, []time.Time{expires}) {
			if silent := at.Sub(last); silent > heartbeat {
				w.wrong("/events: silent for %v", silent)
			}
			last = at
		}
	})
}

// old checks the dates of an operation that is deprecated and removed later.
func (w *world) old(s *server) {
	a := w.send(s, "GET", "/old", "")
	deprecation, sunset := fmt.Sprint("@", w.deprecated().Unix()), w.sunset().UTC().Format(http.TimeFormat)
	if a.status != 200 || a.header.Get("Deprecation") != deprecation || a.header.Get("Sunset") != sunset {
		w.wrong("/old: %d, Deprecation %s and Sunset %s, want %s and %s", a.status, a.header.Get("Deprecation"), a.header.Get("Sunset"), deprecation, sunset)
	}
}

func (w *world) planStreams() {
	w.every(8*time.Hour, func() {
		for _, takes := range []time.Duration{w.between(0, 2*timeout), timeout - time.Millisecond, timeout + time.Millisecond} {
			if takes != timeout {
				w.slow(w.any(), takes.Round(time.Millisecond)+time.Microsecond)
			}
		}
	})
	w.every(12*time.Hour, func() {
		u := w.users[w.rng.IntN(users)]
		if u.revoked || !time.Now().Before(u.expires) {
			return
		}
		w.at(u.expires.Add(-w.between(time.Second, 5*time.Minute)), func() {
			if !u.revoked && time.Now().Before(u.expires) && time.Until(u.expires) < 6*time.Minute && u.streams != u.key {
				u.streams = u.key // two streams would end at the same time, in any order
				w.listen(w.any(), u, w.pause(w.between(500*time.Millisecond, 50*time.Second)))
			}
		})
	})
	w.every(24*time.Hour, func() { w.old(w.any()) })
	for _, at := range []time.Time{w.deprecated(), w.sunset()} {
		for _, d := range []time.Duration{-time.Millisecond, 0, time.Millisecond} {
			w.at(at.Add(d), func() { w.old(w.any()) })
		}
	}
}

// plan plans everything.
func (w *world) plan() {
	w.planUsers()
	w.planTokens()
	w.planKeys()
	w.planLimits()
	w.planLists()
	w.planNews()
	w.planStreams()
}
