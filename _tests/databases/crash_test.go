package databases_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"sync"
	"testing"
)

// fragile is a driver whose connection is lost before or after a statement.
type fragile struct {
	of     driver.Driver
	source string

	mu    sync.Mutex
	seen  []string // the first words of the statements
	at    int      // the number of the statement, from 1; 0: none
	after bool
}

var errCrash = errors.New("the server has crashed")

// openFragile opens a database through a fragile driver.
func openFragile(t testing.TB, name, source string) (*sql.DB, *fragile) {
	t.Helper()
	plain, err := sql.Open(name, source)
	if err != nil {
		t.Fatal(err)
	}
	f := &fragile{of: plain.Driver(), source: source}
	_ = plain.Close()
	db := sql.OpenDB(f)
	t.Cleanup(func() { _ = db.Close() })
	return db, f
}

// crashAt sets where the connection is lost, and returns the statements until now.
func (f *fragile) crashAt(n int, after bool) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := f.seen
	f.seen, f.at, f.after = nil, n, after
	return seen
}

func (f *fragile) Connect(context.Context) (driver.Conn, error) {
	c, err := f.of.Open(f.source)
	return &fragileConn{c, f, false}, err
}

func (f *fragile) Driver() driver.Driver { return f.of }

type fragileConn struct {
	driver.Conn
	f    *fragile
	lost bool
}

func (c *fragileConn) IsValid() bool { return !c.lost }

func (c *fragileConn) run(statement string, effect func() error) error {
	if c.lost {
		return driver.ErrBadConn
	}
	f := c.f
	word, _, _ := strings.Cut(statement, " ")
	f.mu.Lock()
	f.seen = append(f.seen, word)
	crash, after := len(f.seen) == f.at, f.after
	f.mu.Unlock()
	if crash && !after {
		c.lose()
		return errCrash
	}
	if err := effect(); err != nil {
		return err
	}
	if crash {
		c.lose()
		return errCrash
	}
	return nil
}

func (c *fragileConn) lose() {
	c.lost = true
	_ = c.Conn.Close()
}

func (c *fragileConn) Close() error {
	if c.lost {
		return nil
	}
	return c.Conn.Close()
}

func (c *fragileConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Result, err error) {
	err = c.run(query, func() (err error) {
		r, err = c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
		return err
	})
	return r, err
}

func (c *fragileConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Rows, err error) {
	err = c.run(query, func() (err error) {
		r, err = c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
		return err
	})
	return r, err
}

func (c *fragileConn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.Conn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

func (c *fragileConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	var tx driver.Tx
	err := c.run("BEGIN", func() (err error) {
		tx, err = c.Conn.(driver.ConnBeginTx).BeginTx(ctx, o)
		return err
	})
	return fragileTx{tx, c}, err
}

type fragileTx struct {
	driver.Tx
	c *fragileConn
}

func (t fragileTx) Commit() error   { return t.c.run("COMMIT", t.Tx.Commit) }
func (t fragileTx) Rollback() error { return t.c.run("ROLLBACK", t.Tx.Rollback) }
