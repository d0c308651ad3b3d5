package redisstore_test

import (
	"errors"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/redisstore"
)

// until reserves a key until its state changes from before to want, which must take at least the
// time that was left when it began.
func until(t *testing.T, s *redisstore.Store, print idempotency.Fingerprint, before, want idempotency.State, begun time.Time, left time.Duration) idempotency.Outcome {
	t.Helper()
	for {
		out, err := s.Reserve(t.Context(), key, print, time.Minute)
		took := time.Since(begun)
		switch {
		case err != nil || took > 20*time.Second:
			t.Fatal(out.State, err)
		case out.State == want && took < left:
			t.Fatalf("%v after %v", want, took)
		case out.State == want:
			return out
		case out.State != before:
			t.Fatal(out.State)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestKeysExpire(t *testing.T) {
	server := newServer(t)
	s := server.store()
	for _, ttl := range []time.Duration{0, time.Nanosecond, 7*time.Millisecond + 900*time.Microsecond, 300 * time.Millisecond} {
		for _, completed := range []bool{false, true} {
			server.do("FLUSHALL")
			// Redis reads its clock after this.
			begun := time.Now()
			out, err := s.Reserve(t.Context(), key, one, ttl)
			if err != nil || out.State != idempotency.Started {
				t.Fatal(out.State, err)
			}
			before := idempotency.InProgress
			if completed && ttl > 100*time.Millisecond { // it does not expire before
				before = idempotency.Completed
				if err := s.Complete(t.Context(), key, out.Ticket, answer); err != nil {
					t.Fatal(err)
				}
				if left := server.do("PTTL", redisstore.DefaultPrefix+hexOf(key)).(int64); left <= 0 || left > ttl.Milliseconds()+1 {
					t.Errorf("the response expires in %d ms", left)
				}
			}
			until(t, s, one, before, idempotency.Started, begun, ttl)
			if err := s.Complete(t.Context(), key, out.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
				t.Error(err)
			}
		}
	}
	server.do("FLUSHALL")
	if out, err := s.Reserve(t.Context(), key, one, 1<<63-1); err != nil || out.State != idempotency.Started {
		t.Error(out.State, err)
	}
	begin(t, s, one, idempotency.InProgress)
}

func TestALeaseLetsAnotherStart(t *testing.T) {
	const lease = 300 * time.Millisecond
	s := newServer(t).store(redisstore.Lease(lease))
	begun := time.Now()
	slow := begin(t, s, one, idempotency.Started)
	begin(t, s, two, idempotency.Mismatch)
	second := until(t, s, one, idempotency.InProgress, idempotency.Started, begun, lease)
	if err := s.Release(t.Context(), key, slow.Ticket); err != nil {
		t.Error(err)
	}
	if err := s.Complete(t.Context(), key, slow.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
		t.Error(err)
	}
	if err := s.Complete(t.Context(), key, second.Ticket, answer); err != nil {
		t.Error(err)
	}
	time.Sleep(lease + 50*time.Millisecond)
	begin(t, s, one, idempotency.Completed) // a lease is for reservations, not for responses
}

func TestALeaseDoesNotApplyToOtherRequests(t *testing.T) {
	server := newServer(t)
	s := server.store(redisstore.Lease(time.Nanosecond))
	begin(t, s, one, idempotency.Started)
	time.Sleep(10 * time.Millisecond)
	begin(t, s, two, idempotency.Mismatch)
	begin(t, server.store(), one, idempotency.InProgress) // without a lease
	begin(t, server.store(redisstore.Lease(-1)), one, idempotency.InProgress)
	begin(t, s, one, idempotency.Started)
}
