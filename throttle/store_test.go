package throttle_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

// fakeStore is a store on the clock of time.Now, which a bubble of synctest sets. Its fault
// decides what happens to a call before it counts.
type fakeStore struct {
	mu      sync.Mutex
	tokens  uint64
	window  time.Duration
	buckets map[string]*fakeBucket
	keys    []string
	closed  bool
	calls   int
	fault   func(context.Context) error
}

type fakeBucket struct {
	end  time.Time
	left uint64
}

func (s *fakeStore) Take(ctx context.Context, k string) (tokens, remaining, reset uint64, ok bool, err error) {
	s.mu.Lock()
	s.calls++
	fault := s.fault
	s.mu.Unlock()
	if fault != nil {
		if err := fault(ctx); err != nil {
			return 0, 0, 0, false, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, k)
	b := s.buckets[k]
	if b == nil || !time.Now().Before(b.end) {
		b = &fakeBucket{time.Now().Add(s.window), s.tokens}
		s.buckets[k] = b
	}
	if ok = b.left > 0; ok {
		b.left--
	}
	return s.tokens, b.left, uint64(b.end.UnixNano()), ok, nil
}

func (s *fakeStore) Get(context.Context, string) (tokens, remaining uint64, err error) { return }

func (s *fakeStore) Set(context.Context, string, uint64, time.Duration) error { return nil }

func (s *fakeStore) Burst(context.Context, string, uint64) error { return errors.New("not to be used") }

func (s *fakeStore) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

func (s *fakeStore) set(fault func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

func (s *fakeStore) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// backend records the stores that are opened.
type backend struct{ stores []*fakeStore }

func (b *backend) open(tokens uint64, window time.Duration) (limiter.Store, error) {
	s := &fakeStore{tokens: tokens, window: window, buckets: map[string]*fakeBucket{}}
	b.stores = append(b.stores, s)
	return s, nil
}

func open(t *testing.T, p throttle.Policy) quota.Limiter {
	t.Helper()
	l, err := quota.PolicyOf(p).Open("", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// from returns a request over a connection from an address.
func from(remote string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = remote
	return r
}
