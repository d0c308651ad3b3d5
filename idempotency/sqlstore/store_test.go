package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

var (
	ctx    = context.Background()
	key    = idempotency.KeyOf("scope", "key")
	one    = idempotency.FingerprintOf([]byte("one"))
	two    = idempotency.FingerprintOf([]byte("two"))
	answer = idempotency.Response{
		Status: 201,
		Header: []idempotency.Field{{Name: "Link", Value: "b"}, {Name: "Link", Value: "a\r\n"}, {Name: "Etag", Value: ""}},
		Body:   []byte("made\x00"),
	}
)

func newStore(t *testing.T, db *sql.DB, d sqlstore.Dialect, options ...sqlstore.Option) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.New(db, d, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func begin(t *testing.T, s *sqlstore.Store, print idempotency.Fingerprint, want idempotency.State) idempotency.Outcome {
	t.Helper()
	out, err := s.Reserve(ctx, key, print, time.Minute)
	if err != nil || out.State != want {
		t.Fatalf("%v, %v, want %v", out.State, err, want)
	}
	return out
}

func TestResponsesAreReadAsTheyWereStored(t *testing.T) {
	for _, d := range []sqlstore.Dialect{sqlstore.SQLite, sqlstore.PostgreSQL, sqlstore.MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			now := time.Now().Truncate(time.Millisecond)
			db, tab := open(t)
			s := newStore(t, db, d, sqlstore.Clock(func() time.Time { return now }), sqlstore.Table("app.keys"))
			first := begin(t, s, one, idempotency.Started)
			begin(t, s, one, idempotency.InProgress)
			begin(t, s, two, idempotency.Mismatch)
			if err := s.Complete(ctx, key, first.Ticket, answer); err != nil {
				t.Fatal(err)
			}
			if got := begin(t, s, one, idempotency.Completed).Response; !reflect.DeepEqual(got, answer) {
				t.Errorf("%+v", got)
			}
			begin(t, s, two, idempotency.Mismatch)
			if err := s.Complete(ctx, key, first.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
				t.Error(err)
			}
			now = now.Add(time.Minute - time.Millisecond)
			begin(t, s, one, idempotency.Completed)
			if n, err := s.Sweep(ctx); n != 0 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			now = now.Add(time.Millisecond)
			second := begin(t, s, two, idempotency.Started)
			if err := s.Release(ctx, key, first.Ticket); err != nil || len(tab.rows) != 1 {
				t.Errorf("%v, %d rows", err, len(tab.rows))
			}
			if err := s.Release(ctx, key, second.Ticket); err != nil || len(tab.rows) != 0 {
				t.Errorf("%v, %d rows", err, len(tab.rows))
			}
			begin(t, s, one, idempotency.Started)
			now = now.Add(time.Minute)
			if n, err := s.Sweep(ctx); n != 1 || err != nil || len(tab.rows) != 0 {
				t.Errorf("%d rows, %v", n, err)
			}
			for _, q := range tab.queries {
				if name := map[bool]string{true: "`app`.`keys`", false: `"app"."keys"`}[d == sqlstore.MySQL]; !strings.Contains(q, name) {
					t.Errorf("%s is not in %s", name, q)
				}
			}
		})
	}
}

func TestALeaseLetsAnotherStart(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond)
	db, _ := open(t)
	s := newStore(t, db, sqlstore.SQLite, sqlstore.Clock(func() time.Time { return now }), sqlstore.Lease(10*time.Second))
	slow := begin(t, s, one, idempotency.Started)
	now = now.Add(10*time.Second - time.Millisecond)
	begin(t, s, one, idempotency.InProgress)
	now = now.Add(time.Millisecond)
	begin(t, s, two, idempotency.Mismatch)
	second := begin(t, s, one, idempotency.Started)
	if err := s.Complete(ctx, key, slow.Ticket, answer); !errors.Is(err, idempotency.ErrLost) {
		t.Error(err)
	}
	if err := s.Complete(ctx, key, second.Ticket, answer); err != nil {
		t.Error(err)
	}
	now = now.Add(30 * time.Second)
	begin(t, s, one, idempotency.Completed)
}

// The table has milliseconds; what is left of one does not count.
func TestNothingEndsAFractionOfAMillisecondEarly(t *testing.T) {
	for _, tt := range []struct {
		name      string
		ttl, left time.Duration
		options   []sqlstore.Option
	}{
		{"a ttl", 10 * time.Millisecond, 10 * time.Millisecond, nil},
		{"a lease", time.Hour, 10 * time.Millisecond, []sqlstore.Option{sqlstore.Lease(10 * time.Millisecond)}},
		{"a short lease", time.Hour, 10 * time.Microsecond, []sqlstore.Option{sqlstore.Lease(10 * time.Microsecond)}},
	} {
		now := time.UnixMilli(1_800_000_000_000).Add(900 * time.Microsecond)
		db, _ := open(t)
		s := newStore(t, db, sqlstore.SQLite, append(tt.options, sqlstore.Clock(func() time.Time { return now }))...)
		reserve := func(want idempotency.State) {
			t.Helper()
			if out, err := s.Reserve(ctx, key, one, tt.ttl); err != nil || out.State != want {
				t.Errorf("%s: %v, %v", tt.name, out.State, err)
			}
		}
		reserve(idempotency.Started)
		now = now.Add(tt.left - 1)
		reserve(idempotency.InProgress)
		now = now.Add(2 * time.Millisecond)
		reserve(idempotency.Started)
	}
}

// If two requests see an expired row and replace it, only one starts.
func TestOnlyOneRequestReplacesARow(t *testing.T) {
	now := time.Now().Truncate(time.Millisecond)
	db, tab := open(t)
	s := newStore(t, db, sqlstore.SQLite, sqlstore.Clock(func() time.Time { return now }))
	begin(t, s, one, idempotency.Started)
	now = now.Add(time.Hour)
	other := idempotency.NewTicket()
	tab.before = func(word string) error {
		if word == "UPDATE" { // another request is faster
			*tab.rows[string(key[:])] = record{print: one[:], ticket: other[:], begun: now.UnixMilli(), ends: now.Add(time.Minute).UnixMilli()}
		}
		return nil
	}
	begin(t, s, one, idempotency.InProgress)
}

func TestARowThatVanishesIsInsertedAgain(t *testing.T) {
	db, tab := open(t)
	s := newStore(t, db, sqlstore.SQLite)
	other := idempotency.NewTicket()
	tab.rows[string(key[:])] = &record{print: one[:], ticket: other[:], ends: time.Now().Add(time.Hour).UnixMilli()}
	tab.before = func(word string) error {
		if word == "SELECT" { // just released
			if r := tab.rows[string(key[:])]; r != nil && string(r.ticket) == string(other[:]) {
				delete(tab.rows, string(key[:]))
			}
		}
		return nil
	}
	begin(t, s, one, idempotency.Started)
}

func TestAFailedReserveKeepsNoReservation(t *testing.T) {
	down := errors.New("connection reset")
	for _, word := range []string{"INSERT", "SELECT"} {
		db, tab := open(t)
		s := newStore(t, db, sqlstore.PostgreSQL)
		tab.before = func(w string) error {
			if w == word {
				return down
			}
			return nil
		}
		if _, err := s.Reserve(ctx, key, one, time.Minute); !errors.Is(err, down) || len(tab.rows) != 0 {
			t.Errorf("%s: %v, %d rows", word, err, len(tab.rows))
		}
		tab.before = nil
		begin(t, s, one, idempotency.Started)
	}

	// An insert that does nothing, as INSERT IGNORE does on errors.
	db, tab := open(t)
	s := newStore(t, db, sqlstore.MySQL)
	tab.before = func(w string) error {
		clear(tab.rows)
		return nil
	}
	if _, err := s.Reserve(ctx, key, one, time.Minute); err == nil {
		t.Error("a row that is not there was taken for a reservation")
	}
}

func TestErrorsOfTheDatabaseAreReturned(t *testing.T) {
	down := errors.New("connection reset")
	db, tab := open(t)
	s := newStore(t, db, sqlstore.SQLite)
	ticket := begin(t, s, one, idempotency.Started).Ticket
	tab.before = func(string) error { return down }
	if err := s.Complete(ctx, key, ticket, answer); !errors.Is(err, down) {
		t.Error(err)
	}
	if err := s.Release(ctx, key, ticket); !errors.Is(err, down) {
		t.Error(err)
	}
	if _, err := s.Sweep(ctx); !errors.Is(err, down) {
		t.Error(err)
	}
}

func TestADamagedHeaderIsAnError(t *testing.T) {
	db, tab := open(t)
	s := newStore(t, db, sqlstore.SQLite)
	for _, header := range []string{"\x01", "\x05abc", "\x01A\x02b", "\x01A", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\xff"} {
		ticket := idempotency.NewTicket()
		tab.rows[string(key[:])] = &record{print: one[:], ticket: ticket[:], ends: time.Now().Add(time.Hour).UnixMilli(), status: 200, header: []byte(header)}
		if out, err := s.Reserve(ctx, key, one, time.Minute); err == nil {
			t.Errorf("%q: %+v", header, out)
		}
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	db, _ := open(t)
	long := strings.Repeat("a", 48)
	for _, tt := range []struct {
		name string
		ok   bool
	}{
		{"keys", true}, {"Keys_2", true}, {"_k", true}, {"app.keys", true}, {long, true}, {long + "." + long, true},
		{"", false}, {"2keys", false}, {"my keys", false}, {"keys;", false}, {`keys"`, false}, {"keys`", false}, {"a.b.c", false},
		{".keys", false}, {"keys.", false}, {"kéys", false}, {"k-1", false}, {"k@", false}, {"k[", false}, {long + "a", false}, {"k\x00", false},
	} {
		s, err := sqlstore.New(db, sqlstore.SQLite, sqlstore.Table(tt.name))
		if (err == nil) != tt.ok {
			t.Errorf("%q: %v", tt.name, err)
		}
		if tt.ok && !strings.Contains(s.Schema(), `"`+tt.name[strings.LastIndex(tt.name, ".")+1:]+`_ends"`) {
			t.Errorf("%q: %s", tt.name, s.Schema())
		}
	}
	if _, err := sqlstore.New(nil, sqlstore.SQLite); err == nil {
		t.Error("there is no database")
	}
	for _, d := range []sqlstore.Dialect{0, 9} {
		if _, err := sqlstore.New(db, d); err == nil || sqlstore.Schema(d) != "" {
			t.Errorf("dialect %d: %v", d, err)
		}
	}
}

func TestTheSchemaIsThatOfItsDialect(t *testing.T) {
	for d, texts := range map[sqlstore.Dialect][]string{
		sqlstore.SQLite:     {`CREATE TABLE "idempotency_keys" (`, "BLOB", `CREATE INDEX "idempotency_keys_ends" ON "idempotency_keys" (ends);`},
		sqlstore.PostgreSQL: {`CREATE TABLE "idempotency_keys" (`, "BYTEA", `CREATE INDEX "idempotency_keys_ends" ON "idempotency_keys" (ends);`},
		sqlstore.MySQL:      {"CREATE TABLE `idempotency_keys` (", "BINARY(32)", "INDEX `idempotency_keys_ends` (ends)"},
	} {
		for _, text := range texts {
			if !strings.Contains(sqlstore.Schema(d), text) {
				t.Errorf("%v has no %s", d, text)
			}
		}
	}
}

// TestReserveIsNotCanceled: what a database does with half of it is not known.
func TestReserveIsNotCanceled(t *testing.T) {
	db, tab := open(t)
	s := newStore(t, db, sqlstore.PostgreSQL)
	ctx, cancel := context.WithCancel(context.Background())
	tab.before = func(word string) error {
		if word == "INSERT" {
			cancel()
		}
		return nil
	}
	out, err := s.Reserve(ctx, key, one, time.Minute)
	if err != nil || out.State != idempotency.Started {
		t.Fatalf("%v, %v", out.State, err)
	}
	if _, err := s.Reserve(ctx, key, one, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("it began after its context: %v", err)
	}
}
