package year

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// window is the model of a window of a limit: in the memory of a server, or in the shared store.
type window struct {
	end    time.Time
	used   int
	before time.Time // the end of the window before
}

// spend takes a token of a window. It returns whether there is one, how many remain, and the end.
func (w *window) spend(n int, length time.Duration) (ok bool, remaining int) {
	if now := time.Now(); !now.Before(w.end) {
		*w = window{end: now.Add(length), before: w.end}
	}
	if ok = w.used < n; ok {
		w.used++
	}
	return ok, n - w.used
}

func (w *world) window(name string) *window {
	if w.windows[name] == nil {
		w.windows[name] = new(window)
	}
	return w.windows[name]
}

// seconds rounds up.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}

// limited sends a request that counts in the memory of a server, and compares the response with the
// model. The windows of a server end with it.
func (w *world) limited(s *server, u *user, path string) answer {
	if s.dead.Load() {
		return answer{}
	}
	name := fmt.Sprint(path, s.n, "/", s.run, "/", u.n)
	m := w.window(name)
	now := time.Now()
	ok, remaining := m.spend(perMinute, time.Minute)
	if !ok && path == "/burst" {
		ok, _ = w.window(name+" burst").spend(burst, 10*time.Minute)
	}
	a := w.send(s, "GET", path, "", "X-Api-Key", u.key)
	left := m.end.Sub(now)
	reset := strconv.FormatInt(up(m.end.Add(time.Second-time.Millisecond))/1000, 10)
	get := a.header.Get
	switch {
	case (a.status == 200) != ok || !ok && a.status != 429:
		w.wrong("%s of user %d at server %d: %v, %d used, %v left", path, u.n, s.n, a, m.used, left)
	case get("X-Ratelimit-Remaining") != strconv.Itoa(remaining) || get("X-Ratelimit-Limit") != strconv.Itoa(perMinute):
		w.wrong("%s: %s of %s remain, want %d", path, get("X-Ratelimit-Remaining"), get("X-Ratelimit-Limit"), remaining)
	case get("X-Ratelimit-Reset") != reset:
		w.wrong("%s: X-RateLimit-Reset %s, want %s", path, get("X-Ratelimit-Reset"), reset)
	case ok && get("Retry-After") != "", !ok && get("Retry-After") != seconds(left):
		w.wrong("%s: Retry-After %q, want %s", path, get("Retry-After"), seconds(left))
	case get("Ratelimit") != fmt.Sprintf("%q;r=%d;t=%s", strconv.Itoa(perMinute)+"-per-1m", remaining, seconds(left)):
		w.wrong("%s: RateLimit %s, want r=%d and t=%s", path, get("Ratelimit"), remaining, seconds(left))
	}
	return a
}

// planLimits sends requests until they are rejected, and then at the end of the window.
func (w *world) planLimits() {
	for _, path := range []string{"/minute", "/burst"} {
		w.every(8*time.Hour, func() {
			s, u := w.any(), w.user()
			for range w.rng.IntN(perMinute + burst + 2) {
				w.after(w.between(0, 50*time.Second), func() { w.limited(s, u, path) })
			}
			w.after(50*time.Second, func() {
				for range perMinute + burst {
					if a := w.limited(s, u, path); a.status != 429 {
						continue
					}
					end := w.window(fmt.Sprint(path, s.n, "/", s.run, "/", u.n)).end
					for _, d := range []time.Duration{-time.Millisecond, 0, time.Minute - time.Millisecond, time.Minute} {
						w.at(end.Add(d), func() { w.limited(s, u, path) })
					}
					w.at(end.Add(-w.between(0, 50*time.Second)), func() { w.limited(s, u, path) })
					break
				}
			})
		})
	}
	w.every(12*time.Hour, w.planShared)
	w.every(15*24*time.Hour, w.outage)
}

// counts is the store of limits that the servers share. Its clock is right.
type counts struct {
	mu      sync.Mutex
	windows map[string]*window
	down    bool
}

func newCounts() *counts { return &counts{windows: map[string]*window{}} }

// taker takes a token of a bucket, as the Take of go-limiter does.
type taker interface {
	take(key string, tokens uint64, length time.Duration) (remaining, reset uint64, ok bool)
}

func (c *counts) take(key string, tokens uint64, length time.Duration) (remaining, reset uint64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.windows[key]
	if m == nil {
		m = new(window)
		c.windows[key] = m
	}
	ok, left := m.spend(int(tokens), length)
	return uint64(left), uint64(m.end.UnixNano()), ok
}

func (w *world) taker() taker {
	if w.parts.counts != nil {
		return w.parts.counts(w, w.counts)
	}
	return downTaker{w.counts, w.counts}
}

// countsOf is the store of one policy.
type countsOf struct {
	taker
	tokens uint64
	window time.Duration
}

type downTaker struct {
	taker
	counts *counts
}

var errDown = errors.New("the store is down")

func (c countsOf) Take(_ context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error) {
	if d, is := c.taker.(downTaker); is && d.counts.down {
		return 0, 0, 0, false, errDown
	}
	remaining, reset, ok = c.take(key, c.tokens, c.window)
	return c.tokens, remaining, reset, ok, nil
}

func (countsOf) Get(context.Context, string) (tokens, remaining uint64, err error) { return 0, 0, nil }

func (countsOf) Set(context.Context, string, uint64, time.Duration) error { return nil }

func (countsOf) Burst(context.Context, string, uint64) error { return nil }

func (countsOf) Close(context.Context) error { return nil }
