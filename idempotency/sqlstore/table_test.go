package sqlstore_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
)

// table is a driver with one table. It recognizes the statements of a store by their first
// word. A separate module tests real databases.
type table struct {
	mu      sync.Mutex
	rows    map[string]*record
	queries []string
	// before is called with the first word of each statement. Its error is that of the
	// statement.
	before func(word string) error
}

type record struct {
	print, ticket []byte
	begun, ends   int64
	status        int64
	header, body  []byte
}

func open(t *testing.T) (*sql.DB, *table) {
	t.Helper()
	tab := &table{rows: map[string]*record{}}
	db := sql.OpenDB(tab)
	t.Cleanup(func() { _ = db.Close() })
	return db, tab
}

func (t *table) Connect(context.Context) (driver.Conn, error) { return conn{t}, nil }
func (t *table) Driver() driver.Driver                        { return nil }

type conn struct{ t *table }

func (conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (conn) Close() error                        { return nil }
func (conn) Begin() (driver.Tx, error)           { return nil, errors.ErrUnsupported }

func (t *table) note(query string, args []driver.NamedValue) (word string, values []any, err error) {
	word, _, _ = strings.Cut(query, " ")
	t.queries = append(t.queries, query)
	if n := strings.Count(query, "?") + strings.Count(query, "$"); n != len(args) {
		return "", nil, errors.New("placeholders and arguments differ: " + query)
	}
	for _, a := range args {
		values = append(values, a.Value)
	}
	if t.before != nil {
		err = t.before(word)
	}
	return word, values, err
}

func (c conn) ExecContext(_ context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	t := c.t
	t.mu.Lock()
	defer t.mu.Unlock()
	word, v, err := t.note(query, args)
	if err != nil {
		return nil, err
	}
	text := func(i int) string { return string(v[i].([]byte)) }
	switch {
	case word == "INSERT":
		if t.rows[text(0)] != nil {
			return driver.RowsAffected(0), nil
		}
		t.rows[text(0)] = &record{print: v[1].([]byte), ticket: v[2].([]byte), begun: v[3].(int64), ends: v[4].(int64)}
		return driver.RowsAffected(1), nil
	case word == "UPDATE" && strings.Contains(query, "SET print"):
		if r := t.rows[text(4)]; r != nil && string(r.ticket) == text(5) && r.status == v[6].(int64) {
			*r = record{print: v[0].([]byte), ticket: v[1].([]byte), begun: v[2].(int64), ends: v[3].(int64)}
			return driver.RowsAffected(1), nil
		}
	case word == "UPDATE":
		if r := t.rows[text(3)]; r != nil && string(r.ticket) == text(4) && r.status == 0 {
			r.status, r.header, r.body = v[0].(int64), v[1].([]byte), v[2].([]byte)
			return driver.RowsAffected(1), nil
		}
	case word == "DELETE" && len(v) == 2:
		if r := t.rows[text(0)]; r != nil && string(r.ticket) == text(1) && r.status == 0 {
			delete(t.rows, text(0))
			return driver.RowsAffected(1), nil
		}
	case word == "DELETE":
		n := 0
		for id, r := range t.rows {
			if r.ends <= v[0].(int64) {
				delete(t.rows, id)
				n++
			}
		}
		return driver.RowsAffected(n), nil
	}
	return driver.RowsAffected(0), nil
}

func (c conn) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	t := c.t
	t.mu.Lock()
	defer t.mu.Unlock()
	_, v, err := t.note(query, args)
	if err != nil {
		return nil, err
	}
	r := t.rows[string(v[0].([]byte))]
	if r == nil {
		return &cursor{}, nil
	}
	return &cursor{[]driver.Value{r.print, r.ticket, r.begun, r.ends, r.status, r.header, r.body}}, nil
}

// cursor has one row or none.
type cursor struct{ row []driver.Value }

func (*cursor) Columns() []string { return make([]string, 7) }
func (*cursor) Close() error      { return nil }

func (c *cursor) Next(dest []driver.Value) error {
	if c.row == nil {
		return io.EOF
	}
	copy(dest, c.row)
	c.row = nil
	return nil
}
