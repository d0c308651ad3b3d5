package year

import (
	"context"
	"fmt"
	"strconv"
	"testing/synctest"
	"time"
)

// ledger is the model of a table of idempotency keys.
type ledger struct {
	w     *world
	name  string
	ttl   time.Duration
	lease time.Duration // 0: none
	rows  map[string]*row
	last  int64
	takes map[int64]time.Duration // how long the next work of an item takes
	works map[int64][]time.Time   // when its work began
}

// row is the model of a row. Its times are of the server that reserved it.
type row struct {
	begun, ends int64 // in milliseconds
	attempt     int
	done        bool
	body        string // of the response
}

func (w *world) newLedger(name string, ttl, lease time.Duration) *ledger {
	return &ledger{w, name, ttl, lease, map[string]*row{}, 0, map[int64]time.Duration{}, map[int64][]time.Time{}}
}

// started notes that the work of an item begins. It returns how often it has begun, and how long it
// takes.
func (l *ledger) started(item int64) (n int, takes time.Duration) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	now, all := time.Now(), l.works[item]
	if n := len(all); n > 0 && l.lease == 0 && now.Sub(all[n-1]) < l.ttl-2*maxSkew {
		l.w.failures = append(l.w.failures, fmt.Sprintf("%s %d: the work is done again after %v", l.name, item, now.Sub(all[n-1])))
	}
	l.works[item] = append(all, now)
	return len(l.works[item]), l.takes[item]
}

// up rounds up to milliseconds.
func up(t time.Time) int64 { return t.Add(time.Millisecond - 1).UnixMilli() }

// What a request of a key should get.
const (
	starts = iota
	replays
	inUse
)

func (l *ledger) expect(key string, now time.Time) int {
	r, at := l.rows[key], now.UnixMilli()
	switch {
	case r == nil || r.ends <= at:
		return starts
	case r.done:
		return replays
	case l.lease > 0 && r.begun+l.lease.Milliseconds() <= at:
		return starts
	}
	return inUse
}

// pay sends a request with the key of an item, and compares the response with the model. The work
// outlives the call.
func (l *ledger) pay(s *server, item int64) {
	if s.dead.Load() {
		return
	}
	w, key, wall := l.w, strconv.FormatInt(item, 10), s.clock()
	want := l.expect(key, wall)
	send := func() answer {
		return w.send(s, "POST", "/"+l.name, `{"id":`+key+`,"name":"n"}`, "Idempotency-Key", key)
	}
	if want != starts {
		a := send()
		replayed := a.header.Get("Idempotent-Replayed") == "true"
		switch {
		case want == inUse && (a.status != 409 || a.header.Get("Retry-After") != "1"):
			w.wrong("%s %s at server %d: %v, but the first request is in progress", l.name, key, s.n, a)
		case want == replays && replayed && a.body != l.rows[key].body:
			w.wrong("%s %s at server %d: %v is not the response that was stored", l.name, key, s.n, a)
		case want == replays && (a.status != 200 && a.status != 201 || !replayed):
			w.wrong("%s %s at server %d: %v, but there is a response, until in %d ms", l.name, key, s.n, a, l.rows[key].ends-wall.UnixMilli())
		}
		return
	}
	r := l.rows[key]
	if r == nil {
		r = new(row)
		l.rows[key] = r
	}
	r.begun, r.ends, r.done = up(wall), up(wall.Add(l.ttl)), false
	r.attempt++
	slowest := 90 * time.Second
	if w.rng.IntN(4) == 0 { // longer than the lease
		slowest = 2 * lease
	}
	attempt, takes := r.attempt, w.pause(w.between(0, slowest))
	w.mu.Lock()
	l.takes[item] = takes
	works := len(l.works[item])
	w.mu.Unlock()
	w.running.Go(func() {
		a := send()
		w.mu.Lock()
		worked := len(l.works[item]) > works
		if a.body != "" && r.attempt == attempt { // also if the server crashes before it sends what it has stored
			r.done, r.body = true, a.body
		}
		w.mu.Unlock()
		switch {
		case !worked:
			w.wrong("%s %s at server %d: %v, but nobody holds the key", l.name, key, s.n, a)
		case !a.lost && (a.status >= 300 || a.header.Get("Idempotent-Replayed") != "" || a.took != takes):
			w.wrong("%s %s at server %d: %v after %v", l.name, key, s.n, a, a.took)
		}
	})
	synctest.Wait()
	l.retry(r, item)
}

// retry plans requests with the same key, at the ends of the lease and of the ttl too.
func (l *ledger) retry(r *row, item int64) {
	w := l.w
	again := func(n int) func() { return func() { l.pay(w.servers[n], item) } }
	if r.attempt > 3 {
		return
	}
	for range 3 {
		w.after(w.between(time.Millisecond, 3*time.Minute), again(w.rng.IntN(3)))
	}
	w.after(w.between(time.Minute, l.ttl), again(w.rng.IntN(3)))
	ends := []int64{r.ends}
	if l.lease > 0 {
		ends = append(ends, r.begun+l.lease.Milliseconds())
	}
	for _, end := range ends {
		n := w.rng.IntN(3)
		at := time.UnixMilli(end).Add(-w.ahead(n))
		for _, d := range []time.Duration{-time.Millisecond, 0} {
			if end == r.ends && w.rng.IntN(4) == 0 {
				w.at(at.Add(d), func() { l.sweep(w.servers[n]) })
			}
			w.at(at.Add(d), again(n))
		}
	}
}

// sweep deletes the rows that have expired, and only those.
func (l *ledger) sweep(s *server) {
	w, at := l.w, s.clock().UnixMilli()
	_, err := s.sweeps[l.name].Sweep(context.Background())
	w.must(err)
	for key, r := range l.rows {
		if r.ends <= at {
			delete(l.rows, key)
		}
	}
	var n int
	w.must(w.db.QueryRow("SELECT count(*) FROM " + l.name).Scan(&n))
	if n != len(l.rows) {
		w.wrong("%s: %d rows after a sweep, want %d", l.name, n, len(l.rows))
	}
}

// planKeys sends requests with keys, and crashes some of their servers.
func (w *world) planKeys() {
	for _, l := range []*ledger{w.payments, w.reports} {
		w.every(10*time.Hour, func() {
			l.last++
			s, item := w.any(), l.last
			if w.rng.IntN(8) == 0 {
				s.failing.Store(true)
			}
			l.pay(s, item)
			if w.rng.IntN(6) == 0 {
				w.after(w.between(time.Millisecond, time.Minute), func() { w.crash(s) })
			}
		})
		w.every(time.Hour, func() { l.sweep(w.any()) })
	}
	w.every(5*24*time.Hour, func() { w.crash(w.any()) })
	// A server sets its clock: a little most of the time.
	w.every(2*24*time.Hour, func() {
		n := w.rng.IntN(len(w.machines))
		to := w.between(-maxSkew, maxSkew)
		if w.rng.IntN(2) == 0 {
			to = w.ahead(n)/2 + w.between(-time.Second, time.Second)
		}
		w.machines[n].clock.Move((to - w.ahead(n)).Truncate(time.Millisecond))
	})
}
