package databases_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

// payments is a server whose requests with a key are one transaction.
type payments struct {
	db      *sql.DB
	f       *fragile
	d       sqlstore.Dialect
	keys    string // the tables
	rows    string
	options []sqlstore.Option
	within  func(c *route.Call) error // called in the handler, before its work
}

// onTransactional runs a test on each database.
func onTransactional(t *testing.T, run func(t *testing.T, p *payments), options ...sqlstore.Option) {
	for _, lock := range []string{"", "&_txlock=immediate"} {
		t.Run("SQLite"+lock, func(t *testing.T) {
			source := "file:" + filepath.Join(t.TempDir(), "pay.db") + "?_pragma=busy_timeout(20000)&_pragma=journal_mode(wal)" + lock
			db, f := openFragile(t, "sqlite", source)
			p := &payments{db: db, f: f, d: sqlstore.SQLite, options: options}
			p.create(t)
			run(t, p)
		})
	}
	onTransactionalPostgreSQL(t, run, options...)
}

func onTransactionalPostgreSQL(t *testing.T, run func(t *testing.T, p *payments), options ...sqlstore.Option) {
	t.Run("PostgreSQL", func(t *testing.T) {
		db, f := openFragile(t, "pgx", server(t))
		p := &payments{db: db, f: f, d: sqlstore.PostgreSQL, options: options}
		p.create(t)
		run(t, p)
	})
}

func (p *payments) create(t *testing.T) {
	t.Helper()
	p.db.SetMaxOpenConns(20)
	suffix := strconv.FormatInt(time.Now().UnixNano(), 36)
	p.keys, p.rows = "keys_"+suffix, "payments_"+suffix
	for _, statement := range strings.Split(p.store(t).Schema()+"CREATE TABLE "+p.rows+" (payee TEXT NOT NULL)", ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := p.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		_, _ = p.db.Exec("DROP TABLE " + p.keys)
		_, _ = p.db.Exec("DROP TABLE " + p.rows)
	})
	p.f.crashAt(0, false)
}

func (p *payments) store(t testing.TB) sqlstore.Transactional {
	t.Helper()
	s, err := sqlstore.NewTransactional(p.db, p.d, append(p.options[:len(p.options):len(p.options)], sqlstore.Table(p.keys))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p *payments) serve(t testing.TB) *httptest.Server {
	t.Helper()
	payee := prop.String("to")
	entities := collection.New("Payment", payee)
	app := tenon.New("Bank", "1").Logger(slog.New(slog.DiscardHandler)).Add(
		route.Post("/payments", entities.Create(), entities.View()).Idempotent(time.Hour, p.store(t)).
			Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
				ctx := c.Context()
				if p.within != nil {
					if err := p.within(c); err != nil {
						return in, err
					}
				}
				return in, sqltx.Do(ctx, p.db, func(tx *sql.Tx) error {
					_, err := tx.ExecContext(ctx, "INSERT INTO "+p.rows+" (payee) VALUES ($1)", payee.Get(in))
					return err
				})
			})).MustBuild()
	s := httptest.NewServer(app)
	t.Cleanup(s.Close)
	return s
}

func pay(t testing.TB, url, key, to string) (status int, replayed bool) {
	t.Helper()
	r, _ := http.NewRequest("POST", url+"/payments", strings.NewReader(`{"to":"`+to+`"}`))
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, false
	}
	_ = res.Body.Close()
	return res.StatusCode, res.Header.Get("Idempotent-Replayed") == "true"
}

// count returns the rows of a table, and, of the keys, those that have no response.
func (p *payments) count(t *testing.T) (rows, keys, reserved int) {
	t.Helper()
	for query, n := range map[string]*int{
		"SELECT count(*) FROM " + p.rows:                       &rows,
		"SELECT count(*) FROM " + p.keys:                       &keys,
		"SELECT count(*) FROM " + p.keys + " WHERE status = 0": &reserved,
	} {
		if err := p.db.QueryRow(query).Scan(n); err != nil {
			t.Fatal(err)
		}
	}
	return rows, keys, reserved
}

func (p *payments) has(t *testing.T, n int) {
	t.Helper()
	if rows, keys, reserved := p.count(t); rows != n || keys != n || reserved != 0 {
		t.Errorf("%d rows, %d keys, %d reserved; want %d", rows, keys, reserved, n)
	}
}

// Two servers, one database: every key takes effect once.
func TestTransactionalKeysTakeEffectOnce(t *testing.T) {
	const keys, clients = 10, 12
	onTransactional(t, func(t *testing.T, p *payments) {
		p.within = func(*route.Call) error { time.Sleep(time.Millisecond); return nil }
		servers := []*httptest.Server{p.serve(t), p.serve(t)}
		var wg sync.WaitGroup
		var first, replays, busy atomic.Int64
		for i := range keys * clients {
			wg.Go(func() {
				for {
					status, replayed := pay(t, servers[i%2].URL, "key-"+strconv.Itoa(i/clients), "ann")
					switch {
					case status == 409:
						busy.Add(1)
						time.Sleep(5 * time.Millisecond)
						continue
					case status == 201 && replayed:
						replays.Add(1)
					case status == 201:
						first.Add(1)
					default:
						t.Errorf("status %d", status)
					}
					return
				}
			})
		}
		wg.Wait()
		if first.Load() != keys || replays.Load() != keys*(clients-1) || p.d == sqlstore.SQLite && busy.Load() > 0 {
			t.Errorf("%d first, %d replays, %d busy", first.Load(), replays.Load(), busy.Load())
		}
		p.has(t, keys)
	})
}

// PostgreSQL does not let a request wait for another with its key, also if both replace an
// expired row.
func TestTransactionalRequestsDoNotWaitInPostgreSQL(t *testing.T) {
	var past atomic.Bool
	clock := sqlstore.Clock(func() time.Time {
		if past.Load() {
			return time.Now().Add(-2 * time.Hour)
		}
		return time.Now()
	})
	onTransactionalPostgreSQL(t, func(t *testing.T, p *payments) {
		url := p.serve(t).URL
		for _, expired := range []bool{false, true} {
			key := fmt.Sprint("key-", expired)
			p.within = nil
			if expired {
				past.Store(true)
				pay(t, url, key, "old")
				past.Store(false)
			}
			entered, end, done := make(chan bool), make(chan bool), make(chan int)
			p.within = func(*route.Call) error { close(entered); <-end; return nil }
			go func() { status, _ := pay(t, url, key, "ann"); done <- status }()
			<-entered
			for range 20 {
				if status, _ := pay(t, url, key, "ann"); status != 409 {
					t.Errorf("status %d", status)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			if _, err := p.store(t).Sweep(ctx); err != nil {
				t.Error("Sweep waits:", err)
			}
			cancel()
			close(end)
			if status := <-done; status != 201 {
				t.Errorf("status %d", status)
			}
			if status, replayed := pay(t, url, key, "ann"); status != 201 || !replayed {
				t.Errorf("status %d", status)
			}
		}
		if rows, keys, reserved := p.count(t); rows != 3 || keys != 2 || reserved != 0 {
			t.Errorf("%d rows, %d keys, %d reserved", rows, keys, reserved)
		}
	}, clock)
}

// A crash before or after any statement leaves the key, the work and the response, or none.
func TestTransactionalCrashLeavesAllOrNothing(t *testing.T) {
	onTransactional(t, func(t *testing.T, p *payments) {
		url := p.serve(t).URL
		if status, _ := pay(t, url, "warm", "ann"); status != 201 {
			t.Fatal(status)
		}
		statements := p.f.crashAt(0, false)
		if got := strings.Join(statements, " "); got != "BEGIN INSERT SAVEPOINT INSERT RELEASE UPDATE COMMIT" {
			t.Fatal(got)
		}
		n := 1
		for at := range statements {
			for _, after := range []bool{false, true} {
				key := fmt.Sprint("key-", at, after)
				p.f.crashAt(at+1, after)
				status, _ := pay(t, url, key, "ann")
				p.f.crashAt(0, false)
				committed := after && at == len(statements)-1
				if status < 500 {
					t.Errorf("a crash at %d: %d", at, status)
				}
				if committed {
					n++
				}
				p.has(t, n)
				if status, replayed := pay(t, url, key, "ann"); status != 201 || replayed != committed {
					t.Errorf("a retry after a crash at %d: %d, %t", at, status, replayed)
				}
				if !committed {
					n++
				}
				p.has(t, n)
			}
		}
	})
}

// The same table serves servers with both kinds of stores, such as while they are replaced.
func TestTransactionalStoreSharesItsTable(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond)
	ctx := context.Background()
	onTransactional(t, func(t *testing.T, p *payments) {
		s := p.store(t)
		old, err := sqlstore.New(p.db, p.d, sqlstore.Table(p.keys), sqlstore.Clock(func() time.Time { return now }))
		if err != nil {
			t.Fatal(err)
		}
		begin := func(i int, print idempotency.Fingerprint, want idempotency.State) (idempotency.Outcome, idempotency.Tx) {
			t.Helper()
			out, tx, err := s.Begin(ctx, keyOf(i), print, time.Minute)
			if err != nil || out.State != want || (tx != nil) != (want == idempotency.Started) {
				t.Fatalf("%v, %v, want %v", out.State, err, want)
			}
			return out, tx
		}
		reserved, err := old.Reserve(ctx, keyOf(1), askedOnce, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		begin(1, askedOnce, idempotency.InProgress)
		begin(1, askedElse, idempotency.Mismatch)
		if err := old.Complete(ctx, keyOf(1), reserved.Ticket, keptOnce); err != nil {
			t.Fatal(err)
		}
		got, _ := begin(1, askedOnce, idempotency.Completed)
		if got.Response.Status != keptOnce.Status || string(got.Response.Body) != string(keptOnce.Body) || fmt.Sprint(got.Response.Header) != fmt.Sprint(keptOnce.Header) {
			t.Errorf("%+v", got)
		}
		_, tx := begin(2, askedOnce, idempotency.Started)
		if err := tx.Commit(ctx, keptOnce); err != nil {
			t.Fatal(err)
		}
		if out, err := old.Reserve(ctx, keyOf(2), askedOnce, time.Minute); err != nil || out.State != idempotency.Completed {
			t.Error(out.State, err)
		}
		_, tx = begin(3, askedOnce, idempotency.Started)
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		_, tx = begin(3, askedElse, idempotency.Started)
		if err := tx.Commit(ctx, idempotency.Response{Status: 204}); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Sweep(ctx); n != 0 || err != nil {
			t.Error(n, err)
		}
		now = now.Add(time.Minute)
		_, tx = begin(1, askedElse, idempotency.Started) // the row has expired
		if err := tx.Commit(ctx, idempotency.Response{Status: 204}); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Sweep(ctx); n != 2 || err != nil {
			t.Error(n, err)
		}
		if out, _ := begin(1, askedElse, idempotency.Completed); out.Response.Status != 204 {
			t.Error(out.Response.Status)
		}

		// A lease is that of reservations of the other servers.
		leased := p.options
		p.options = append(leased[:len(leased):len(leased)], sqlstore.Lease(time.Second))
		s = p.store(t)
		p.options = leased
		if _, err := old.Reserve(ctx, keyOf(4), askedOnce, time.Minute); err != nil {
			t.Fatal(err)
		}
		begin(4, askedOnce, idempotency.InProgress)
		now = now.Add(time.Second)
		_, tx = begin(4, askedOnce, idempotency.Started)
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
	}, sqlstore.Clock(func() time.Time { return now }))
}
