package year

import (
	"fmt"
	"strconv"
	"time"
)

// shared sends a request that counts at all servers together.
//
// Servers whose clocks disagree may learn the end of a window up to the difference too early or late:
// they reject for as long. None admits more than the limit in a window.
func (w *world) shared(s *server, u *user) {
	if w.counts.down || !s.asked.IsZero() {
		w.sharedAlone(s, u)
		return
	}
	m := w.window(fmt.Sprint("/shared/", u.n))
	now := time.Now()
	ended := m.end
	a := w.send(s, "GET", "/shared", "", "X-Api-Key", u.key)
	if a.status == 200 {
		if ok, _ := m.spend(perHour, time.Hour); !ok {
			w.wrong("/shared of user %d: %d requests are admitted in a window, at the latest %v before its end", u.n, perHour+1, m.end.Sub(now))
		}
		return
	}
	after, err := strconv.Atoi(a.header.Get("Retry-After"))
	wait := time.Duration(after) * time.Second
	switch {
	case a.status != 429 || err != nil || after < 1:
		w.wrong("/shared: %v, Retry-After %q", a, a.header.Get("Retry-After"))
	case now.Sub(m.before) < tolerated: // of the window before
	case now.Before(ended) && m.used < perHour:
		w.wrong("/shared of user %d: a request is rejected, but %d of %d are used", u.n, m.used, perHour)
	case now.Sub(ended) >= tolerated:
		w.wrong("/shared of user %d: a request is rejected %v after the end of the window", u.n, now.Sub(ended))
	case now.Before(ended) && (wait > ended.Sub(now)+tolerated+time.Second || wait < ended.Sub(now)-tolerated):
		w.wrong("/shared of user %d: Retry-After %d, but the window ends in %v", u.n, after, ended.Sub(now))
	}
}

// planShared spends a window at all servers, and looks at its end.
func (w *world) planShared() {
	u, begin := w.user(), time.Now()
	for i := range perHour + 4 {
		s, at := w.rng.IntN(3), begin.Add(time.Duration(i)*time.Second)
		if i > 0 {
			at = begin.Add(w.between(0, 58*time.Minute))
		}
		w.at(at, func() { w.shared(w.servers[s], u) })
	}
	w.after(time.Second, func() {
		end := w.window(fmt.Sprint("/shared/", u.n)).end
		for n := range w.servers {
			for _, d := range []time.Duration{-time.Minute, -time.Second, -time.Millisecond, 0, tolerated, tolerated + time.Millisecond} {
				w.at(end.Add(d), func() { w.shared(w.servers[n], u) })
			}
		}
	})
}

const tolerated = 2 * maxSkew

// outage makes the store unavailable for some time.
func (w *world) outage() {
	w.counts.down = true
	w.after(w.between(time.Second, 4*time.Hour), func() { w.counts.down = false })
	for n := range w.servers {
		for range 4 {
			u := w.user()
			w.after(w.between(0, 5*time.Hour), func() { w.shared(w.servers[n], u) })
		}
	}
}

// sharedAlone sends requests to a server that cannot use the store, or does not know yet that it can.
// The pauses of its breaker are random, up to 30 seconds: requests are farther apart, so that each is
// a probe. After each outage the server is stopped, so that what it has counted alone is gone.
func (w *world) sharedAlone(s *server, u *user) {
	now := time.Now()
	if now.Sub(s.asked) < 31*time.Second {
		return
	}
	down := w.counts.down
	if s.asked.IsZero() {
		admitted := 0
		for range perHour + 3 { // the first three failures open the breaker
			if w.alone(s, u).status == 200 {
				admitted++
			}
		}
		if admitted > perHour {
			w.wrong("/shared without a store: %d requests are admitted at once", admitted)
		}
	}
	s.asked = now
	if w.alone(s, u); !down {
		w.boot(s.n)
	}
}

func (w *world) alone(s *server, u *user) answer {
	a := w.send(s, "GET", "/shared", "", "X-Api-Key", u.key)
	if a.status != 200 && a.status != 429 {
		w.wrong("/shared without a store: %v", a)
	}
	if a.status == 200 && !w.counts.down {
		w.window(fmt.Sprint("/shared/", u.n)).spend(perHour, time.Hour)
	}
	return a
}
