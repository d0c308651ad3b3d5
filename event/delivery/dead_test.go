package delivery_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/webhook"
)

// count returns the number of rows of deliveries that satisfy a condition.
func count(t *testing.T, db *sql.DB, condition string) (n int) {
	t.Helper()
	if err := db.QueryRow("SELECT COUNT(*) FROM event_deliveries WHERE " + condition).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Dead letters end with their age, their number and their destination.
func TestDeadLettersEnd(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		var later atomic.Int64
		clock := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		p := &owned{funcs{publisher: newPublisher(always)}}
		p.destinations = func(_ context.Context, m event.Message) ([]string, error) {
			if m.Key == "unknown" {
				return nil, errors.New("not known")
			}
			return []string{"a1", "gone1", "panic"}, nil
		}
		p.publish = func(context.Context, string, event.Message) error { return errors.New("down") }
		box, deliveries, _ := start(t, db, d, p, delivery.Delays(), delivery.Clock(clock), delivery.DeadLetters(time.Hour, 5))
		emit(t, db, box, "k", 12)
		emit(t, db, box, "unknown", 3)
		wait(t, "the dead letters", func() bool { return count(t, db, "dead = 0") == 0 && deliveries.Counts().Dead == 3*12+3 })
		if n := count(t, db, "dead > 0"); n != 3*5+3 {
			t.Errorf("%d dead letters, want 5 of each destination", n)
		}
		if newest, err := deliveries.Dead(t.Context(), "test/a1", nil, 9); err != nil || len(newest) != 5 || newest[0].Sequence != 12 {
			t.Errorf("%+v, %v", newest, err)
		}
		sweep := func() {
			t.Helper()
			if _, err := box.Sweep(t.Context(), time.Now().Add(-time.Hour)); err != nil {
				t.Error(err)
			}
		}
		sweep()
		if n := count(t, db, "dead > 0"); n != 2*5+3 || count(t, db, "destination = 'test/gone1'") != 0 {
			t.Errorf("%d dead letters, want none of a destination that is gone", n)
		}
		later.Store(int64(2 * time.Hour))
		sweep()
		if n := count(t, db, "dead > 0"); n != 0 {
			t.Errorf("%d dead letters after their time", n)
		}
	})
}

// What waits for a subscription that is deleted ends, too.
func TestDeliveriesEndWithTheirSubscription(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		sender, store := hooks(t)
		for _, id := range []string{"a", "b"} {
			subscribe(t, store, id, "", "http://127.0.0.1:1/")
		}
		box, deliveries, _ := start(t, db, d, sender, delivery.Delays(50*time.Millisecond))
		for i := range 5 {
			emit(t, db, box, fmt.Sprint("k", i), 2)
		}
		wait(t, "a dead letter", func() bool { return count(t, db, "dead > 0 AND destination = 'test/a'") > 0 })
		if _, err := store.Delete(t.Context(), "a", func(*webhook.Subscription) error { return nil }); err != nil {
			t.Fatal(err)
		}
		wait(t, "the end of the deliveries", func() bool { return count(t, db, "dead = 0") == 0 })
		if _, err := box.Sweep(t.Context(), time.Now().Add(-time.Hour)); err != nil {
			t.Error(err)
		}
		if a, b := count(t, db, "destination = 'test/a'"), count(t, db, "destination = 'test/b'"); a != 0 || b != 10 {
			t.Errorf("%d of a subscription that is deleted, %d of the other", a, b)
		}
		app := tenon.New("Hooks", "1").Logger(quiet).Add(webhook.Resource("/webhooks", sender, webhook.Events(event.New("counted", collection.ValueOf(prop.Int("n")).View())),
			webhook.Owner(func(context.Context, authn.Identity) (string, error) { return "c", nil }), webhook.Failures(deliveries.Webhooks("test")))).MustBuild()
		subscribe(t, store, "00000000-0000-4000-8000-000000000001", "c", "http://127.0.0.1:1/")
		const gone = "destination = 'test/00000000-0000-4000-8000-000000000001'"
		emit(t, db, box, "k", 1)
		wait(t, "a dead letter", func() bool { return count(t, db, "dead > 0 AND "+gone) > 0 })
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("DELETE", "/webhooks/00000000-0000-4000-8000-000000000001", nil))
		if w.Code >= 300 || count(t, db, gone) != 0 {
			t.Errorf("%d %s: %d deliveries are left", w.Code, w.Body, count(t, db, gone))
		}
		failed, err := deliveries.Webhooks("test").Failed(t.Context(), "b")
		if err != nil || len(failed) < 10 || failed[0].Error != "webhook: no response: transport" {
			t.Errorf("%+v, %v", failed, err)
		}
	})
}

// A message that is not in the log is not delivered again, and stays a dead letter.
func TestSweptMessagesAreNotRedelivered(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		var down atomic.Bool
		down.Store(true)
		p := newPublisher(func(string, event.Message, int) error {
			if down.Load() {
				return errors.New("down")
			}
			return nil
		}, "one")
		box, deliveries, _ := start(t, db, d, p, delivery.Delays())
		emit(t, db, box, "k", 4)
		wait(t, "the dead letters", func() bool { return count(t, db, "dead > 0") == 4 })
		if _, err := db.Exec("DELETE FROM events WHERE sequence = 3"); err != nil { // not by Sweep
			t.Fatal(err)
		}
		if n, err := box.Sweep(t.Context(), time.Now().Add(time.Hour)); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		down.Store(false)
		for sequence, want := range map[int64]error{1: delivery.ErrSwept, 2: delivery.ErrSwept, 3: delivery.ErrSwept, 4: nil, 5: delivery.ErrNotDead} {
			if err := deliveries.Redeliver(t.Context(), "test/one", sequence); !errors.Is(err, want) {
				t.Errorf("%d: %v", sequence, err)
			}
			hook := deliveries.Webhooks("test").Redeliver(t.Context(), "one", sequence)
			if want != nil && !errors.Is(hook, webhook.ErrNotFound) {
				t.Errorf("%d: %v", sequence, hook)
			}
		}
		wait(t, "the message that is left", func() bool { return p.received() == 1 })
		if dead, err := deliveries.Dead(t.Context(), "", nil, 9); len(dead) != 3 || err != nil {
			t.Errorf("%+v, %v", dead, err)
		}
	})
}

// Owners read why their receivers failed, never an error of the server.
func TestOwnersDoNotReadErrorsOfTheServer(t *testing.T) {
	const secret = "10.1.2.3:5432 (db.internal): password authentication failed"
	receiver := &webhook.DeliveryError{Status: 500, Reason: webhook.ReasonStatus}
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		causes := map[string]func() error{
			"store":      func() error { return errors.New(secret) },
			"panic":      func() error { panic(secret) },
			"permanent":  func() error { return event.Permanent(errors.New(secret)) },
			"both":       func() error { return errors.Join(receiver, errors.New(secret)) },
			"receiver":   func() error { return event.RetryAfter(receiver, time.Millisecond) },
			"wrapped":    func() error { return fmt.Errorf("%s: %w", secret, receiver) },
			"unresolved": nil,
		}
		p := &funcs{publisher: newPublisher(always)}
		p.destinations = func(_ context.Context, m event.Message) ([]string, error) {
			if m.Key == "unresolved" {
				return nil, errors.New(secret)
			}
			return []string{m.Key}, nil
		}
		p.publish = func(_ context.Context, to string, _ event.Message) error { return causes[to]() }
		box, deliveries, _ := start(t, db, d, p, delivery.Delays())
		for key := range causes {
			emit(t, db, box, key, 1)
		}
		wait(t, "the dead letters", func() bool { return count(t, db, "dead > 0") == len(causes) })
		for key := range causes {
			failed, err := deliveries.Webhooks("test").Failed(t.Context(), key)
			if err != nil || len(failed) != 1 && key != "unresolved" {
				t.Fatal(key, failed, err)
			}
			for _, f := range failed {
				want := "webhook: the server did not send it"
				if key == "both" || key == "receiver" || key == "wrapped" {
					want = receiver.Error()
				}
				if f.Error != want {
					t.Errorf("%s: %s", key, f.Error)
				}
			}
		}
		dead, err := deliveries.Dead(t.Context(), "test/store", nil, 1)
		if err != nil || len(dead) != 1 || !strings.Contains(dead[0].Error, secret) {
			t.Errorf("the operator does not read the error: %+v, %v", dead, err)
		}
	})
}

// Tables of the version before, with what waits in them.
func TestMigrateUpdatesTables(t *testing.T) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			db := open(t, d)
			if err := delivery.Migrate(t.Context(), db, d); err != nil {
				t.Fatal("without tables:", err)
			}
			before := strings.NewReplacer("\treason      TEXT   NOT NULL DEFAULT '',\n", "", "CREATE INDEX event_deliveries_due ON event_deliveries (destination, due) WHERE dead = 0;\n",
				"CREATE INDEX event_deliveries_sequence ON event_deliveries (sequence) WHERE dead = 0;\n", "(destination, dead)", "(dead)").Replace(delivery.Schema(d))
			create(t, db, outbox.Schema(d)+before)
			p := newPublisher(always, "one")
			deliveries, err := delivery.New(db, d, delivery.To("test", p), delivery.Poll(10*time.Millisecond), delivery.Logger(quiet))
			if err != nil {
				t.Fatal(err)
			}
			box, err := outbox.New(db, d, outbox.Poll(5*time.Millisecond), outbox.To(deliveries), outbox.OnError(func(err error) { t.Error(err) }))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			go box.Run(ctx)
			long := strings.Repeat("é", 150)
			emit(t, db, box, long, 4)
			wait(t, "the sequences", func() bool { return box.Last() == 4 })
			for n := 1; n <= 3; n++ { // the cursor is after them
				_, err := db.Exec(fmt.Sprintf("INSERT INTO event_deliveries VALUES ('test/one', %d, '%s', 0, 0, 0, %d, 'm', 'counted', '')", n, long, n/3))
				if err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.Exec("UPDATE event_cursors SET sequence = 3"); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := delivery.Migrate(t.Context(), db, d); err != nil {
					t.Fatal(err)
				}
			}
			if n := count(t, db, fmt.Sprintf("due > 0 AND lane <> '%s'", long)); n != 1 {
				t.Errorf("%d messages wait", n)
			}
			go func() { _ = deliveries.Run(ctx, box) }()
			wait(t, "the messages", func() bool { return p.received() == 3 })
			if got := fmt.Sprint(p.of("one")); got != "[1 2 4]" {
				t.Error(got)
			}
			if err := deliveries.Redeliver(t.Context(), "test/one", 3); err != nil {
				t.Error(err)
			}
			wait(t, "the dead letter", func() bool { return p.received() == 4 })
			stop()
		})
	}
}
