package databases_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

// keyStores returns a store in every database, each with its own table.
func keyStores(t *testing.T, run func(t *testing.T, db *sql.DB, s *sqlstore.Store), options ...sqlstore.Option) {
	t.Run("SQLite", func(t *testing.T) {
		name := "file:" + filepath.Join(t.TempDir(), "keys.db") + "?_pragma=busy_timeout(20000)&_pragma=journal_mode(wal)"
		withKeys(t, "sqlite", name, sqlstore.SQLite, "idempotency_keys", run, options)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		name := server(t)
		table := "keys_" + strconv.FormatInt(time.Now().UnixNano(), 36)
		withKeys(t, "pgx", name, sqlstore.PostgreSQL, table, run, options)
	})
}

func withKeys(t *testing.T, driver, name string, d sqlstore.Dialect, table string, run func(*testing.T, *sql.DB, *sqlstore.Store), options []sqlstore.Option) {
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(20)
	s, err := sqlstore.New(db, d, append(slices.Clip(options), sqlstore.Table(table))...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(s.Schema()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = db.Exec(`DROP TABLE "` + table + `"`) })
	run(t, db, s)
}

func keyOf(i int) idempotency.Key { return idempotency.KeyOf("scope", strconv.Itoa(i)) }

var (
	askedOnce = idempotency.FingerprintOf([]byte("one"))
	askedElse = idempotency.FingerprintOf([]byte("two"))
	keptOnce  = idempotency.Response{
		Status: 201,
		Header: []idempotency.Field{{Name: "Etag", Value: "\"\xe4\""}, {Name: "Link", Value: "<a>"}, {Name: "Link", Value: "<b>"}},
		Body:   []byte("{\"data\":\"\u00e4\"}\x00\xff"),
	}
)

// atOnce reserves one key many times concurrently.
func atOnce(t *testing.T, s *sqlstore.Store, key idempotency.Key, many int) (states map[idempotency.State]int, starter idempotency.Ticket) {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	states = map[idempotency.State]int{}
	begin := make(chan struct{})
	for range many {
		wg.Go(func() {
			<-begin
			out, err := s.Reserve(context.Background(), key, askedOnce, time.Minute)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			states[out.State]++
			if out.State == idempotency.Started {
				starter = out.Ticket
			}
		})
	}
	close(begin)
	wg.Wait()
	return states, starter
}

func TestOneConcurrentReservationStarts(t *testing.T) {
	const many = 500
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		states, ticket := atOnce(t, s, keyOf(1), many)
		if states[idempotency.Started] != 1 || states[idempotency.InProgress] != many-1 {
			t.Fatalf("%v", states)
		}
		if err := s.Complete(context.Background(), keyOf(1), ticket, keptOnce); err != nil {
			t.Fatal(err)
		}
		if states, _ := atOnce(t, s, keyOf(1), many); states[idempotency.Completed] != many {
			t.Fatalf("%v", states)
		}
	})
}

// The row is replaced, not deleted and inserted again.
func TestOneReplacementOfAnExpiredRowStarts(t *testing.T) {
	const many = 200
	var past atomic.Bool
	clock := sqlstore.Clock(func() time.Time {
		if past.Load() {
			return time.Now().Add(-time.Hour)
		}
		return time.Now()
	})
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		past.Store(true)
		states, old := atOnce(t, s, keyOf(1), 1)
		past.Store(false)
		if states[idempotency.Started] != 1 {
			t.Fatalf("%v", states)
		}
		states, _ = atOnce(t, s, keyOf(1), many)
		if states[idempotency.Started] != 1 || states[idempotency.InProgress] != many-1 {
			t.Fatalf("%v", states)
		}
		if err := s.Complete(context.Background(), keyOf(1), old, keptOnce); !errors.Is(err, idempotency.ErrLost) {
			t.Errorf("the one before it: %v", err)
		}
	}, clock)
}

// Every released key is reserved again by one of the waiting requests.
func TestReserveAndReleaseAreExclusive(t *testing.T) {
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		var holders, starts atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				for range 20 {
					out, err := s.Reserve(context.Background(), keyOf(1), askedOnce, time.Minute)
					if err != nil {
						t.Error(err)
						return
					}
					if out.State != idempotency.Started {
						continue
					}
					starts.Add(1)
					if holders.Add(1) != 1 {
						t.Error("two requests hold one key")
					}
					holders.Add(-1)
					if err := s.Release(context.Background(), keyOf(1), out.Ticket); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if starts.Load() == 0 {
			t.Error("no request started")
		}
	})
}

func TestRowStoresAResponse(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond) // as the table has it
	ctx := context.Background()
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		begin := func(print idempotency.Fingerprint, want idempotency.State) idempotency.Outcome {
			t.Helper()
			out, err := s.Reserve(ctx, keyOf(1), print, time.Minute)
			if err != nil || out.State != want {
				t.Fatalf("%v, %v, want %v", out.State, err, want)
			}
			return out
		}
		first := begin(askedOnce, idempotency.Started)
		begin(askedElse, idempotency.Mismatch)
		if err := s.Complete(ctx, keyOf(1), first.Ticket, keptOnce); err != nil {
			t.Fatal(err)
		}
		got := begin(askedOnce, idempotency.Completed).Response
		if got.Status != keptOnce.Status || !slices.Equal(got.Header, keptOnce.Header) || !slices.Equal(got.Body, keptOnce.Body) {
			t.Errorf("%+v", got)
		}
		if err := s.Release(ctx, keyOf(1), first.Ticket); err != nil {
			t.Fatal(err)
		}
		begin(askedElse, idempotency.Mismatch)
		if n, err := s.Sweep(ctx); n != 0 || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
		now = now.Add(time.Minute)
		second := begin(askedElse, idempotency.Started)
		if err := s.Complete(ctx, keyOf(1), second.Ticket, idempotency.Response{Status: 204}); err != nil {
			t.Fatal(err)
		}
		if got := begin(askedElse, idempotency.Completed).Response; got.Status != 204 || len(got.Header) != 0 || len(got.Body) != 0 {
			t.Errorf("%+v", got)
		}
		now = now.Add(time.Minute)
		if n, err := s.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
	}, sqlstore.Clock(func() time.Time { return now }))
}

func TestReservationExpiresWithItsLease(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond) // as the table has it
	ctx := context.Background()
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		slow, err := s.Reserve(ctx, keyOf(1), askedOnce, time.Hour)
		if err != nil || slow.State != idempotency.Started {
			t.Fatal(slow.State, err)
		}
		now = now.Add(time.Minute)
		second, err := s.Reserve(ctx, keyOf(1), askedOnce, time.Hour)
		if err != nil || second.State != idempotency.Started {
			t.Fatal(second.State, err)
		}
		if err := s.Release(ctx, keyOf(1), slow.Ticket); err != nil {
			t.Fatal(err)
		}
		if err := s.Complete(ctx, keyOf(1), slow.Ticket, keptOnce); !errors.Is(err, idempotency.ErrLost) {
			t.Error(err)
		}
		if err := s.Complete(ctx, keyOf(1), second.Ticket, keptOnce); err != nil {
			t.Error(err)
		}
	}, sqlstore.Clock(func() time.Time { return now }), sqlstore.Lease(time.Minute))
}

// The client disconnects while its request waits.
func TestCanceledReserveLeavesNoRow(t *testing.T) {
	keyStores(t, func(t *testing.T, db *sql.DB, s *sqlstore.Store) {
		for i := range 50 {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(time.Duration(i)*20*time.Microsecond, cancel)
			out, err := s.Reserve(ctx, keyOf(i), askedOnce, time.Hour)
			if err == nil {
				err = s.Release(context.Background(), keyOf(i), out.Ticket)
				if err != nil {
					t.Fatal(err)
				}
			}
			again, err := s.Reserve(context.Background(), keyOf(i), askedOnce, time.Hour)
			if err != nil || again.State != idempotency.Started {
				t.Fatalf("key %d: %v %v", i, again.State, err)
			}
		}
	})
}
