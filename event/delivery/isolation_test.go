package delivery_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
)

// funcs is a publisher of functions, which records what it delivers.
type funcs struct {
	*publisher
	destinations func(ctx context.Context, m event.Message) ([]string, error)
	publish      func(ctx context.Context, to string, m event.Message) error
}

func (f *funcs) Destinations(ctx context.Context, m event.Message) ([]string, error) {
	if f.destinations == nil {
		return []string{"one"}, nil
	}
	return f.destinations(ctx, m)
}

func (f *funcs) Publish(ctx context.Context, to string, m event.Message) error {
	if f.publish != nil {
		if err := f.publish(ctx, to, m); err != nil {
			return err
		}
	}
	return f.publisher.Publish(ctx, to, m)
}

func always(string, event.Message, int) error { return nil }

// silent is an error whose text is a panic.
type silent struct{}

func (*silent) Error() string { panic("no text") }

// A message that cannot be delivered, whatever the cause, stops none that has another key and no other
// publisher. It becomes a dead letter, and the next message with its key is delivered.
func TestAMessageThatFailsStopsNoOther(t *testing.T) {
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	unknown := map[string]func(ctx context.Context) ([]string, error){
		"an error":              func(context.Context) ([]string, error) { return []string{"one"}, errors.New("not known") },
		"an error without text": func(context.Context) ([]string, error) { return nil, (*silent)(nil) },
		"permanent":             func(context.Context) ([]string, error) { return nil, event.Permanent(errors.New("never")) },
		"a panic":               func(context.Context) ([]string, error) { panic("Match of the application") },
		"no return":             func(context.Context) ([]string, error) { <-forever; return []string{"one"}, nil },
		"no return in time":     func(ctx context.Context) ([]string, error) { <-ctx.Done(); return nil, ctx.Err() },
		"an end":                func(context.Context) ([]string, error) { runtime.Goexit(); return nil, nil },
		"an empty name":         func(context.Context) ([]string, error) { return []string{""}, nil },
		"a long name":           func(context.Context) ([]string, error) { return []string{noise(50_000)}, nil },
		"a name of bytes":       func(context.Context) ([]string, error) { return []string{"\xff\x00"}, nil },
	}
	publish := map[string]func(ctx context.Context) error{
		"publish: an error":              func(context.Context) error { return errors.New("\x00\xff" + noise(10_000)) },
		"publish: an error without text": func(context.Context) error { return (*silent)(nil) },
		"publish: permanent":             func(context.Context) error { return event.Permanent(errors.New("never")) },
		"publish: a panic":               func(context.Context) error { panic("a bug") },
		"publish: no return":             func(context.Context) error { <-forever; return nil },
		"publish: no return in time":     func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"publish: an end":                func(context.Context) error { runtime.Goexit(); return nil },
	}
	const first = "1" // the message of a key that fails
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		good := newPublisher(always, "one")
		bad := &funcs{publisher: newPublisher(always)}
		var mended atomic.Bool
		bad.destinations = func(ctx context.Context, m event.Message) ([]string, error) {
			if f := unknown[m.Key]; f != nil && !mended.Load() && string(m.Data) == first {
				return f(ctx)
			}
			return []string{"one"}, nil
		}
		bad.publish = func(ctx context.Context, _ string, m event.Message) error {
			if f := publish[m.Key]; f != nil && string(m.Data) == first {
				return f(ctx)
			}
			return nil
		}
		box, deliveries, _ := start(t, db, d, good, delivery.To("bad", bad),
			delivery.Timeout(500*time.Millisecond), delivery.Rescue(2*time.Second), delivery.Delays(10*time.Millisecond))
		causes := len(unknown) + len(publish)
		for key := range unknown {
			emit(t, db, box, key, 2)
		}
		for key := range publish {
			emit(t, db, box, key, 2)
		}
		for i := range 20 {
			emit(t, db, box, fmt.Sprint("other ", i), 1)
		}
		emit(t, db, box, "", 20)
		all := 2*causes + 40
		wait(t, "the other publisher", func() bool { return good.received() == all })
		wait(t, "all but those that fail", func() bool { return bad.received() == all-causes })
		dead, err := deliveries.Dead(t.Context(), "", nil, 100)
		if err != nil || len(dead) != causes {
			t.Errorf("%d dead letters, %v", len(dead), err)
		}
		for _, l := range dead {
			named := strings.Contains(l.Key, "name")
			permanent := named || strings.Contains(l.Key, "permanent")
			if l.Attempts != 2 && !permanent || l.Attempts != 1 && permanent || l.Error == "" || l.Type != "counted" || l.Message == "" {
				t.Errorf("%+v", l)
			}
			if (l.Destination == "bad/") != (!named && unknown[l.Key] != nil) {
				t.Errorf("%q: %s", l.Key, l.Destination)
			}
		}
		if c := deliveries.Counts(); c.Dead != int64(causes) || c.Delivered != int64(2*all-causes) {
			t.Errorf("%+v", c)
		}
		// What stopped is delivered once its cause is gone.
		mended.Store(true)
		if err := deliveries.Redeliver(t.Context(), "bad/", dead[slices.IndexFunc(dead, func(l delivery.DeadLetter) bool { return l.Destination == "bad/" })].Sequence); err != nil {
			t.Error(err)
		}
		wait(t, "a dead letter", func() bool { return bad.received() == all-causes+1 })
	})
}

func noise(n int) string {
	b := make([]byte, n/2)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// Rows that are damaged, or that another program has written, are dead letters.
func TestADamagedMessageStopsNoOther(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		good, other := newPublisher(always, "one"), &funcs{publisher: newPublisher(always)}
		other.destinations = func(_ context.Context, m event.Message) ([]string, error) {
			return []string{string(m.Data[:1])}, nil // of a message without data it panics
		}
		_, _, stop := start(t, db, d, good, delivery.To("other", other), delivery.Delays(time.Millisecond))
		stop()
		columns := "INSERT INTO events (id, type, version, lane, audiences, time, data) VALUES "
		damaged := []string{
			`('d1', 'a', '', 'k1', '', 1, '{"a":')`, `('d2', 'a', '', 'k2', '', 1, '')`, `('', 'a', '', 'k3', '', 1, '1')`, `('d4', '', '', 'k4', '', 1, '1')`,
		}
		if d == outbox.SQLite {
			damaged = append(damaged, `('d5', 'a', '', 'k5', '', 'noon', '1')`, `('d6', 'a', x'ff00', x'ff00fe', x'ff', 1, '1')`)
		}
		for _, row := range damaged {
			if _, err := db.Exec(columns + row); err != nil {
				t.Fatal(err)
			}
		}
		good2, other2 := newPublisher(always, "one"), &funcs{publisher: newPublisher(always), destinations: other.destinations}
		box, deliveries, _ := start(t, db, d, good2, delivery.To("other", other2), delivery.Delays(time.Millisecond))
		for i := range 6 {
			emit(t, db, box, fmt.Sprint("k", i), 2)
		}
		whole := 12
		if d == outbox.SQLite {
			whole++ // bytes are no text, but can be delivered
		}
		wait(t, "the others", func() bool { return good2.received() == whole && other2.received() == whole })
		want := 2 * (len(damaged) - whole + 12)
		wait(t, "the dead letters", func() bool {
			dead, err := deliveries.Dead(t.Context(), "", nil, 100)
			return err == nil && len(dead) == want
		})
		if err := deliveries.Redeliver(t.Context(), "other/", 1); err != nil {
			t.Error(err)
		}
	})
}

// Keys of any length and content have an order, and lanes and rows that every index admits.
func TestKeysOfAnyLength(t *testing.T) {
	keys := []string{"'", "\\", "\u2028<&>", "é", strings.Repeat("é", 100), strings.Repeat("é", 101), strings.Repeat("x", 200), strings.Repeat("x", 201)}
	for _, n := range []int{1, 199, 202, 2_000, 2_704, 12_000, 100_000} {
		keys = append(keys, noise(2 * n)[:n])
	}
	long := noise(5_000)
	keys = append(keys, long+"a", long+"b")
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		p := newPublisher(func(_ string, m event.Message, n int) error {
			if n == 1 && len(m.Data) == 1 && m.Data[0]%2 == 0 {
				return errors.New("not now")
			}
			return nil
		}, "one", strings.Repeat("n", 512))
		box, deliveries, _ := start(t, db, d, p, delivery.Delays(time.Millisecond, time.Millisecond))
		emit(t, db, box, "", 5)
		for _, key := range keys {
			emit(t, db, box, key, 5)
		}
		wait(t, "all messages", func() bool { return p.received() == 2*5*(len(keys)+1) })
		for _, to := range p.destinations {
			last := map[string]string{}
			for _, m := range p.got[to] {
				if m.Key != "" && string(m.Data) < last[m.Key] {
					t.Errorf("a key of %d bytes: %s after %s", len(m.Key), m.Data, last[m.Key])
				}
				last[m.Key] = string(m.Data)
			}
			if len(last) != len(keys)+1 {
				t.Errorf("%d keys", len(last))
			}
		}
		if dead, err := deliveries.Dead(t.Context(), "", nil, 9); len(dead) > 0 || err != nil {
			t.Errorf("%+v, %v", dead, err)
		}
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		for _, key := range []string{"a\x00", "\xff"} {
			m := event.Message{ID: "n", Type: "counted", Key: key, Data: []byte("1")}
			if err := box.Emit(t.Context(), tx, m); err == nil || !strings.Contains(err.Error(), "U+0000") {
				t.Errorf("%q: %v", key, err)
			}
		}
		if err := box.Emit(t.Context(), tx, event.Message{ID: "n", Type: "counted", Data: []byte("{")}); err == nil {
			t.Error("data that is not JSON is emitted")
		}
	})
}

// Destinations fails at random: messages with one key keep their order, and none is lost. Names come
// twice, and there are many.
func TestDestinationsThatFailKeepTheOrder(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		n := 0
		p := &funcs{publisher: newPublisher(always)}
		p.destinations = func(_ context.Context, m event.Message) ([]string, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if n++; n%3 == 0 {
				return nil, errors.New("not now")
			}
			return []string{"b", "a", "b"}, nil
		}
		delays := slices.Repeat([]time.Duration{5 * time.Millisecond}, 40)
		box, _, _ := start(t, db, d, p, delivery.Delays(delays...))
		start(t, db, d, p, delivery.Delays(delays...))
		const keys, each = 6, 20
		for range 2 {
			for k := range keys {
				emit(t, db, box, fmt.Sprint("key", k), each/2)
			}
		}
		wait(t, "all messages", func() bool { return p.received() == 2*keys*each })
		for _, to := range []string{"a", "b"} {
			last := map[string]int64{}
			for _, m := range p.got[to] {
				if m.Sequence < last[m.Key] {
					t.Errorf("%s: %d after %d", m.Key, m.Sequence, last[m.Key])
				}
				last[m.Key] = m.Sequence
			}
		}
	})
}

func TestAMessageForThousandsOfDestinations(t *testing.T) {
	names := make([]string, 2_000)
	for i := range names {
		names[i] = fmt.Sprint("d", i)
	}
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		p := &funcs{publisher: newPublisher(always)}
		p.destinations = func(_ context.Context, m event.Message) ([]string, error) {
			if m.Key == "many" {
				return names, nil
			}
			return names[:1], nil
		}
		box, deliveries, _ := start(t, db, d, p)
		emit(t, db, box, "many", 1)
		emit(t, db, box, "few", 3)
		wait(t, "the other key", func() bool { return slices.Contains(p.of("d0"), "3") })
		wait(t, "some of the destinations", func() bool { return p.received() > 1_000 })
		if dead, err := deliveries.Dead(t.Context(), "", nil, 9); len(dead) > 0 || err != nil {
			t.Errorf("%+v, %v", dead, err)
		}
	})
}

// Run begins before the tables are there.
func TestRunWaitsForTheDatabase(t *testing.T) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			db := open(t, d)
			p := newPublisher(always, "one")
			deliveries, err := delivery.New(db, d, delivery.To("test", p), delivery.Poll(10*time.Millisecond), delivery.Logger(quiet))
			if err != nil {
				t.Fatal(err)
			}
			box, err := outbox.New(db, d, outbox.Poll(5*time.Millisecond), outbox.To(deliveries), outbox.OnError(func(error) {}))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go box.Run(ctx)
			go func() { ended <- deliveries.Run(ctx, box) }()
			time.Sleep(300 * time.Millisecond)
			create(t, db, outbox.Schema(d)+delivery.Schema(d))
			emit(t, db, box, "k", 3)
			wait(t, "the messages", func() bool { return p.received() == 3 })
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
