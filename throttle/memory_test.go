package throttle_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

func memory(t *testing.T, tokens uint64, window time.Duration) limiter.Store {
	t.Helper()
	s, err := throttle.Memory(tokens, window)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func admits(t *testing.T, s limiter.Store, k string) bool {
	t.Helper()
	_, _, _, ok, err := s.Take(context.Background(), k)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// In a bubble, a window can be tested to the nanosecond.
func TestAWindowLastsAsLongAsItSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, throttle.PerHour(2))
		take := func() quota.Verdict { return l.Take(from("192.0.2.1:1"), "") }
		begin := time.Now()
		take()
		time.Sleep(20 * time.Minute)
		take()
		if v := take(); v.Admitted || v.RetryAfter != 40*time.Minute || !v.Reset.Equal(begin.Add(time.Hour)) || v.Left != 40*time.Minute {
			t.Errorf("%+v", v)
		}
		time.Sleep(40*time.Minute - time.Nanosecond)
		if v := take(); v.Admitted {
			t.Errorf("a nanosecond before: %+v", v)
		}
		time.Sleep(time.Nanosecond)
		if v := take(); !v.Admitted || v.Remaining != 1 || v.Left != time.Hour {
			t.Errorf("then %+v", v)
		}
	})
}

// hand is a clock that a test sets. Its times have no monotonic reading.
type hand struct{ ns atomic.Int64 }

func (h *hand) now() time.Time { return time.Unix(1_000_000_000, h.ns.Load()) }

func (h *hand) move(d time.Duration) { h.ns.Add(int64(d)) }

func TestPoliciesUseTheirClock(t *testing.T) {
	for _, where := range []string{"in memory", "in a store that is away"} {
		h := new(hand)
		p := throttle.PerMinute(2).Burst(1).Clock(h.now)
		if where != "in memory" {
			p = p.Store(func(uint64, time.Duration) (limiter.Store, error) { return &fakeStore{fault: failing}, nil })
		}
		l := open(t, p)
		var got []bool
		for range 11 {
			for range 4 {
				v := l.Take(from("192.0.2.1:1"), "")
				if got = append(got, v.Admitted); v.Admitted && v.Reset.After(h.now().Add(time.Minute)) {
					t.Errorf("%s: %+v", where, v)
				}
			}
			h.move(time.Minute)
		}
		n := 0
		for _, ok := range got {
			if ok {
				n++
			}
		}
		if n != 11*2+2 { // and the burst, twice in eleven windows
			t.Errorf("%s: %d are admitted", where, n)
		}
	}
}

// A clock that goes back, which the monotonic clock never does, delays no client for longer
// than a window, and opens none.
func TestAClockThatJumpsBack(t *testing.T) {
	h := new(hand)
	l := open(t, throttle.PerMinute(1).Clock(h.now))
	take := func() bool { return l.Take(from("192.0.2.1:1"), "").Admitted }
	take()
	h.move(-24 * time.Hour)
	if take() {
		t.Error("the jump opens the limit")
	}
	h.move(time.Minute)
	if !take() {
		t.Error("the limit is closed for longer than a window")
	}
}

// The wall clock is used only for headers: times with a monotonic reading are compared by it.
func TestTheWallClockDecidesNothing(t *testing.T) {
	now := time.Now() // with a monotonic reading, which Add moves alike
	var moved time.Duration
	l := open(t, throttle.PerMinute(1).Clock(func() time.Time { return now.Add(moved) }))
	if v := l.Take(from("192.0.2.1:1"), ""); !v.Admitted || v.Reset.Sub(now) != time.Minute {
		t.Errorf("%+v", v)
	}
	moved = 59 * time.Second
	if v := l.Take(from("192.0.2.1:1"), ""); v.Admitted || v.RetryAfter != time.Second {
		t.Errorf("%+v", v)
	}
}

func TestMemoryAdmitsExactlyTheLimitUnderACrowdOfKeys(t *testing.T) {
	s := memory(t, 7, time.Hour)
	var admitted [1000]atomic.Int64
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for i := range 2000 {
				if admits(t, s, strconv.Itoa(i%1000)) {
					admitted[i%1000].Add(1)
				}
			}
		})
	}
	wg.Wait()
	for i := range admitted {
		if n := admitted[i].Load(); n != 7 {
			t.Errorf("key %d: %d are admitted", i, n)
		}
	}
}

func TestMemoryIsBoundedForAnyNumberOfKeys(t *testing.T) {
	s := memory(t, 10, 24*time.Hour)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const keys = 600_000
	for i := range keys {
		if !admits(t, s, fmt.Sprintf("2001:db8:%x:%x::/64", i>>16, i&0xffff)) {
			t.Fatal("a new key is rejected")
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d KiB", kept>>10)
	if kept > 20<<20 {
		t.Errorf("%d MiB are kept", kept>>20)
	}
	runtime.KeepAlive(s)
}

// A client that fills the memory with keys does not reset a spent limit, and does not affect
// the limits of others.
func TestAFloodOfKeysResetsNoLimit(t *testing.T) {
	const keys, flood = 2000, 20_000
	l := open(t, throttle.PerDay(5).ByHeader("X-Tenant").MaxKeys(keys))
	take := func(tenant string) bool {
		r := from("192.0.2.1:1")
		r.Header.Set("X-Tenant", tenant)
		return l.Take(r, "").Admitted
	}
	for range 5 {
		take("victim")
	}
	again := 0
	for i := range flood {
		if !take(strconv.Itoa(i)) {
			t.Fatalf("tenant %d is rejected at its first request", i)
		}
		if i%10 == 0 && take("victim") {
			again++
		}
	}
	// An eighth of the size of the memory for one entry, if the others had been used as much.
	if most := flood / (keys / 8); again > most {
		t.Errorf("%d requests beyond the limit are admitted, want at most %d", again, most)
	}
}

// This applies even if the memory is full of keys that are used more.
func TestAnEntryIsNeverTheNextToGo(t *testing.T) {
	const keys = 2000
	again, rounds := 0, 40
	for range rounds {
		l := open(t, throttle.PerDay(5).ByHeader("X-Tenant").MaxKeys(keys))
		take := func(tenant string) bool {
			r := from("192.0.2.1:1")
			r.Header.Set("X-Tenant", tenant)
			return l.Take(r, "").Admitted
		}
		take("victim")
		for i := range keys - 1 {
			for range 3 {
				take(strconv.Itoa(i))
			}
		}
		for i := range 25 { // a tenth of an eighth
			take("new " + strconv.Itoa(i))
		}
		n := 0
		for take("victim") {
			n++
		}
		if n == 5 {
			again++
		}
	}
	if again > rounds/3 {
		t.Errorf("in %d of %d rounds it is forgotten", again, rounds)
	}
}

func TestExpiredEntriesMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, throttle.PerMinute(2).MaxKeys(100))
		for i := range 100 {
			l.Take(from(fmt.Sprintf("192.0.2.%d:1", i)), "")
			l.Take(from(fmt.Sprintf("192.0.2.%d:1", i)), "")
		}
		time.Sleep(time.Minute)
		for i := range 100 { // all have expired: new ones do not replace each other
			l.Take(from(fmt.Sprintf("198.51.100.%d:1", i)), "")
		}
		for i := range 100 {
			if v := l.Take(from(fmt.Sprintf("198.51.100.%d:1", i)), ""); v.Remaining != 0 {
				t.Errorf("%d is forgotten: %+v", i, v)
			}
		}
	})
}

func TestMemoryIsAStoreOfGoLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		s := memory(t, 5, time.Minute)
		get := func(k string, tokens, remaining uint64) {
			t.Helper()
			if n, left, err := s.Get(ctx, k); n != tokens || left != remaining || err != nil {
				t.Errorf("%s has %d of %d, %v", k, left, n, err)
			}
		}
		get("a", 0, 0)
		tokens, remaining, reset, ok, err := s.Take(ctx, "a")
		if tokens != 5 || remaining != 4 || reset != uint64(time.Now().Add(time.Minute).UnixNano()) || !ok || err != nil {
			t.Error(tokens, remaining, reset, ok, err)
		}
		get("a", 5, 4)
		if err := s.Burst(ctx, "a", 2); err != nil {
			t.Error(err)
		}
		get("a", 5, 6)
		for range 6 {
			if !admits(t, s, "a") {
				t.Error("the burst does not count")
			}
		}
		if admits(t, s, "a") {
			t.Error("more than the burst")
		}
		if err := s.Set(ctx, "b", 2, time.Hour); err != nil {
			t.Error(err)
		}
		get("b", 2, 2)
		for hour := range 2 {
			for i, want := range []bool{true, true, false} {
				if admits(t, s, "b") != want {
					t.Errorf("hour %d, request %d is not %t", hour, i, want)
				}
			}
			time.Sleep(time.Hour)
		}
		if err := errors.Join(s.Close(ctx), s.Close(ctx)); err != nil {
			t.Error(err)
		}
		_, _, _, _, err = s.Take(ctx, "a")
		_, _, err2 := s.Get(ctx, "a")
		for _, err := range []error{err, err2, s.Set(ctx, "a", 1, 1), s.Burst(ctx, "a", 1)} {
			if !errors.Is(err, limiter.ErrStopped) {
				t.Errorf("after Close: %v", err)
			}
		}
	})
}
