package outbox

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
)

func TestFaultsOfOutboxes(t *testing.T) {
	db := new(sql.DB) // New does not use it
	for want, build := range map[string]func() (*Outbox, error){
		"the database is nil":      func() (*Outbox, error) { return New(nil, SQLite) },
		"the dialect is not":       func() (*Outbox, error) { return New(db, 0) },
		`"1a" is not the name`:     func() (*Outbox, error) { return New(db, SQLite, Table("1a")) },
		`"a.b.c" is not the name`:  func() (*Outbox, error) { return New(db, SQLite, Table("a.b.c")) },
		`"" is not the name`:       func() (*Outbox, error) { return New(db, SQLite, Table("")) },
		`"a;b" is not the name`:    func() (*Outbox, error) { return New(db, PostgreSQL, Table("a;b")) },
		"Poll(0s) is not positive": func() (*Outbox, error) { return New(db, SQLite, Poll(0)) },
		"OnError is nil":           func() (*Outbox, error) { return New(db, SQLite, OnError(nil)) },
		"Replay(-1) is negative":   func() (*Outbox, error) { return New(db, SQLite, Replay(-1)) },
	} {
		if _, err := build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	box, err := New(db, PostgreSQL, Table("app.log"), Poll(time.Second), Replay(0))
	if err != nil {
		t.Fatal(err)
	}
	if s := box.Schema(); !strings.Contains(s, `CREATE TABLE "app"."log"`) || !strings.Contains(s, `"log_sequence"`) {
		t.Error(s)
	}
	if box.Table() != `"app"."log"` || box.Dialect() != PostgreSQL {
		t.Error(box.Table(), box.Dialect())
	}
	if Schema(0) != "" || Dialect(0).String() != "unknown" {
		t.Error("an unknown dialect has a schema or a name")
	}
}

func TestFiltersSelectMessages(t *testing.T) {
	open := event.Message{Type: "a", Key: "1"}
	closed := event.Message{Type: "b", Audiences: []string{"staff", "partners"}}
	for _, tt := range []struct {
		name         string
		f            Filter
		open, closed bool
	}{
		{"everything that is for all", Filter{}, true, false},
		{"for an audience", Filter{Audiences: []string{"partners"}}, true, true},
		{"for another audience", Filter{Audiences: []string{"press"}}, true, false},
		{"a type", Filter{Types: []string{"b"}, Audiences: []string{"staff"}}, false, true},
		{"a key", Filter{Match: func(m event.Message) bool { return m.Key == "1" }}, true, false},
	} {
		if got := tt.f.selects(open); got != tt.open {
			t.Errorf("%s: the open message: %t", tt.name, got)
		}
		if got := tt.f.selects(closed); got != tt.closed {
			t.Errorf("%s: the message for audiences: %t", tt.name, got)
		}
	}
}

func TestTheWindowHasTheLatestMessages(t *testing.T) {
	w := window{changed: make(chan struct{})}
	messages := func(from, n, size int) (list []event.Message) {
		for i := range n {
			list = append(list, event.Message{Sequence: int64(from + i), Data: make([]byte, size)})
		}
		return list
	}
	check := func(after int64, n int, known bool) {
		t.Helper()
		list, ok := w.after(after)
		if len(list) != n || ok != known || n > 0 && list[0].Sequence != after+1 {
			t.Errorf("after %d: %d messages, %t", after, len(list), ok)
		}
	}
	check(0, 0, true)
	changed := w.changed
	w.advance(5, messages(1, 5, 10))
	select {
	case <-changed:
	default:
		t.Error("nobody wakes")
	}
	check(0, 5, true)
	check(3, 2, true)
	check(5, 0, true)
	check(9, 0, true)
	w.advance(7, nil) // nobody reads
	check(7, 0, true)
	check(5, 0, false)
	w.advance(windowMessages+8, messages(8, windowMessages+1, 10))
	check(7, 0, false)
	check(8, windowMessages, true)
	w.advance(windowMessages+9, messages(windowMessages+9, 1, windowBytes))
	check(windowMessages+8, 1, true)
	check(windowMessages+7, 0, false)
	if w.bytes != windowBytes || len(w.messages) != 1 {
		t.Errorf("%d bytes of %d messages", w.bytes, len(w.messages))
	}
}
