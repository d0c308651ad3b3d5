package sqlstore_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/webhook/sqlstore"
)

// none is a database that cannot be connected to. A separate module tests real ones.
type none struct{}

func (none) Connect(context.Context) (driver.Conn, error) { return nil, driver.ErrBadConn }
func (none) Driver() driver.Driver                        { return nil }

func TestNewRejectsInvalidSettings(t *testing.T) {
	db := sql.OpenDB(none{})
	defer func() { _ = db.Close() }()
	long := strings.Repeat("a", 48)
	for _, c := range []struct {
		option sqlstore.Option
		ok     bool
	}{
		{sqlstore.Table("hooks"), true}, {sqlstore.Table("app.hooks_2"), true}, {sqlstore.Table(long + "." + long), true},
		{sqlstore.Table(""), false}, {sqlstore.Table("2"), false}, {sqlstore.Table(`a"b`), false}, {sqlstore.Table("a.b.c"), false}, {sqlstore.Table(long + "a"), false},
		{sqlstore.Seal(make([]byte, 32)), true}, {sqlstore.Seal(make([]byte, 16), make([]byte, 24)), true}, {sqlstore.Seal(make([]byte, 31)), false}, {sqlstore.Seal(nil), false},
	} {
		if s, err := sqlstore.New(db, sqlstore.SQLite, c.option); (err == nil) != c.ok || (s != nil) != c.ok {
			t.Errorf("%v", err)
		}
	}
	if _, err := sqlstore.New(nil, sqlstore.SQLite); err == nil {
		t.Error("there is no database")
	}
	for _, d := range []sqlstore.Dialect{0, 9} {
		if _, err := sqlstore.New(db, d); err == nil || sqlstore.Schema(d) != "" || d.String() != "unknown" {
			t.Errorf("dialect %d: %v", d, err)
		}
	}
}

func TestErrorsOfTheDatabaseAreReturned(t *testing.T) {
	db := sql.OpenDB(none{})
	defer func() { _ = db.Close() }()
	s, err := sqlstore.New(db, sqlstore.PostgreSQL, sqlstore.Table("app.hooks"))
	if err != nil || !strings.Contains(s.Schema(), `CREATE INDEX "hooks_owner" ON "app"."hooks" (owner);`) {
		t.Fatal(err, s.Schema())
	}
	if _, err := s.Find(t.Context(), "a"); err == nil || !strings.HasPrefix(err.Error(), "sqlstore: ") {
		t.Error(err)
	}
	if all, err := s.Enabled(t.Context(), "a"); err == nil || all != nil {
		t.Error(err)
	}
}
