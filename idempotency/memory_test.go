package idempotency_test

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

const (
	started  = idempotency.Started
	running  = idempotency.InProgress
	mismatch = idempotency.Mismatch
	done     = idempotency.Completed
)

// clock is a clock that a test sets.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time       { return c.now }
func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }
func newClock() *clock                { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }
func key(i int) idempotency.Key       { return idempotency.KeyOf("scope", strconv.Itoa(i)) }
func print(s string) idempotency.Fingerprint {
	return idempotency.FingerprintOf([]byte(s))
}

// user calls a store, and fails the test if the store returns an error.
type user struct {
	t *testing.T
	idempotency.Store
}

func (u user) begin(i int, content string, want idempotency.State) idempotency.Outcome {
	u.t.Helper()
	out, err := u.Reserve(context.Background(), key(i), print(content), time.Minute)
	if err != nil || out.State != want {
		u.t.Fatalf("key %d: %v, %v, want %v", i, out.State, err, want)
	}
	return out
}

func (u user) finish(i int, t idempotency.Ticket, a idempotency.Response, want error) {
	u.t.Helper()
	if err := u.Complete(context.Background(), key(i), t, a); !errors.Is(err, want) {
		u.t.Fatalf("key %d: %v, want %v", i, err, want)
	}
}

func (u user) abandon(i int, t idempotency.Ticket) {
	u.t.Helper()
	if err := u.Release(context.Background(), key(i), t); err != nil {
		u.t.Fatal(err)
	}
}

var answer = idempotency.Response{
	Status: 201,
	Header: []idempotency.Field{{Name: "Link", Value: "b"}, {Name: "Link", Value: "a"}, {Name: "Etag", Value: `"ä"`}},
	Body:   []byte("made"),
}

func TestMemoryKeepsResponsesUntilTheyExpire(t *testing.T) {
	c := newClock()
	u := user{t, idempotency.Memory(idempotency.Clock(c.Now))}
	first := u.begin(1, "a", started)
	u.begin(1, "a", running)
	u.begin(1, "b", mismatch)
	u.begin(2, "b", started)
	u.finish(1, first.Ticket, answer, nil)
	if got := u.begin(1, "a", done).Response; !reflect.DeepEqual(got, answer) {
		t.Errorf("%+v", got)
	}
	u.begin(1, "b", mismatch)
	c.pass(time.Minute - 1)
	u.begin(1, "a", done)
	u.begin(2, "b", running)
	c.pass(1)
	u.begin(1, "b", started)
	u.begin(2, "a", started)
}

func TestMemoryReleasesKeys(t *testing.T) {
	u := user{t, idempotency.Memory()}
	first := u.begin(1, "a", started)
	u.abandon(1, first.Ticket)
	second := u.begin(1, "b", started)
	u.abandon(1, first.Ticket) // the ticket no longer holds the key
	u.finish(1, first.Ticket, answer, idempotency.ErrLost)
	u.begin(1, "b", running)
	u.finish(1, second.Ticket, answer, nil)
	u.abandon(1, second.Ticket) // a response stays
	u.finish(1, second.Ticket, answer, idempotency.ErrLost)
	u.begin(1, "b", done)
	u.abandon(7, second.Ticket)
	u.finish(7, second.Ticket, answer, idempotency.ErrLost)
}

func TestMemoryEndsReservationsWithTheirLease(t *testing.T) {
	c := newClock()
	u := user{t, idempotency.Memory(idempotency.Clock(c.Now), idempotency.Lease(10*time.Second))}
	slow := u.begin(1, "a", started)
	c.pass(10*time.Second - 1)
	u.begin(1, "a", running)
	c.pass(1)
	u.begin(1, "b", mismatch)
	second := u.begin(1, "a", started)
	u.abandon(1, slow.Ticket)
	u.finish(1, slow.Ticket, answer, idempotency.ErrLost)
	u.begin(1, "a", running)
	u.finish(1, second.Ticket, answer, nil)
	c.pass(30 * time.Second)
	u.begin(1, "a", done) // a lease is for reservations, not for responses
}

func TestMemoryKeepsAReservationWithoutALease(t *testing.T) {
	c := newClock()
	u := user{t, idempotency.Memory(idempotency.Clock(c.Now))}
	u.begin(1, "a", started)
	c.pass(time.Minute - 1)
	u.begin(1, "a", running)
	c.pass(1)
	u.begin(1, "a", started)
}

func TestMemoryIsBounded(t *testing.T) {
	full := func(u user, i int) {
		t.Helper()
		if _, err := u.Reserve(context.Background(), key(i), print("a"), time.Minute); !errors.Is(err, idempotency.ErrFull) {
			t.Errorf("key %d: %v", i, err)
		}
	}
	t.Run("entries", func(t *testing.T) {
		c := newClock()
		u := user{t, idempotency.Memory(idempotency.Clock(c.Now), idempotency.MaxEntries(3))}
		first := u.begin(1, "a", started)
		u.begin(2, "a", started)
		c.pass(time.Second)
		u.begin(3, "a", started)
		full(u, 4)
		u.begin(1, "a", running) // existing entries are still found
		u.abandon(1, first.Ticket)
		u.begin(4, "a", started)
		full(u, 5)
		c.pass(59 * time.Second) // the second expires
		u.begin(5, "a", started)
		full(u, 6)
	})
	t.Run("bytes", func(t *testing.T) {
		c := newClock()
		u := user{t, idempotency.Memory(idempotency.Clock(c.Now), idempotency.MaxBytes(10))}
		eight := idempotency.Response{Status: 200, Header: []idempotency.Field{{Name: "A", Value: "b"}}, Body: []byte("123456")}
		two := idempotency.Response{Status: 200, Body: []byte("12")}
		first, second, third := u.begin(1, "a", started), u.begin(2, "a", started), u.begin(3, "a", started)
		u.finish(1, first.Ticket, eight, nil)
		u.finish(2, second.Ticket, eight, idempotency.ErrFull)
		u.begin(2, "a", running) // the handler does not run twice
		u.finish(3, third.Ticket, two, nil)
		full(u, 4)
		c.pass(time.Minute)
		u.finish(4, u.begin(4, "a", started).Ticket, eight, nil)
	})
}

func TestMemoryStartsOneOfMany(t *testing.T) {
	store := idempotency.Memory()
	for round := range 20 {
		var wg sync.WaitGroup
		var starts, others atomic.Int64
		for range 500 {
			wg.Go(func() {
				out, err := store.Reserve(context.Background(), key(round), print("a"), time.Minute)
				switch {
				case err == nil && out.State == started:
					starts.Add(1)
				case err == nil && out.State == running:
					others.Add(1)
				}
			})
		}
		wg.Wait()
		if starts.Load() != 1 || others.Load() != 499 {
			t.Fatalf("%d started, %d found it running", starts.Load(), others.Load())
		}
	}
}

func TestMemoryStopsIfTheContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	store := idempotency.Memory()
	if _, err := store.Reserve(ctx, key(1), print("a"), time.Minute); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	user{t, store}.begin(1, "a", started)
}

// Entries expire at their times, even if others between them are released.
func TestExpiryKeepsItsOrder(t *testing.T) {
	c := newClock()
	const n = 200
	store := idempotency.Memory(idempotency.Clock(c.Now), idempotency.MaxEntries(n))
	var tickets [n]idempotency.Ticket
	for i := range n {
		out, err := store.Reserve(context.Background(), key(i), print("a"), time.Duration(1+i*73%n)*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		tickets[i] = out.Ticket
	}
	for i := 0; i < n; i += 3 {
		if err := store.Release(context.Background(), key(i), tickets[i]); err != nil {
			t.Fatal(err)
		}
	}
	for second := 1; second <= n; second++ {
		c.pass(time.Second)
		for i := range n {
			if i%3 == 0 {
				continue
			}
			gone := 1+i*73%n <= second
			err := store.Complete(context.Background(), key(i), idempotency.Ticket{}, answer) // not its ticket
			if !errors.Is(err, idempotency.ErrLost) {
				t.Fatal(err)
			}
			if !gone && second%50 == 0 {
				user{t, store}.begin(i, "a", running)
			}
			if gone && second == n {
				user{t, store}.begin(i, "a", started)
			}
		}
	}
}

func TestKeysAndFingerprintsSeparateTheirParts(t *testing.T) {
	if idempotency.KeyOf("a", "bc") == idempotency.KeyOf("ab", "c") {
		t.Error("keys of different scopes meet")
	}
	prints := map[idempotency.Fingerprint]string{}
	for _, p := range []struct {
		content string
		parts   []string
	}{
		{"", nil}, {"a", nil}, {"", []string{"a"}}, {"", []string{"", "a"}}, {"", []string{"a", ""}}, {"b", []string{"a"}}, {"", []string{"ab"}}, {"", []string{"a", "b"}},
	} {
		f := idempotency.FingerprintOf([]byte(p.content), p.parts...)
		what := p.content + "|" + strconv.Itoa(len(p.parts))
		if other, ok := prints[f]; ok {
			t.Errorf("%q and %q have one print", what, other)
		}
		prints[f] = what
	}
}

// A scope that takes all it can leaves space for others.
func TestAScopeLeavesSpaceForOthers(t *testing.T) {
	c := newClock()
	store := idempotency.Memory(idempotency.Clock(c.Now), idempotency.MaxEntries(80), idempotency.MaxBytes(8000))
	body := idempotency.Response{Status: 200, Body: make([]byte, 1000)}
	take := func(scope string, n int, a *idempotency.Response) (taken int) {
		t.Helper()
		for i := range n {
			key := idempotency.KeyOf(scope, strconv.Itoa(i))
			out, err := store.Reserve(t.Context(), key, print("a"), time.Minute)
			if err == nil && a != nil {
				err = store.Complete(t.Context(), key, out.Ticket, *a)
			}
			switch {
			case err == nil:
				taken++
			case !errors.Is(err, idempotency.ErrFull):
				t.Fatal(err)
			}
		}
		return taken
	}
	for round := range 2 {
		if n := take("eve", 200, nil); n != 80 {
			t.Errorf("one alone takes %d keys", n)
		}
		all := 0
		for i := range 20 {
			n := take("client "+strconv.Itoa(i), 30, nil)
			if all += n; i < 8 && n != 10 {
				t.Errorf("round %d: client %d takes %d keys", round, i, n)
			}
		}
		if all != 80 {
			t.Errorf("the others take %d", all)
		}
		c.pass(time.Minute)
	}
	if n := take("eve", 60, &body); n != 8 {
		t.Errorf("one alone takes %d KB", n)
	}
	if n := take("bob", 5, &body); n != 1 {
		t.Errorf("another takes %d KB", n)
	}
	c.pass(time.Minute)
	if n := take("eve", 80, nil); n != 80 {
		t.Errorf("when all is over, %d keys", n)
	}
}

func TestScopesOfAGroupShareTheirSpace(t *testing.T) {
	store := idempotency.Memory(idempotency.MaxEntries(80))
	n := 0
	for i := range 500 {
		out, err := store.Reserve(t.Context(), idempotency.KeyIn("guests", strconv.Itoa(i), "k"), print("a"), time.Minute)
		if err == nil && out.State == started {
			n++
		}
	}
	if n != 80 {
		t.Errorf("guests take %d", n)
	}
	user{t, store}.begin(1, "a", started)
	if idempotency.KeyIn("g", "a", "k") == idempotency.KeyIn("g", "b", "k") || idempotency.KeyIn("g", "a", "k") == idempotency.KeyIn("h", "a", "k") {
		t.Error("keys of different scopes meet")
	}
}
