package fakedb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// DB is a database with one writer at a time, as SQLite. It has a table of idempotency keys, and
// a table of one column, whose rows Insert inserts.
type DB struct {
	mu         sync.Mutex
	writer     chan struct{}
	rows       rows // committed
	statements []string

	// Before is called with every statement and its number, from 1. If it returns an error, the
	// statement has no effect.
	Before func(n int, statement string) error
	// After is like Before, but the statement has its effect.
	After func(n int, statement string) error
	// Patience is how long a transaction waits for another.
	Patience time.Duration
}

// Insert is a statement that inserts a row. Any other without ON CONFLICT does so too.
const Insert = "INSERT INTO work VALUES (?)"

// ErrLost is an error with which the connection to the database is lost.
var ErrLost = errors.New("fakedb: the connection is lost")

// errLocked is that of a transaction that has waited for another.
var errLocked = errors.New("fakedb: the database is locked")

type rows struct {
	keys map[string]record
	work []string
}

func (r rows) clone() rows { return rows{maps.Clone(r.keys), slices.Clone(r.work)} }

type record struct {
	print, ticket []byte
	begun, ends   int64
	status        int64
	header, body  []byte
}

// Open returns a new database, which the test closes.
func Open(t testing.TB) (*sql.DB, *DB) {
	d := New()
	return d.Open(t), d
}

// New returns a new database, for sql.OpenDB.
func New() *DB {
	return &DB{writer: make(chan struct{}, 1), rows: rows{keys: map[string]record{}}, Patience: 5 * time.Second}
}

// Open returns other connections to the database, as of another server.
func (d *DB) Open(t testing.TB) *sql.DB {
	db := sql.OpenDB(d)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Work returns the rows that are committed.
func (d *DB) Work() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.rows.work)
}

// Keys returns how many keys are reserved, and how many have a response.
func (d *DB) Keys() (reserved, done int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.rows.keys {
		if r.status == 0 {
			reserved++
		} else {
			done++
		}
	}
	return reserved, done
}

// Statements returns the first words of the statements since the last call.
func (d *DB) Statements() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.statements
	d.statements = nil
	return all
}

// Connect implements driver.Connector.
func (d *DB) Connect(context.Context) (driver.Conn, error) { return &conn{db: d}, nil }

// Driver implements driver.Connector.
func (d *DB) Driver() driver.Driver { return nil }

type conn struct {
	db   *DB
	tx   *rows // of an open transaction
	save *rows // at the savepoint
	lost bool
}

func (*conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (c *conn) Close() error                      { c.end(); return nil }
func (c *conn) IsValid() bool                     { return !c.lost }
func (c *conn) Begin() (driver.Tx, error)         { return nil, errors.ErrUnsupported }

// end ends the transaction, without a commit.
func (c *conn) end() {
	if c.tx != nil {
		c.tx, c.save = nil, nil
		<-c.db.writer
	}
}

// run runs a statement between its hooks.
func (c *conn) run(statement string, effect func() error) error {
	d := c.db
	if c.lost {
		return driver.ErrBadConn
	}
	word, _, _ := strings.Cut(statement, " ")
	d.mu.Lock()
	d.statements = append(d.statements, word)
	n := len(d.statements)
	d.mu.Unlock()
	err := error(nil)
	if d.Before != nil {
		err = d.Before(n, statement)
	}
	if err == nil {
		if err = effect(); err == nil && d.After != nil {
			err = d.After(n, statement)
		}
	}
	if errors.Is(err, ErrLost) {
		c.lost = true
		c.end()
	}
	return err
}

// BeginTx implements driver.ConnBeginTx.
func (c *conn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	return c, c.run("BEGIN", func() error { return c.begin(ctx) })
}

func (c *conn) begin(ctx context.Context) error {
	select {
	case c.db.writer <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(c.db.Patience):
		return errLocked
	}
	c.db.mu.Lock()
	defer c.db.mu.Unlock()
	r := c.db.rows.clone()
	c.tx = &r
	return nil
}

// Commit implements driver.Tx. A transaction ends also if its commit fails.
func (c *conn) Commit() error {
	defer c.end()
	return c.run("COMMIT", func() error {
		c.db.mu.Lock()
		c.db.rows = *c.tx
		c.db.mu.Unlock()
		c.end()
		return nil
	})
}

// Rollback implements driver.Tx.
func (c *conn) Rollback() error {
	return c.run("ROLLBACK", func() error { c.end(); return nil })
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	n := int64(0)
	err := c.run(query, func() (err error) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return c.alone(ctx, func() { n = c.exec(query, args) })
	})
	return driver.RowsAffected(n), err
}

// alone runs a statement, in a transaction of its own if there is none.
func (c *conn) alone(ctx context.Context, f func()) error {
	if c.tx != nil {
		f()
		return nil
	}
	if err := c.begin(ctx); err != nil {
		return err
	}
	f()
	c.db.mu.Lock()
	c.db.rows = *c.tx
	c.db.mu.Unlock()
	c.end()
	return nil
}

func (c *conn) exec(query string, args []driver.NamedValue) (n int64) {
	text := func(i int) string { return string(args[i].Value.([]byte)) }
	number := func(i int) int64 { return args[i].Value.(int64) }
	bytes := func(i int) []byte { b, _ := args[i].Value.([]byte); return b }
	word, rest, _ := strings.Cut(query, " ")
	switch {
	case word == "SAVEPOINT":
		saved := c.tx.clone()
		c.save = &saved
	case word == "RELEASE":
		c.save = nil
	case word == "ROLLBACK":
		*c.tx = c.save.clone()
	case word == "INSERT" && !strings.Contains(rest, "ON CONFLICT"):
		c.tx.work = append(c.tx.work, args[0].Value.(string))
		return 1
	case word == "INSERT":
		if _, ok := c.tx.keys[text(0)]; ok {
			return 0
		}
		c.tx.keys[text(0)] = record{print: bytes(1), ticket: bytes(2), begun: number(3), ends: number(4)}
		return 1
	case word == "UPDATE" && strings.Contains(rest, "SET print"):
		if r, ok := c.tx.keys[text(4)]; ok && string(r.ticket) == text(5) && r.status == number(6) {
			c.tx.keys[text(4)] = record{print: bytes(0), ticket: bytes(1), begun: number(2), ends: number(3)}
			return 1
		}
	case word == "UPDATE":
		if r, ok := c.tx.keys[text(3)]; ok && string(r.ticket) == text(4) && r.status == 0 {
			r.status, r.header, r.body = number(0), bytes(1), bytes(2)
			c.tx.keys[text(3)] = r
			return 1
		}
	case word == "DELETE" && len(args) == 2:
		if r, ok := c.tx.keys[text(0)]; ok && string(r.ticket) == text(1) && r.status == 0 {
			delete(c.tx.keys, text(0))
			return 1
		}
	case word == "DELETE":
		for id, r := range c.tx.keys {
			if r.ends <= number(0) {
				delete(c.tx.keys, id)
				n++
			}
		}
	default:
		panic("fakedb: " + query)
	}
	return n
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	var found *record
	err := c.run(query, func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.db.mu.Lock()
		defer c.db.mu.Unlock()
		seen := &c.db.rows
		if c.tx != nil {
			seen = c.tx
		}
		if r, ok := seen.keys[string(args[0].Value.([]byte))]; ok {
			found = &r
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &cursor{found}, nil
}

// cursor has one row or none.
type cursor struct{ r *record }

func (*cursor) Columns() []string { return make([]string, 7) }
func (*cursor) Close() error      { return nil }

func (c *cursor) Next(dest []driver.Value) error {
	if c.r == nil {
		return io.EOF
	}
	copy(dest, []driver.Value{c.r.print, c.r.ticket, c.r.begun, c.r.ends, c.r.status, c.r.header, c.r.body})
	c.r = nil
	return nil
}
