package throttle_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

var errDown = errors.New("connection refused")

func failing(context.Context) error { return errDown }

// watched is a limiter over a fake store, and its log.
type watched struct {
	quota.Limiter
	store *fakeStore
	log   *bytes.Buffer
}

func watch(t *testing.T, p throttle.Policy) watched {
	t.Helper()
	b, log := new(backend), new(bytes.Buffer)
	l, err := quota.PolicyOf(p.Store(b.open)).Open("GET /things", slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})))
	if err != nil {
		t.Fatal(err)
	}
	return watched{l, b.stores[0], log}
}

func (w watched) take() quota.Verdict { return w.Take(from("192.0.2.1:1"), "") }

const (
	away = `level=WARN msg="the store of a rate limit is unavailable" policy=100-per-1m place="GET /things" fails=open error="connection refused"` + "\n"
	back = `level=INFO msg="the store of a rate limit is available again" policy=100-per-1m place="GET /things" fails=open` + "\n"
)

// trip lets the store fail often enough to open the breaker.
func (w watched) trip(t *testing.T) {
	t.Helper()
	for range 3 {
		if v := w.take(); !v.Alone && !v.Unavailable {
			t.Errorf("while it fails: %+v", v)
		}
	}
}

func TestFailuresInARowOpenTheBreakerAndAProbeClosesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(2000).Name("100-per-1m"))
		if v := w.take(); !v.Admitted || v.Alone || v.Remaining != 1999 {
			t.Errorf("at first %+v", v)
		}
		w.store.set(failing)
		for i := range 1000 {
			if v := w.take(); !v.Admitted || !v.Alone || v.Unavailable || v.RetryAfter != 0 || v.Remaining != 1998-i {
				t.Fatalf("while the store is away %+v", v)
			}
		}
		if got := w.store.asked(); got != 4 {
			t.Errorf("the store was asked %d times", got)
		}
		time.Sleep(799 * time.Millisecond)
		if w.take(); w.store.asked() != 4 {
			t.Error("the first probe is early")
		}
		w.store.set(nil)
		time.Sleep(201 * time.Millisecond)
		for range 3 { // the store has counted fewer than this process
			if v := w.take(); !v.Admitted || v.Alone {
				t.Errorf("when it is back %+v", v)
			}
		}
		if got := w.log.String(); got != away+back {
			t.Errorf("the log has\n%s", got)
		}
	})
}

func TestSingleFailuresDoNotOpenTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		slow := func(context.Context) error { time.Sleep(time.Second); return nil }
		for i := range 40 {
			alone := i%4 != 3
			w.store.set(nil)
			switch i % 4 {
			case 1:
				w.store.set(failing)
			case 2:
				w.store.set(slow)
			default:
				alone = false
			}
			if v := w.take(); !v.Admitted || v.Alone != alone {
				t.Errorf("request %d: %+v", i, v)
			}
		}
		time.Sleep(time.Second)
		if got := w.store.asked(); got != 40 || w.log.Len() > 0 {
			t.Errorf("the store was asked %d times\n%s", got, w.log)
		}
	})
}

// A late response of the store is used when it arrives, and counts once.
func TestLateResponsesAreUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(10))
		w.store.set(func(context.Context) error { time.Sleep(40 * time.Millisecond); return nil })
		if v := w.take(); !v.Alone || v.Remaining != 9 {
			t.Errorf("%+v", v)
		}
		w.store.mu.Lock()
		w.store.buckets["others"] = &fakeBucket{}
		w.store.mu.Unlock()
		time.Sleep(time.Second)
		w.store.set(nil)
		for i := range 9 {
			if v := w.take(); !v.Admitted || v.Remaining != 8-i {
				t.Errorf("request %d: %+v", i, v)
			}
		}
		if v := w.take(); v.Admitted {
			t.Errorf("%+v", v)
		}
	})
}

// A process admits no more than the limit in a window, however a store fails and loses its
// buckets.
func TestAStoreThatLosesBucketsOpensNoWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(50))
		admitted := 0
		forget := func() {
			w.store.mu.Lock()
			w.store.buckets = map[string]*fakeBucket{}
			w.store.mu.Unlock()
		}
		for second := range 59 {
			w.store.set(nil)
			if second%7 == 3 {
				w.store.set(failing)
			}
			if second%5 == 0 {
				forget()
			}
			for range 100 {
				if w.take().Admitted {
					admitted++
				}
			}
			time.Sleep(time.Second)
		}
		if admitted != 50 {
			t.Errorf("%d are admitted", admitted)
		}
		time.Sleep(2 * time.Second)
		w.store.set(nil)
		forget()
		if v := w.take(); !v.Admitted || v.Remaining != 49 {
			t.Errorf("in the next window %+v", v)
		}
	})
}

// A client without tokens causes no more calls.
func TestClientsWithoutTokensCauseNoCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(5))
		for range 1000 {
			w.take()
		}
		if got := w.store.asked(); got != 5 {
			t.Errorf("the store was asked %d times", got)
		}
	})
}

func TestPausesDoubleToHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(1_000_000).Name("100-per-1m"))
		w.store.set(failing)
		w.trip(t)
		last := time.Now()
		for _, pause := range []time.Duration{1, 2, 4, 8, 16, 30, 30, 30} {
			pause *= time.Second
			for asked := w.store.asked(); w.store.asked() == asked; time.Sleep(10 * time.Millisecond) {
				if w.take(); time.Since(last) > time.Hour {
					t.Fatal("no probe")
				}
			}
			took := time.Since(last) - 10*time.Millisecond
			if took < pause*4/5-10*time.Millisecond || took > pause+10*time.Millisecond {
				t.Errorf("a pause of %s took %s", pause, took)
			}
			last = time.Now().Add(-10 * time.Millisecond)
		}
		w.store.set(nil)
		time.Sleep(30 * time.Second)
		if v := w.take(); v.Alone {
			t.Errorf("%+v", v)
		}
		w.store.set(failing)
		w.trip(t)
		w.store.set(nil)
		time.Sleep(time.Second) // the first pause again
		if v := w.take(); v.Alone {
			t.Errorf("%+v", v)
		}
		if got := w.log.String(); got != away+back+away+back {
			t.Errorf("the log has\n%s", got)
		}
	})
}

func TestAPolicyThatFailsClosedRejectsUntilTheProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100).FailClosed())
		w.store.set(failing)
		w.trip(t)
		for range 3 {
			v := w.take()
			if v.Admitted || !v.Unavailable || v.Remaining != 0 || v.RetryAfter < 800*time.Millisecond || v.RetryAfter > time.Second {
				t.Errorf("%+v", v)
			}
		}
		if !strings.Contains(w.log.String(), "fails=closed") {
			t.Errorf("the log has %s", w.log)
		}
	})
}

// A store never responds and ignores its context: requests wait for the timeout at most, later
// ones not at all, and the number of hanging calls is bounded.
func TestAHangingStoreBlocksNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(1000))
		release := make(chan struct{})
		w.store.set(func(context.Context) error { <-release; return nil })
		var admitted atomic.Int64
		var wg sync.WaitGroup
		for range 1100 {
			wg.Go(func() {
				begin := time.Now()
				v := w.take()
				if !v.Alone || v.Unavailable || time.Since(begin) != 30*time.Millisecond {
					t.Errorf("%+v after %s", v, time.Since(begin))
				}
				if v.Admitted {
					admitted.Add(1)
				}
			})
		}
		wg.Wait()
		if admitted.Load() != 1000 {
			t.Errorf("%d are admitted", admitted.Load())
		}
		if got := w.store.asked(); got != 64 {
			t.Errorf("%d calls hang", got)
		}
		begin := time.Now()
		for range 1000 {
			w.take()
		}
		if time.Since(begin) != 0 {
			t.Errorf("an open breaker took %s", time.Since(begin))
		}
		for range 3600 { // an hour
			time.Sleep(time.Second)
			w.take()
		}
		if got := w.store.asked(); got != 64+16 {
			t.Errorf("%d calls hang after an hour", got)
		}
		if got := strings.Count(w.log.String(), "\n"); got != 1 {
			t.Errorf("the log has\n%s", w.log)
		}
		close(release)
		w.store.set(nil)
		time.Sleep(30 * time.Second)
		if v := w.take(); v.Alone {
			t.Errorf("when it is back %+v", v)
		}
		// The bubble fails the test if a goroutine is left.
	})
}

// Requests that wait for their turn do not make a working store look unavailable.
func TestACrowdIsNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100_000))
		w.store.set(func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil })
		var alone atomic.Int64
		var wg sync.WaitGroup
		for range 500 {
			wg.Go(func() {
				for range 10 {
					if v := w.take(); !v.Admitted {
						t.Errorf("%+v", v)
					} else if v.Alone {
						alone.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if w.log.Len() > 0 || alone.Load() == 0 || alone.Load() == 5000 {
			t.Errorf("%d counted here\n%s", alone.Load(), w.log)
		}
	})
}

func TestAStoreCanComeBackWhileCallsHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(1000).Timeout(50*time.Millisecond))
		release := make(chan struct{})
		w.store.set(func(context.Context) error { <-release; return nil })
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() { w.take() })
		}
		wg.Wait()
		w.store.set(nil) // earlier calls still hang
		time.Sleep(time.Second)
		if v := w.take(); v.Alone || !strings.Contains(w.log.String(), "is available again") {
			t.Errorf("%+v", v)
		}
		close(release)
	})
}

func TestASlowCallHasFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heeds := func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(31 * time.Millisecond):
				return nil
			}
		}
		for _, tt := range []struct {
			name string
			slow func(context.Context) error
			away bool
		}{
			{"29 ms", func(context.Context) error { time.Sleep(29 * time.Millisecond); return nil }, false},
			{"31 ms", func(context.Context) error { time.Sleep(31 * time.Millisecond); return nil }, true},
			{"31 ms, heeding the context", heeds, true},
		} {
			w := watch(t, throttle.PerMinute(100))
			w.store.set(tt.slow)
			if v := w.take(); v.Alone != tt.away || w.log.Len() > 0 {
				t.Errorf("%s: %+v", tt.name, v)
			}
		}
		time.Sleep(time.Second)
	})
}

func TestAPanicOfAStoreIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(func(context.Context) error { panic("nil map") })
		w.trip(t)
		if !strings.Contains(w.log.String(), `error="the store panicked: nil map"`) {
			t.Errorf("the log has\n%s", w.log)
		}
	})
}

// Clients that go away must not open the breaker: they could disable the limit.
func TestAClientThatGoesAwayIsNoFailureOfTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(func(ctx context.Context) error { return ctx.Err() })
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if v := w.Take(from("192.0.2.1:1").WithContext(ctx), ""); v.Alone || v.Remaining != 99 {
			t.Errorf("%+v", v)
		}
	})
}

func TestOneProbeAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(failing)
		w.trip(t)
		time.Sleep(time.Second)
		w.store.set(func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil })
		var asked atomic.Int64
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				if v := w.take(); !v.Alone {
					asked.Add(1)
				}
			})
		}
		wg.Wait()
		if asked.Load() != 1 || w.store.asked() != 4 {
			t.Errorf("%d requests probed, %d calls", asked.Load(), w.store.asked())
		}
		if v := w.take(); v.Alone {
			t.Errorf("after the probe %+v", v)
		}
	})
}
