package redisstore_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/redisstore"
)

var (
	key    = idempotency.KeyOf("scope", "key")
	one    = idempotency.FingerprintOf([]byte("one"))
	two    = idempotency.FingerprintOf([]byte("two"))
	answer = idempotency.Response{
		Status: 201,
		Header: []idempotency.Field{{Name: "Link", Value: "b"}, {Name: "Link", Value: "a\r\n"}, {Name: "Etag", Value: ""}},
		Body:   []byte("made\x00\xff\r\n"),
	}
)

func begin(t *testing.T, s *redisstore.Store, print idempotency.Fingerprint, want idempotency.State) idempotency.Outcome {
	t.Helper()
	out, err := s.Reserve(t.Context(), key, print, time.Minute)
	if err != nil || out.State != want || (out.Ticket != idempotency.Ticket{}) != (want == idempotency.Started) {
		t.Fatalf("%v, %v, want %v", out.State, err, want)
	}
	return out
}

func TestResponsesAreReadAsTheyWereStored(t *testing.T) {
	for name, response := range map[string]idempotency.Response{
		"a text":          answer,
		"nothing":         {Status: 204, Body: []byte{}},
		"a large picture": {Status: 200, Body: []byte(strings.Repeat("\x00\xffGIF\r\n$-1", 300_000))},
	} {
		t.Run(name, func(t *testing.T) {
			server := newServer(t)
			s := server.store()
			first := begin(t, s, one, idempotency.Started)
			begin(t, s, one, idempotency.InProgress)
			begin(t, s, two, idempotency.Mismatch)
			if err := s.Complete(t.Context(), key, first.Ticket, response); err != nil {
				t.Fatal(err)
			}
			if got := begin(t, server.store(), one, idempotency.Completed).Response; !reflect.DeepEqual(got, response) {
				t.Errorf("%.1000v", got)
			}
			begin(t, s, two, idempotency.Mismatch)
			if err := s.Complete(t.Context(), key, first.Ticket, idempotency.Response{Status: 200}); !errors.Is(err, idempotency.ErrLost) {
				t.Error(err)
			}
			if err := s.Release(t.Context(), key, first.Ticket); err != nil {
				t.Error(err)
			}
			if got := begin(t, s, one, idempotency.Completed).Response; !reflect.DeepEqual(got, response) {
				t.Errorf("%.1000v", got)
			}
		})
	}
}

func TestKeysAreReleasedByTheirTicket(t *testing.T) {
	server := newServer(t)
	s := server.store()
	release := func(ticket idempotency.Ticket) {
		t.Helper()
		if err := s.Release(t.Context(), key, ticket); err != nil {
			t.Error(err)
		}
	}
	first := begin(t, s, one, idempotency.Started)
	release(idempotency.NewTicket())
	begin(t, s, one, idempotency.InProgress)
	release(first.Ticket)
	if n := server.keys(); n != 0 {
		t.Errorf("%d keys", n)
	}
	if err := s.Complete(t.Context(), key, first.Ticket, answer); !errors.Is(err, idempotency.ErrLost) || server.keys() != 0 {
		t.Error(err)
	}
	second := begin(t, s, two, idempotency.Started)
	release(first.Ticket)
	if err := s.Complete(t.Context(), key, first.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
		t.Error(err)
	}
	begin(t, s, two, idempotency.InProgress)
	if err := s.Complete(t.Context(), key, second.Ticket, answer); err != nil {
		t.Error(err)
	}
}

// Two pools represent two servers.
func TestOneOfConcurrentRequestsStarts(t *testing.T) {
	server := newServer(t)
	stores := []*redisstore.Store{server.store(redisstore.Lease(30 * time.Second)), server.store(redisstore.Lease(30 * time.Second))}
	for _, tt := range []struct {
		name   string
		before func()
	}{
		{"a new key", func() {}},
		{"a key whose lease is over", func() {
			begin(t, stores[0], one, idempotency.Started)
			server.do("PEXPIRE", redisstore.DefaultPrefix+hexOf(key), 20_000) // 40 seconds of its minute are over
		}},
	} {
		server.do("FLUSHALL")
		tt.before()
		var wg sync.WaitGroup
		var started, running atomic.Int64
		for i := range 100 {
			wg.Go(func() {
				out, err := stores[i%2].Reserve(t.Context(), key, one, time.Minute)
				switch {
				case err != nil:
					t.Error(err)
				case out.State == idempotency.Started:
					started.Add(1)
				case out.State == idempotency.InProgress:
					running.Add(1)
				}
			})
		}
		wg.Wait()
		if started.Load() != 1 || running.Load() != 99 {
			t.Errorf("%s: %d started, %d found it in progress", tt.name, started.Load(), running.Load())
		}
	}
}

func TestPrefixesSeparateStores(t *testing.T) {
	server := newServer(t)
	begin(t, server.store(), one, idempotency.Started)
	begin(t, server.store(redisstore.Prefix("other:")), two, idempotency.Started)
	for _, prefix := range []string{"idempotency:", "other:"} {
		if n := server.do("EXISTS", prefix+hexOf(key)).(int64); n != 1 {
			t.Errorf("%s: %d keys", prefix, n)
		}
	}
}

func TestAFailedReserveKeepsNoReservation(t *testing.T) {
	server := newServer(t)
	down := errors.New("connection reset")
	for _, lost := range []int64{1, 2} { // the reply to EVALSHA (NOSCRIPT, without a reservation); to EVAL
		server.do("SCRIPT", "FLUSH")
		var replies atomic.Int64
		s := server.storeOn(server.losing(func() error {
			if replies.Add(1) == lost {
				return down
			}
			return nil
		}))
		if _, err := s.Reserve(t.Context(), key, one, time.Minute); !errors.Is(err, down) || !strings.HasPrefix(err.Error(), "redisstore: reserve: ") || server.keys() != 0 {
			t.Errorf("reply %d: %v, %d keys", lost, err, server.keys())
		}
		if n := replies.Load(); n <= lost {
			t.Errorf("%d replies: nothing was withdrawn", n)
		}
		ticket := begin(t, s, one, idempotency.Started).Ticket
		if err := s.Release(t.Context(), key, ticket); err != nil {
			t.Error(err)
		}
	}
}

// A reply that comes after the deadline does not leave a reservation either.
func TestALateReserveKeepsNoReservation(t *testing.T) {
	server := newServer(t)
	known := begin(t, server.store(), one, idempotency.Started) // loads the script
	if err := server.store().Release(t.Context(), key, known.Ticket); err != nil {
		t.Fatal(err)
	}
	var slow atomic.Bool
	slow.Store(true)
	s := server.storeOn(server.losing(func() error {
		if slow.Swap(false) {
			time.Sleep(300 * time.Millisecond)
		}
		return nil
	}))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if out, err := s.Reserve(ctx, key, one, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(out.State, err)
	}
	cancel()
	until(t, s, one, idempotency.InProgress, idempotency.Started, time.Now(), 0)
}

func TestScriptsAreLoadedAgain(t *testing.T) {
	server := newServer(t)
	s := server.store()
	out := begin(t, s, one, idempotency.Started)
	server.do("SCRIPT", "FLUSH")
	if err := s.Complete(t.Context(), key, out.Ticket, answer); err != nil {
		t.Error(err)
	}
	server.do("SCRIPT", "FLUSH")
	begin(t, s, one, idempotency.Completed)
}

func TestErrorsOfTheServerAreReturned(t *testing.T) {
	server := newServer(t)
	s := server.store()
	ticket := begin(t, s, one, idempotency.Started).Ticket
	server.kill()
	_, err := s.Reserve(t.Context(), key, one, time.Minute)
	for step, err := range map[string]error{
		"reserve":  err,
		"complete": s.Complete(t.Context(), key, ticket, answer),
		"release":  s.Release(t.Context(), key, ticket),
	} {
		if err == nil || errors.Is(err, idempotency.ErrLost) || !strings.HasPrefix(err.Error(), "redisstore: "+step+": ") {
			t.Errorf("%s: %v", step, err)
		}
	}
	server.restart()
	begin(t, s, one, idempotency.Started)
}

// A server that does not respond, so that even a write blocks: every call ends at its deadline.
func TestCallsEndAtTheirDeadline(t *testing.T) {
	server := newServer(t)
	s := server.store()
	ticket := begin(t, s, one, idempotency.Started).Ticket
	if err := server.process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	large := idempotency.Response{Status: 200, Body: make([]byte, 64<<20)}
	for name, call := range map[string]func(ctx context.Context) error{
		"reserve":  func(ctx context.Context) error { _, err := s.Reserve(ctx, key, one, time.Minute); return err },
		"complete": func(ctx context.Context) error { return s.Complete(ctx, key, ticket, large) },
		"release":  func(ctx context.Context) error { return s.Release(ctx, key, ticket) },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		begun := time.Now()
		err := call(ctx)
		cancel()
		if took := time.Since(begun); err == nil || took < 150*time.Millisecond || took > 1500*time.Millisecond {
			t.Errorf("%s: %v after %v", name, err, took)
		}
	}
}

func TestACanceledReserveDoesNotBegin(t *testing.T) {
	server := newServer(t)
	s := server.store()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Reserve(ctx, key, one, time.Minute); !errors.Is(err, context.Canceled) || server.keys() != 0 {
		t.Errorf("%v, %d keys", err, server.keys())
	}
	// Once it is sent, its outcome is returned.
	ctx, cancel = context.WithCancel(t.Context())
	s = server.storeOn(server.losing(func() error {
		cancel()
		return nil
	}))
	if out, err := s.Reserve(ctx, key, one, time.Minute); err != nil || out.State != idempotency.Started || ctx.Err() == nil {
		t.Error(out.State, err)
	}
}

// A full server rejects new keys and responses, and replays the stored ones.
func TestAFullServer(t *testing.T) {
	server := newServer(t)
	s := server.store()
	if err := s.Complete(t.Context(), key, begin(t, s, one, idempotency.Started).Ticket, answer); err != nil {
		t.Fatal(err)
	}
	other := idempotency.KeyOf("scope", "other")
	out, err := s.Reserve(t.Context(), other, one, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	server.do("CONFIG", "SET", "maxmemory-policy", "noeviction")
	server.do("CONFIG", "SET", "maxmemory", "1")
	if _, err := s.Reserve(t.Context(), idempotency.KeyOf("scope", "new"), one, time.Minute); !errors.Is(err, idempotency.ErrFull) {
		t.Error(err)
	}
	if err := s.Complete(t.Context(), other, out.Ticket, answer); !errors.Is(err, idempotency.ErrFull) || errors.Is(err, idempotency.ErrLost) {
		t.Error(err)
	}
	begin(t, s, one, idempotency.Completed)
	if out, err := s.Reserve(t.Context(), other, one, time.Minute); err != nil || out.State != idempotency.InProgress {
		t.Error(out.State, err)
	}
	if err := s.Release(t.Context(), other, out.Ticket); err != nil || server.keys() != 1 {
		t.Errorf("%v, %d keys", err, server.keys())
	}
}

func TestADamagedKeyIsAnError(t *testing.T) {
	server := newServer(t)
	s := server.store()
	name := redisstore.DefaultPrefix + hexOf(key)
	for _, fields := range [][]any{
		{"status", 200, "header", "\x01", "body", ""},
		{"status", 200, "header", "\x05abc", "body", ""},
		{"status", 200, "header", "\x01A\x02b", "body", ""},
		{"status", 200, "header", "\x01A", "body", ""},
		{"status", 200, "header", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "body", ""},
		{"status", 200, "header", "\xff", "body", ""},
		{"status", "many", "header", "", "body", ""},
		{"status", 200, "header", ""},
		{"status", 200, "body", ""},
	} {
		server.do("FLUSHALL")
		server.do("HSET", append([]any{name, "print", one[:], "ticket", "t", "ttl", 60_000}, fields...)...)
		if out, err := s.Reserve(t.Context(), key, one, time.Minute); err == nil || out.State != 0 {
			t.Errorf("%q: %+v", fields, out)
		}
	}
	server.do("FLUSHALL")
	server.do("SET", name, "of another program")
	if out, err := s.Reserve(t.Context(), key, one, time.Minute); err == nil || !strings.Contains(err.Error(), "WRONGTYPE") {
		t.Error(out.State, err)
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	for name, pool := range map[string]*redis.Pool{"no pool": nil, "no dial": {}} {
		if s, err := redisstore.New(pool); err == nil || s != nil || !strings.HasPrefix(err.Error(), "redisstore: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
