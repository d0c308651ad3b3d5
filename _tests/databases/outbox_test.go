package databases_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
)

// eachOutbox runs a test on every database, with a table counters(key, n) beside the outbox.
func eachOutbox(t *testing.T, test func(t *testing.T, db *sql.DB, d outbox.Dialect)) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			var db *sql.DB
			if d == outbox.PostgreSQL {
				db = postgres(t).DB
			} else {
				var err error
				db, err = sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "outbox.db")+
					"?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=busy_timeout(20000)&_txlock=immediate")
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = db.Close() })
			}
			for statement := range strings.SplitSeq(outbox.Schema(d)+"CREATE TABLE counters (key TEXT PRIMARY KEY, n INTEGER NOT NULL)", ";") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if _, err := db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			test(t, db, d)
		})
	}
}

func newOutbox(t *testing.T, db *sql.DB, d outbox.Dialect, options ...outbox.Option) *outbox.Outbox {
	t.Helper()
	box, err := outbox.New(db, d, append([]outbox.Option{outbox.Poll(5 * time.Millisecond), outbox.OnError(func(err error) { t.Error(err) })}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// run runs the relay until the test ends.
func run(t *testing.T, box *outbox.Outbox) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() { box.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
	})
}

// count increments a counter and emits its new value, in one transaction.
func count(ctx context.Context, db *sql.DB, d outbox.Dialect, box *outbox.Outbox, key string, finish func() error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	err = tx.QueryRow("INSERT INTO counters VALUES ('" + key + "', 1) ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING n").Scan(&n)
	if err != nil {
		return err
	}
	if err := box.Emit(ctx, tx, message(key, n)); err != nil {
		return err
	}
	if err := finish(); err != nil {
		return nil // rolled back
	}
	return tx.Commit()
}

func message(key string, n int) event.Message {
	return event.Message{
		ID: key + "/" + strconv.Itoa(n) + "/" + strconv.FormatUint(rand.Uint64(), 36), Type: "counted", Version: "2", Key: key,
		Time: time.Now().UTC().Truncate(time.Microsecond), Audiences: []string{"a", "b c"}, Data: []byte(strconv.Itoa(n)),
	}
}

// Transactions commit in another order than they emit, some are rolled back, and two processes
// give sequences.
func TestReadersOfAnOutboxMissNothing(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		boxes := []*outbox.Outbox{newOutbox(t, db, d), newOutbox(t, db, d)}
		for _, box := range boxes {
			run(t, box)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		const workers, each = 12, 40
		var writers sync.WaitGroup
		for w := range workers {
			writers.Go(func() {
				r := rand.New(rand.NewPCG(1, uint64(w)))
				for range each {
					// Half of the transactions are slow: those that began later commit before them.
					err := count(ctx, db, d, boxes[w%2], "key"+strconv.Itoa(r.IntN(30)), func() error {
						if r.IntN(2) == 0 {
							time.Sleep(time.Duration(r.IntN(2000)) * time.Microsecond)
						}
						if r.IntN(5) == 0 {
							return errors.New("changed its mind")
						}
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		done := make(chan struct{})
		go func() {
			writers.Wait()
			close(done)
		}()

		seen, last := map[string]int{}, int64(0)
		for moves := 0; ; moves++ {
			// The reader moves to the other server every now and then.
			part, stop := context.WithTimeout(ctx, 30*time.Millisecond)
			messages, err := boxes[moves%2].Messages(part, last, outbox.Filter{Audiences: []string{"b c"}})
			if err != nil && part.Err() != nil && ctx.Err() == nil {
				stop()
				continue // the server is slow
			}
			if err != nil {
				t.Fatal(err)
			}
			for m, err := range messages {
				if err != nil {
					t.Fatal(err)
				}
				if m.Sequence != last+1 {
					t.Fatalf("sequence %d after %d", m.Sequence, last)
				}
				last = m.Sequence
				n, _ := strconv.Atoi(string(m.Data))
				if seen[m.Key]++; n != seen[m.Key] {
					t.Fatalf("%s: %d is number %d of its key", m.Key, n, seen[m.Key])
				}
			}
			stop()
			select {
			case <-done:
				var rows, total int64
				if err := db.QueryRow("SELECT count(*), COALESCE(sum(n), 0) FROM counters").Scan(&rows, &total); err != nil {
					t.Fatal(err)
				}
				if last == total {
					if len(seen) != int(rows) || total < workers*each/2 {
						t.Errorf("%d keys, %d rows, %d messages", len(seen), rows, total)
					}
					return
				}
			default:
			}
			if ctx.Err() != nil {
				t.Fatalf("got %d messages: %v", last, ctx.Err())
			}
		}
	})
}

func TestMessagesOfAnOutboxAreKeptAsTheyAre(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		box := newOutbox(t, db, d)
		run(t, box)
		want := []event.Message{
			{ID: "1", Type: "a.b", Time: time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC), Data: []byte(`{"x": "é"}`)},
			message("k", 7),
		}
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		if err := box.Emit(t.Context(), tx, want...); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		wait(t, func() bool { return box.Last() == 2 })
		got, err := box.Read(t.Context(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		want[0].Sequence, want[1].Sequence = 1, 2
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got\n%v\nwant\n%v", got, want)
		}
	})
}

// Audiences are one text in the table: an empty name would be read as everyone, and a line break would
// divide a name.
func TestAudiencesThatWouldBeReadAsOthersAreErrors(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		box := newOutbox(t, db, d)
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		for _, audiences := range [][]string{{""}, {"staff", ""}, {"a\nb"}} {
			m := message("k", 1)
			m.Audiences = audiences
			if err := box.Emit(t.Context(), tx, m); err == nil || !strings.Contains(err.Error(), "is not the name of an audience") {
				t.Errorf("%q: %v", audiences, err)
			}
		}
	})
}

func TestStreamsOfAnOutboxBeginOrReportThatTheyCannot(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		box := newOutbox(t, db, d, outbox.Replay(5))
		run(t, box)
		for range 10 {
			if err := count(t.Context(), db, d, box, "k", func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		wait(t, func() bool { return box.Last() == 10 })
		begin := func(after int64) error {
			_, err := box.Messages(t.Context(), after, outbox.Filter{})
			return err
		}
		for after, gone := range map[int64]bool{-1: true, 0: true, 4: true, 5: false, 9: false, 10: false, 11: true} {
			if err := begin(after); errors.Is(err, outbox.ErrGone) != gone || err != nil && !gone {
				t.Errorf("after %d: %v", after, err)
			}
		}
		if n, err := box.Sweep(t.Context(), time.Now().Add(-time.Hour)); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if n, err := box.Sweep(t.Context(), time.Now().Add(time.Hour)); n != 9 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if err := begin(8); !errors.Is(err, outbox.ErrGone) {
			t.Error(err)
		}
		if err := begin(9); err != nil {
			t.Error(err)
		}
		if err := count(t.Context(), db, d, box, "k", func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		wait(t, func() bool { return box.Last() == 11 })
	})
}

// deliverer records what it takes over.
type deliverer struct {
	mu    sync.Mutex
	taken []int64
	needs int64
	fail  bool
}

func (d *deliverer) Deliver(_ context.Context, tx *sql.Tx, messages []event.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail {
		return errors.New("not now")
	}
	for _, m := range messages {
		d.taken = append(d.taken, m.Sequence)
	}
	return nil
}

func (d *deliverer) Needs(context.Context) (int64, error) { return d.needs, nil }

func TestAnOutboxHandsEachMessageToItsDeliverer(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		to := &deliverer{fail: true, needs: 3}
		var errs []error
		var mu sync.Mutex
		box := newOutbox(t, db, d, outbox.To(to), outbox.OnError(func(err error) {
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
		}))
		run(t, box)
		for range 4 {
			if err := count(t.Context(), db, d, box, "k", func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		wait(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(errs) > 1
		})
		if box.Last() != 0 {
			t.Errorf("sequence %d although nobody took the messages over", box.Last())
		}
		to.mu.Lock()
		to.fail = false
		to.mu.Unlock()
		wait(t, func() bool { return box.Last() == 4 })
		if !slices.Equal(to.taken, []int64{1, 2, 3, 4}) {
			t.Error(to.taken)
		}
		if n, err := box.Sweep(t.Context(), time.Now().Add(time.Hour)); n != 2 || err != nil {
			t.Errorf("deleted %d messages, %v; the deliverer needs 3 and 4", n, err)
		}
	})
}

func wait(t *testing.T, done func() bool) {
	t.Helper()
	for range 2000 {
		if done() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("waited 10 seconds in vain")
}
