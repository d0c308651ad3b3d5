package sqltx_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/sqltx"
)

var errOwn = errors.New("of the function")

func insert(ctx context.Context, row string) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, fakedb.Insert, row)
		return err
	}
}

// begin begins the transaction of a request.
func begin(t *testing.T, db *sql.DB, options ...sqlstore.Option) (context.Context, idempotency.Tx) {
	t.Helper()
	s, err := sqlstore.NewTransactional(db, sqlstore.SQLite, options...)
	if err != nil {
		t.Fatal(err)
	}
	out, tx, err := s.Begin(t.Context(), idempotency.KeyOf("scope", "key"), idempotency.FingerprintOf(nil), time.Minute)
	if err != nil || out.State != idempotency.Started {
		t.Fatal(out.State, err)
	}
	return tx.Context(t.Context()), tx
}

func statements(t *testing.T, fake *fakedb.DB, want string) {
	t.Helper()
	if got := strings.Join(fake.Statements(), " "); got != want {
		t.Errorf("statements %s, want %s", got, want)
	}
}

func work(t *testing.T, fake *fakedb.DB, want ...string) {
	t.Helper()
	if got := fake.Work(); !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// panics calls f, and reports whether it panicked.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

func TestDoBeginsATransaction(t *testing.T) {
	ctx := t.Context()
	db, fake := fakedb.Open(t)
	if err := sqltx.Do(ctx, db, insert(ctx, "a")); err != nil {
		t.Fatal(err)
	}
	statements(t, fake, "BEGIN INSERT COMMIT")
	err := sqltx.Do(ctx, db, func(tx *sql.Tx) error {
		return errors.Join(insert(ctx, "b")(tx), errOwn)
	})
	if !errors.Is(err, errOwn) {
		t.Error(err)
	}
	statements(t, fake, "BEGIN INSERT ROLLBACK")
	if !panics(func() {
		_ = sqltx.Do(ctx, db, func(tx *sql.Tx) error {
			_ = insert(ctx, "c")(tx)
			panic("a mistake")
		})
	}) {
		t.Error("the panic is lost")
	}
	statements(t, fake, "BEGIN INSERT ROLLBACK")
	work(t, fake, "a")

	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if err := sqltx.Do(canceled, db, insert(ctx, "d")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	other, _ := fakedb.Open(t)
	joined, _ := begin(t, other) // a request on another database
	if err := sqltx.Do(joined, db, insert(ctx, "e")); err != nil {
		t.Error(err)
	}
	work(t, fake, "a", "e")
}

func TestDoJoinsTheTransactionOfARequest(t *testing.T) {
	db, fake := fakedb.Open(t)
	ctx, tx := begin(t, db)
	statements(t, fake, "BEGIN INSERT")
	if tx.Joined() {
		t.Error("nothing has joined")
	}
	if err := sqltx.Do(ctx, db, insert(ctx, "a")); err != nil || !tx.Joined() {
		t.Fatal(err)
	}
	statements(t, fake, "SAVEPOINT INSERT RELEASE")
	work(t, fake)

	// What fails undoes itself.
	err := sqltx.Do(ctx, db, func(tx *sql.Tx) error { return errors.Join(insert(ctx, "b")(tx), errOwn) })
	if !errors.Is(err, errOwn) {
		t.Error(err)
	}
	statements(t, fake, "SAVEPOINT INSERT ROLLBACK RELEASE")
	if !panics(func() {
		_ = sqltx.Do(ctx, db, func(tx *sql.Tx) error {
			_ = insert(ctx, "c")(tx)
			panic("a mistake")
		})
	}) {
		t.Error("the panic is lost")
	}
	canceled, cancel := context.WithCancel(ctx)
	err = sqltx.Do(canceled, db, func(tx *sql.Tx) error {
		defer cancel()
		return insert(ctx, "d")(tx)
	})
	if !errors.Is(err, context.Canceled) {
		t.Error("a canceled Do succeeds:", err)
	}
	if err := sqltx.Do(ctx, db, insert(ctx, "e")); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context(), idempotency.Response{Status: 201}); err != nil {
		t.Fatal(err)
	}
	work(t, fake, "a", "e")

	if err := sqltx.Do(ctx, db, insert(ctx, "f")); err == nil || !strings.Contains(err.Error(), "the request has ended") {
		t.Error(err)
	}
	if err := sqltx.Do(sqltx.Detach(ctx), db, insert(t.Context(), "g")); err != nil {
		t.Error(err)
	}
	work(t, fake, "a", "e", "g")
}

func TestDoIsUndoneWithItsRequest(t *testing.T) {
	db, fake := fakedb.Open(t)
	ctx, tx := begin(t, db)
	if err := sqltx.Do(ctx, db, insert(ctx, "a")); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	if err := sqltx.Do(ctx, db, insert(ctx, "b")); err == nil {
		t.Error("the request is over")
	}
	if err := tx.Commit(t.Context(), idempotency.Response{Status: 201}); err == nil {
		t.Error("committed after Rollback")
	}
	work(t, fake)
	if reserved, done := fake.Keys(); reserved+done != 0 {
		t.Errorf("%d reserved, %d done", reserved, done)
	}
}

func TestDoNeitherNestsNorSharesATransaction(t *testing.T) {
	db, fake := fakedb.Open(t)
	ctx, tx := begin(t, db)
	const want = "sqltx: another Do of this request has not returned"
	err := sqltx.Do(ctx, db, func(outer *sql.Tx) error {
		if err := sqltx.Do(ctx, db, insert(ctx, "nested")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nested: %v", err)
		}
		concurrent := make(chan error)
		go func() { concurrent <- sqltx.Do(ctx, db, insert(ctx, "concurrent")) }()
		if err := <-concurrent; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("concurrent: %v", err)
		}
		return insert(ctx, "outer")(outer)
	})
	if err != nil {
		t.Error(err)
	}
	if err := tx.Commit(t.Context(), idempotency.Response{Status: 201}); err != nil {
		t.Fatal(err)
	}
	work(t, fake, "outer")
}

// A handler that returns before a Do of another goroutine commits nothing. The transaction ends
// with that Do.
func TestARequestThatEndsBeforeItsDo(t *testing.T) {
	for _, commit := range []bool{true, false} {
		db, fake := fakedb.Open(t)
		ctx, tx := begin(t, db)
		entered, end, done := make(chan bool), make(chan bool), make(chan error)
		go func() {
			done <- sqltx.Do(ctx, db, func(tx *sql.Tx) error {
				close(entered)
				<-end
				return insert(ctx, "late")(tx)
			})
		}()
		<-entered
		if commit {
			if err := tx.Commit(t.Context(), idempotency.Response{Status: 201}); err == nil {
				t.Error("committed half of the work")
			}
		} else if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		close(end)
		if err := <-done; err == nil || !strings.Contains(err.Error(), "the request has ended") {
			t.Error(err)
		}
		work(t, fake)
		begin(t, db) // the writer is free
	}
}

func TestWorkThatCannotBeUndoneIsNotCommitted(t *testing.T) {
	db, fake := fakedb.Open(t)
	ctx, tx := begin(t, db)
	fake.Before = func(_ int, statement string) error {
		if strings.HasPrefix(statement, "ROLLBACK TO") {
			return errOwn
		}
		return nil
	}
	err := sqltx.Do(ctx, db, func(tx *sql.Tx) error { return errors.Join(insert(ctx, "a")(tx), errOwn) })
	if !errors.Is(err, errOwn) {
		t.Error(err)
	}
	if err := sqltx.Do(ctx, db, insert(ctx, "b")); err == nil || !strings.Contains(err.Error(), "could not be undone") {
		t.Error(err)
	}
	if err := tx.Commit(t.Context(), idempotency.Response{Status: 201}); err == nil || !strings.Contains(err.Error(), "could not be undone") {
		t.Error(err)
	}
	work(t, fake)
	fake.Before = nil
	begin(t, db)
}

func TestTheIsolationOfARequestIsThatOfItsStore(t *testing.T) {
	db, _ := fakedb.Open(t)
	ctx, tx := begin(t, db, sqlstore.Isolation(sql.LevelSerializable))
	for _, tt := range []struct {
		level sql.IsolationLevel
		ok    bool
	}{{sql.LevelDefault, true}, {sql.LevelSerializable, true}, {sql.LevelReadCommitted, false}} {
		err := sqltx.DoTx(ctx, db, &sql.TxOptions{Isolation: tt.level}, insert(ctx, "a"))
		if (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), "sqlstore.Isolation") {
			t.Errorf("%v: %v", tt.level, err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
}
