package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
)

func TestNewTransactionalRejectsWhatItCannotDo(t *testing.T) {
	db, _ := open(t)
	for _, tt := range []struct {
		name    string
		d       sqlstore.Dialect
		options []sqlstore.Option
		want    string
	}{
		{"MySQL", sqlstore.MySQL, nil, "supports SQLite and PostgreSQL"},
		{"a dialect", 9, nil, "the dialect is not"},
		{"a table", sqlstore.SQLite, []sqlstore.Option{sqlstore.Table("my keys")}, "is not the name of a table"},
	} {
		if _, err := sqlstore.NewTransactional(db, tt.d, tt.options...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := sqlstore.New(db, sqlstore.SQLite, sqlstore.Isolation(sql.LevelSerializable)); err == nil {
		t.Error("a store without transactions has an isolation")
	}
}

func TestTransactionsThatCannotBegin(t *testing.T) {
	db, fake := fakedb.Open(t)
	s, err := sqlstore.NewTransactional(db, sqlstore.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := s.Begin(canceled, key, one, time.Minute); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, first, err := s.Begin(ctx, key, one, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, _, err := s.Begin(soon, key, one, time.Minute); !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := first.Commit(ctx, answer); err != nil { // longer than its beginning may take
		t.Fatal(err)
	}
	out, tx, err := s.Begin(ctx, key, one, time.Minute)
	if err != nil || tx != nil || out.State != idempotency.Completed || string(out.Response.Body) != string(answer.Body) {
		t.Errorf("%+v, %v", out, err)
	}
	if reserved, done := fake.Keys(); reserved != 0 || done != 1 {
		t.Errorf("%d reserved, %d done", reserved, done)
	}
}

// A transaction outlives the deadline of its beginning.
func TestADeadlineIsForTheBeginning(t *testing.T) {
	db, fake := fakedb.Open(t)
	s, err := sqlstore.NewTransactional(db, sqlstore.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	_, tx, err := s.Begin(soon, key, one, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	<-soon.Done()
	time.Sleep(10 * time.Millisecond)
	if err := tx.Commit(ctx, answer); err != nil {
		t.Error(err)
	}
	if _, done := fake.Keys(); done != 1 {
		t.Error("the response is not stored")
	}
}
