package throttle_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

// crowd sends requests of one client from 64 goroutines and counts those that
// are admitted.
func crowd(t *testing.T, requests int, limiters ...quota.Limiter) int {
	t.Helper()
	var admitted, sent atomic.Int64
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			r := from("192.0.2.1:1000")
			for sent.Add(1) <= int64(requests) {
				v := limiters[i%len(limiters)].Take(r, "")
				if v.Unavailable || v.Remaining < 0 || v.Remaining > v.Limit || v.Admitted == (v.RetryAfter > 0) {
					t.Errorf("%+v", v)
				}
				if v.Admitted {
					admitted.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return int(admitted.Load())
}

func TestALimitAdmitsExactlyItsNumber(t *testing.T) {
	for _, tt := range []struct {
		name     string
		policy   throttle.Policy
		limit, n int
	}{
		{"one", throttle.PerDay(1), 1, 1},
		{"many", throttle.PerDay(1000), 1000, 1000},
		{"at a cost", throttle.PerDay(1000).Cost(7), 142, 142},
		{"all at once", throttle.PerDay(7).Cost(7), 1, 1},
		{"with a spare", throttle.PerDay(1000).Burst(300), 1000, 1300},
		{"with a spare at a cost", throttle.PerDay(1000).Burst(300).Cost(7), 142, 142 + 42},
	} {
		for _, where := range []string{"in memory", "in a store"} {
			t.Run(tt.name+" "+where, func(t *testing.T) {
				if where == "in a store" {
					tt.policy = tt.policy.Store(new(backend).open).Timeout(time.Minute)
				}
				l := open(t, tt.policy)
				if got := crowd(t, 3000, l); got != tt.n {
					t.Errorf("%d are admitted, want %d", got, tt.n)
				}
				if v := l.Take(from("192.0.2.1:2"), ""); v.Admitted || v.Limit != tt.limit || v.Remaining != 0 {
					t.Errorf("then %+v", v)
				}
				if v := l.Take(from("192.0.2.2:2"), ""); !v.Admitted || v.Remaining != tt.limit-1 {
					t.Errorf("another client has %+v", v)
				}
			})
		}
	}
}

// This waits for a window of 40 ms of the real clock, however long that takes.
func TestAWindowInMemoryEndsWhenItSays(t *testing.T) {
	l := open(t, throttle.Per(2, 40*time.Millisecond))
	r := from("192.0.2.1:1000")
	for begin := time.Now(); ; {
		v := l.Take(r, "")
		if time.Since(begin) > time.Minute {
			t.Fatal("no window was ever full, or none ever ended")
		}
		if v.Admitted {
			continue
		}
		if wait := time.Until(v.Reset); wait > 40*time.Millisecond || v.RetryAfter > 40*time.Millisecond {
			t.Fatalf("wait %s, %+v", wait, v)
		}
		for !v.Admitted {
			v, begin = l.Take(r, ""), v.Reset
		}
		if time.Now().Before(begin) {
			t.Errorf("admitted %s before the reset", time.Until(begin))
		}
		return
	}
}

func TestABurstIsRefilledAfterTenWindows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, throttle.PerMinute(3).Burst(2).Store(new(backend).open))
		var got []int
		for range 12 {
			n := 0
			for range 10 {
				v := l.Take(from("192.0.2.1:1"), "")
				if v.Limit != 3 || v.Admitted && n >= 3 && v.Remaining != 0 {
					t.Errorf("%+v", v)
				}
				if v.Admitted {
					n++
				}
			}
			got = append(got, n)
			time.Sleep(time.Minute)
		}
		want := []int{5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 5, 3}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("the windows admit %v, want %v", got, want)
			}
		}
	})
}

func TestVerdictsHaveTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, throttle.PerMinute(2).Name("few").Store(new(backend).open))
		begin := time.Now()
		for i, want := range []struct {
			admitted  bool
			remaining int
			retry     time.Duration
		}{{true, 1, 0}, {true, 0, 0}, {false, 0, 40 * time.Second}, {false, 0, 30 * time.Second}, {false, 0, 20 * time.Second}, {false, 0, 10 * time.Second}, {true, 1, 0}} {
			v := l.Take(from("192.0.2.1:1"), "")
			reset := begin.Add(time.Minute)
			if i == 6 {
				reset = begin.Add(2 * time.Minute)
			}
			if v.Admitted != want.admitted || v.Limit != 2 || v.Remaining != want.remaining || v.RetryAfter != want.retry ||
				!v.Reset.Equal(reset) || v.Unavailable || v.Policy() != "few" {
				t.Errorf("request %d: %+v, want %+v", i, v, want)
			}
			time.Sleep(10 * time.Second)
		}
	})
}

// oddStore returns what no store should.
type oddStore struct {
	*fakeStore
	remaining, reset uint64
	ok               bool
}

func (s *oddStore) Take(context.Context, string) (tokens, remaining, reset uint64, ok bool, err error) {
	return 0, s.remaining, s.reset, s.ok, nil
}

func TestNumbersOfAStoreAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := uint64(time.Now().UnixNano())
		for _, tt := range []struct {
			store     oddStore
			remaining int
			in, retry time.Duration
		}{
			{oddStore{remaining: 1 << 63, reset: now, ok: true}, 5, 0, 0},
			{oddStore{remaining: 3, reset: now - uint64(time.Hour), ok: false}, 0, 0, time.Millisecond},
			{oddStore{remaining: 3, reset: 0, ok: false}, 0, time.Minute, time.Minute},
			{oddStore{remaining: 0, reset: 1<<64 - 1, ok: false}, 0, time.Minute, time.Minute},
			{oddStore{remaining: 1, reset: now + uint64(2*time.Minute), ok: true}, 1, time.Minute, 0},
		} {
			l := open(t, throttle.PerMinute(5).Store(func(tokens uint64, w time.Duration) (limiter.Store, error) {
				tt.store.fakeStore = &fakeStore{}
				return &tt.store, nil
			}))
			v := l.Take(from("192.0.2.1:1"), "")
			if v.Remaining != tt.remaining || time.Until(v.Reset) != tt.in || v.RetryAfter != tt.retry {
				t.Errorf("%d %d: %+v", tt.store.remaining, tt.store.reset, v)
			}
		}
	})
}

// Stores for several places may be one database, and a policy may change its numbers: only
// equal limits may share buckets.
func TestKeysDistinguishLimits(t *testing.T) {
	seen := map[string]string{}
	note := func(what string, p throttle.Policy, place string, r *http.Request, identity string) {
		t.Helper()
		b := new(backend)
		l, err := quota.PolicyOf(p.Store(b.open).Timeout(time.Minute)).Open(place, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			l.Take(r, identity)
		}
		for _, s := range b.stores {
			for _, k := range s.keys {
				if other, ok := seen[k]; ok && other != what {
					t.Errorf("%s and %s have the key %s", what, other, k)
				}
				seen[k] = what
				if len(k) > 384 || strings.Contains(k, "secret") || strings.ContainsAny(k, "{}") {
					t.Errorf("%s has the key %s", what, k)
				}
			}
		}
	}
	r := from("192.0.2.1:1")
	r.Header.Set("X-Api-Key", "secret")
	long := strings.Repeat("n", 64)
	note("the API", throttle.PerMinute(1), "", r, "")
	note("a route", throttle.PerMinute(1), "GET /a/{id}", r, "")
	note("another route", throttle.PerMinute(1), "GET /b/{id}", r, "")
	note("a long route", throttle.PerMinute(1), "GET /"+strings.Repeat("secret", 999), r, "")
	note("another number", throttle.PerMinute(2), "", r, "")
	note("a name", throttle.PerMinute(1).Name("a"), "", r, "")
	note("a name and number", throttle.PerMinute(2).Name("a"), "", r, "")
	note("a name and window", throttle.PerHour(1).Name("a"), "", r, "")
	note("a sly name", throttle.PerMinute(1).Name(`a";1/1m||ip`), "", r, "")
	note("a long name", throttle.PerMinute(1).Name(long), strings.Repeat("p", 96), r, "")
	note("a spare", throttle.PerMinute(1).Burst(1).Name("s"), "", r, "")
	note("a header", throttle.PerMinute(1).ByHeader("x-api-key"), "", r, "")
	note("an identity", throttle.PerMinute(1).ByIdentity(), "", r, "secret")
	note("an address as identity", throttle.PerMinute(1).ByIdentity(), "", r, "192.0.2.1")
	note("a function", throttle.PerMinute(1).By("x", func(*http.Request) string { return "secret" }), "", r, "")
	r.RemoteAddr = "@"
	note("a socket", throttle.PerMinute(1), "", r, "")
	if len(seen) != 17 {
		t.Errorf("%d keys: %v", len(seen), seen)
	}
}

func TestOpeningFailsWithTheStore(t *testing.T) {
	down := errors.New("no route to host")
	b, n := new(backend), 0
	for _, tt := range []struct {
		name    string
		factory func(uint64, time.Duration) (limiter.Store, error)
		want    string
	}{
		{"an error", func(uint64, time.Duration) (limiter.Store, error) { return nil, down }, `rate limit "9-per-1m": no route to host`},
		{"no store", func(uint64, time.Duration) (limiter.Store, error) { return nil, nil }, `rate limit "9-per-1m": the function given to Store returned no store`},
		{"an error for the spare", func(tokens uint64, w time.Duration) (limiter.Store, error) {
			if n++; n == 2 {
				return nil, down
			}
			return b.open(tokens, w)
		}, `rate limit "9-per-1m": no route to host`},
	} {
		l, err := quota.PolicyOf(throttle.PerMinute(9).Burst(3).Store(tt.factory)).Open("", nil)
		if l != nil || err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v %v", tt.name, l, err)
		}
	}
	if len(b.stores) != 1 || !b.stores[0].closed {
		t.Error("the store that was opened is left open")
	}
	if l, err := quota.PolicyOf(throttle.Policy{}).Open("", nil); l != nil || err == nil {
		t.Errorf("a zero policy: %v %v", l, err)
	}
}

func TestStoresGetTheirSize(t *testing.T) {
	b := new(backend)
	open(t, throttle.PerHour(100).Burst(50).Cost(8).Store(b.open))
	if len(b.stores) != 2 || b.stores[0].tokens != 12 || b.stores[0].window != time.Hour ||
		b.stores[1].tokens != 6 || b.stores[1].window != 10*time.Hour {
		t.Errorf("%+v", b.stores)
	}
}

func TestOnlyIdentitiesAreCountedLate(t *testing.T) {
	for _, tt := range []struct {
		policy throttle.Policy
		early  bool
	}{
		{throttle.PerMinute(1), true},
		{throttle.PerMinute(1).ByHeader("X-Tenant"), true},
		{throttle.PerMinute(1).By("tenant", func(*http.Request) string { return "" }), true},
		{throttle.PerMinute(1).ByIdentity(), false},
		{throttle.PerMinute(1).ByIdentity().ByIP(), true},
	} {
		if got := open(t, tt.policy).Early(); got != tt.early {
			t.Errorf("%+v: early is %t", quota.PolicyOf(tt.policy).Node(), got)
		}
	}
}

// After Close, a limit in memory still applies; one in a store behaves as if the store were
// unavailable.
func TestAClosedLimiterIsNotOpen(t *testing.T) {
	for _, tt := range []struct {
		name   string
		policy throttle.Policy
		admits bool
	}{
		{"in memory", throttle.PerMinute(1), true},
		{"in memory, failing closed", throttle.PerMinute(1).FailClosed(), true},
		{"in a store", throttle.PerMinute(1).Store(closing), true},
		{"in a store, failing closed", throttle.PerMinute(1).Store(closing).FailClosed(), false},
	} {
		l, err := quota.PolicyOf(tt.policy).Open("", slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(l.Close(), l.Close()); err != nil {
			t.Error(err)
		}
		v := l.Take(from("192.0.2.1:1"), "")
		if v.Admitted != tt.admits || v.Unavailable == tt.admits {
			t.Errorf("%s: %+v", tt.name, v)
		}
		if v := l.Take(from("192.0.2.1:1"), ""); v.Admitted {
			t.Errorf("%s: then %+v", tt.name, v)
		}
	}
}

// closing opens a store that records calls of Close.
func closing(tokens uint64, window time.Duration) (limiter.Store, error) {
	return throttle.Memory(tokens, window)
}
