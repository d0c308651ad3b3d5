package pgxstore_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/pgxstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	one    = idempotency.FingerprintOf([]byte("one"))
	two    = idempotency.FingerprintOf([]byte("two"))
	errOwn = errors.New("of the function")
)

// bank has tables of its own.
type bank struct {
	pool       *pgxpool.Pool
	keys, rows string
	options    []pgxstore.Option
}

func open(t *testing.T, options ...pgxstore.Option) *bank {
	t.Helper()
	address := os.Getenv("TENON_POSTGRES")
	if address == "" {
		t.Fatal("TENON_POSTGRES is not set; run .ci/postgres go -C idempotency/pgxstore test ./...")
	}
	pool, err := pgxpool.New(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	suffix := strconv.FormatInt(time.Now().UnixNano(), 36)
	b := &bank{pool, "keys_" + suffix, "payments_" + suffix, options}
	t.Cleanup(func() {
		_, _ = pool.Exec(context.Background(), "DROP TABLE "+b.keys+", "+b.rows)
		pool.Close()
	})
	if _, err := pool.Exec(t.Context(), b.store(t).Schema()+"CREATE TABLE "+b.rows+" (payee TEXT NOT NULL)"); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bank) store(t *testing.T) *pgxstore.Store {
	t.Helper()
	s, err := pgxstore.New(b.pool, append(b.options[:len(b.options):len(b.options)], pgxstore.Table(b.keys))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *bank) insert(ctx context.Context, payee string) error {
	return pgxstore.Do(ctx, b.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO "+b.rows+" (payee) VALUES ($1)", payee)
		return err
	})
}

func (b *bank) serve(t *testing.T, handle func(ctx context.Context, to string) error) string {
	t.Helper()
	payee := prop.String("to")
	payments := collection.New("Payment", payee)
	app := tenon.New("Bank", "1").Logger(slog.New(slog.DiscardHandler)).Add(
		route.Post("/payments", payments.Create(), payments.View()).Idempotent(time.Hour, b.store(t)).
			Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
				return in, handle(c.Context(), payee.Get(in))
			})).MustBuild()
	s := httptest.NewServer(app)
	t.Cleanup(s.Close)
	return s.URL + "/payments"
}

func pay(t *testing.T, url, key, to string) (status int, replayed bool) {
	t.Helper()
	r, _ := http.NewRequest("POST", url, strings.NewReader(`{"to":"`+to+`"}`))
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

func (b *bank) has(t *testing.T, want string) {
	t.Helper()
	var rows string
	var keys, reserved int
	err := b.pool.QueryRow(t.Context(), "SELECT (SELECT coalesce(string_agg(payee, ' ' ORDER BY payee), '') FROM "+b.rows+"),"+
		" (SELECT count(*) FROM "+b.keys+"), (SELECT count(*) FROM "+b.keys+" WHERE status = 0)").Scan(&rows, &keys, &reserved)
	if err != nil {
		t.Fatal(err)
	}
	if got := rows + " " + strconv.Itoa(keys); got != want || reserved != 0 {
		t.Errorf("%s, %d reserved; want %s", got, reserved, want)
	}
}

// Two servers, one database.
func TestKeysTakeEffectOnce(t *testing.T) {
	b := open(t)
	slowly := func(ctx context.Context, to string) error {
		time.Sleep(time.Millisecond)
		return b.insert(ctx, to)
	}
	urls := []string{b.serve(t, slowly), b.serve(t, slowly)}
	var wg sync.WaitGroup
	var first atomic.Int64
	for i := range 60 {
		wg.Go(func() {
			for {
				status, replayed := pay(t, urls[i%2], "key-"+strconv.Itoa(i/20), "ann")
				if status == 409 {
					time.Sleep(5 * time.Millisecond)
					continue
				}
				if status != 201 {
					t.Errorf("status %d", status)
				}
				if !replayed {
					first.Add(1)
				}
				return
			}
		})
	}
	wg.Wait()
	if first.Load() != 3 {
		t.Errorf("%d were first", first.Load())
	}
	b.has(t, "ann ann ann 3")
	if status, _ := pay(t, urls[0], "", "bob"); status != 201 { // without a key
		t.Error(status)
	}
	b.has(t, "ann ann ann bob 3")
}

// What a handler did is undone if it fails, if its connection is lost, and if it panics.
func TestAllOrNothing(t *testing.T) {
	for name, fail := range map[string]func(b *bank, ctx context.Context) error{
		"an error": func(*bank, context.Context) error { return errOwn },
		"a panic":  func(*bank, context.Context) error { panic("a mistake") },
		"a lost connection": func(b *bank, ctx context.Context) error {
			return pgxstore.Do(ctx, b.pool, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
				return err
			})
		},
		"a lost connection that the handler ignores": func(b *bank, ctx context.Context) error {
			_ = pgxstore.Do(ctx, b.pool, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
				return err
			})
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			fails := true
			url := b.serve(t, func(ctx context.Context, to string) error {
				if err := b.insert(ctx, to); err != nil || !fails {
					return err
				}
				return fail(b, ctx)
			})
			if status, _ := pay(t, url, "k", "ann"); status < 500 {
				t.Error(status)
			}
			b.has(t, " 0")
			fails = false
			for i := range 2 {
				if status, replayed := pay(t, url, "k", "ann"); status != 201 || replayed != (i == 1) {
					t.Error(status, replayed)
				}
			}
			b.has(t, "ann 1")
		})
	}
}

func TestDoInARequest(t *testing.T) {
	b := open(t)
	var kept context.Context
	url := b.serve(t, func(ctx context.Context, to string) error {
		kept = ctx
		err := pgxstore.Do(ctx, b.pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO "+b.rows+" (payee) VALUES ('undone')")
			return errors.Join(err, errOwn)
		})
		if !errors.Is(err, errOwn) {
			t.Error(err)
		}
		err = pgxstore.Do(ctx, b.pool, func(pgx.Tx) error {
			if err := b.insert(ctx, "nested"); err == nil || !strings.Contains(err.Error(), "another Do of this request") {
				t.Error(err)
			}
			return nil
		})
		return errors.Join(err, b.insert(ctx, to), b.insert(pgxstore.Detach(ctx), "detached"))
	})
	if status, _ := pay(t, url, "k", "ann"); status != 201 {
		t.Error(status)
	}
	b.has(t, "ann detached 1")
	if err := b.insert(kept, "late"); err == nil || !strings.Contains(err.Error(), "the request has ended") {
		t.Error(err)
	}
	b.has(t, "ann detached 1")
}

func TestStatesOfKeys(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond)
	b := open(t, pgxstore.Clock(func() time.Time { return now }), pgxstore.Isolation(pgx.ReadCommitted))
	s, ctx, key := b.store(t), t.Context(), idempotency.KeyOf("scope", "key")
	begin := func(print idempotency.Fingerprint, want idempotency.State) (idempotency.Outcome, idempotency.Tx) {
		t.Helper()
		out, tx, err := s.Begin(ctx, key, print, time.Minute)
		if err != nil || out.State != want || (tx != nil) != (want == idempotency.Started) {
			t.Fatalf("%v, %v, want %v", out.State, err, want)
		}
		return out, tx
	}
	answer := idempotency.Response{Status: 201, Header: []idempotency.Field{{Name: "Link", Value: "<a>"}}, Body: []byte("made\x00")}
	_, tx := begin(one, idempotency.Started)
	begin(one, idempotency.InProgress)
	begin(two, idempotency.InProgress) // nothing is committed
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	_, tx = begin(one, idempotency.Started)
	if tx.Joined() {
		t.Error("nothing has joined")
	}
	if err := tx.Commit(ctx, answer); err != nil {
		t.Fatal(err)
	}
	begin(two, idempotency.Mismatch)
	if out, _ := begin(one, idempotency.Completed); string(out.Response.Body) != "made\x00" || out.Response.Header[0].Value != "<a>" {
		t.Errorf("%+v", out)
	}
	now = now.Add(time.Minute)
	_, tx = begin(two, idempotency.Started) // replaces the row
	begin(two, idempotency.InProgress)
	if n, err := s.Sweep(ctx); n != 0 || err != nil {
		t.Error(n, err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Sweep(ctx); n != 1 || err != nil {
		t.Error(n, err)
	}

	// Without transactions, in the same table.
	out, err := s.Reserve(ctx, key, one, time.Minute)
	if err != nil || out.State != idempotency.Started {
		t.Fatal(out.State, err)
	}
	begin(one, idempotency.InProgress)
	if err := s.Complete(ctx, key, out.Ticket, answer); err != nil {
		t.Error(err)
	}
	if err := s.Complete(ctx, key, out.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
		t.Error(err)
	}
	if err := s.Release(ctx, key, out.Ticket); err != nil {
		t.Error(err)
	}
	begin(one, idempotency.Completed)
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	b := open(t)
	if _, err := pgxstore.New(b.pool, pgxstore.Table("my keys")); err == nil {
		t.Error("an invalid name")
	}
	if _, err := pgxstore.New(nil); err == nil {
		t.Error("there is no pool")
	}
}
