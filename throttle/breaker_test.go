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

	"github.com/tenon-go/tenon/throttle"
)

var errDown = errors.New("connection refused")

func failing(context.Context) error { return errDown }

// watched is a limiter over a fake store, and its log.
type watched struct {
	throttle.Limiter
	store *fakeStore
	log   *bytes.Buffer
}

func watch(t *testing.T, p throttle.Policy) watched {
	t.Helper()
	b, log := new(backend), new(bytes.Buffer)
	l, err := p.Store(b.open).Open(key, "GET /things", slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{
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

func (w watched) take() throttle.Verdict { return w.Take(key, from("192.0.2.1:1"), "") }

const (
	away = `level=WARN msg="the store of a rate limit is away" policy=100-per-1m place="GET /things" fails=open error="connection refused"` + "\n"
	back = `level=INFO msg="the store of a rate limit is back" policy=100-per-1m place="GET /things" fails=open` + "\n"
)

func TestAnErrorOpensTheBreakerAndAProbeClosesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		if v := w.take(); !v.Admitted || v.Unavailable || v.Remaining != 99 {
			t.Errorf("at first %+v", v)
		}
		w.store.set(failing)
		for range 1000 {
			if v := w.take(); !v.Admitted || !v.Unavailable || v.RetryAfter != 0 || !v.Reset.IsZero() {
				t.Fatalf("while the store is away %+v", v)
			}
		}
		if got := w.store.asked(); got != 2 {
			t.Errorf("the store was asked %d times", got)
		}
		time.Sleep(799 * time.Millisecond)
		if w.take(); w.store.asked() != 2 {
			t.Error("the first probe is early")
		}
		w.store.set(nil)
		time.Sleep(201 * time.Millisecond)
		for i := range 3 {
			if v := w.take(); !v.Admitted || v.Unavailable || v.Remaining != 98-i {
				t.Errorf("when it is back %+v", v)
			}
		}
		if got := w.log.String(); got != away+back {
			t.Errorf("the log has\n%s", got)
		}
	})
}

func TestPausesDoubleToHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(failing)
		w.take()
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
		if v := w.take(); v.Unavailable {
			t.Errorf("%+v", v)
		}
		w.store.set(failing)
		w.take()
		w.store.set(nil)
		time.Sleep(time.Second) // the first pause again
		if v := w.take(); v.Unavailable {
			t.Errorf("%+v", v)
		}
		if got := w.log.String(); got != away+back+away+back {
			t.Errorf("the log has\n%s", got)
		}
	})
}

func TestAPolicyThatFailsClosedRefusesUntilTheProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100).FailClosed())
		w.store.set(failing)
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

// A store that never answers and heeds no context: requests wait for the
// timeout at most, later ones not at all, and what hangs is bounded.
func TestAHangingStoreBlocksNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		release := make(chan struct{})
		w.store.set(func(context.Context) error { <-release; return nil })
		var wg sync.WaitGroup
		for range 1000 {
			wg.Go(func() {
				begin := time.Now()
				if v := w.take(); !v.Admitted || !v.Unavailable || time.Since(begin) != 30*time.Millisecond {
					t.Errorf("%+v after %s", v, time.Since(begin))
				}
			})
		}
		wg.Wait()
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
		if v := w.take(); v.Unavailable {
			t.Errorf("when it is back %+v", v)
		}
		// The bubble fails the test if a goroutine is left.
	})
}

func TestAStoreCanComeBackWhileCallsHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100).Timeout(50*time.Millisecond))
		release := make(chan struct{})
		w.store.set(func(context.Context) error { <-release; return nil })
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() { w.take() })
		}
		wg.Wait()
		w.store.set(nil) // the calls before hang on
		time.Sleep(time.Second)
		if v := w.take(); v.Unavailable || !strings.Contains(w.log.String(), "is back") {
			t.Errorf("%+v", v)
		}
		close(release)
	})
}

func TestASlowStoreIsAway(t *testing.T) {
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
			if v := w.take(); v.Unavailable != tt.away {
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
		if v := w.take(); !v.Admitted || !v.Unavailable || !strings.Contains(w.log.String(), `error="the store panicked: nil map"`) {
			t.Errorf("%+v\n%s", v, w.log)
		}
	})
}

// Clients that go away must not open the breaker: they could switch the limit
// off.
func TestAClientThatGoesAwayIsNoFaultOfTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(func(ctx context.Context) error { return ctx.Err() })
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if v := w.Take(key, from("192.0.2.1:1").WithContext(ctx), ""); v.Unavailable || v.Remaining != 99 {
			t.Errorf("%+v", v)
		}
	})
}

func TestOneProbeAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t, throttle.PerMinute(100))
		w.store.set(failing)
		w.take()
		time.Sleep(time.Second)
		w.store.set(func(context.Context) error { time.Sleep(20 * time.Millisecond); return nil })
		var asked atomic.Int64
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				if v := w.take(); !v.Unavailable {
					asked.Add(1)
				}
			})
		}
		wg.Wait()
		if asked.Load() != 1 || w.store.asked() != 2 {
			t.Errorf("%d requests probed, %d calls", asked.Load(), w.store.asked())
		}
		if v := w.take(); v.Unavailable {
			t.Errorf("after the probe %+v", v)
		}
	})
}
