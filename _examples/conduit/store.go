package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/tenon-go/tenon/paginate/sqlpage"
)

// Store is the database. It is safe for concurrent use.
type Store struct {
	db *sql.DB
	dialect
}

// dialect has the differences between the databases.
type dialect struct {
	driver string
	page   sqlpage.Dialect
	// id is the type of a generated key.
	id string
	// alone is a statement that lets programs which start at the same time wait for each other.
	alone string
}

var (
	onSQLite     = dialect{"sqlite", sqlpage.SQLite, "INTEGER PRIMARY KEY AUTOINCREMENT", "SELECT 1"}
	onPostgreSQL = dialect{"pgx", sqlpage.PostgreSQL, "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		"SELECT pg_advisory_xact_lock(16)"}
)

//go:embed schema.sql
var schema string

// openStore opens an SQLite file or the database of a postgres:// URL, and creates what is
// missing.
func openStore(ctx context.Context, name string) (*Store, error) {
	d, source := onPostgreSQL, name
	if !strings.HasPrefix(name, "postgres://") {
		d, source = onSQLite, "file:"+(&url.URL{Path: name}).EscapedPath()+
			"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(ON)"
	}
	db, err := sql.Open(d.driver, source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(16)
	s := &Store{db, d}
	err = s.transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, d.alone); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, strings.ReplaceAll(schema, "{key}", d.id))
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), db.Close())
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// transact runs f in a transaction and rolls it back if f fails.
func (s *Store) transact(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// scanner is a row.
type scanner = sqlpage.Scanner

// all returns the rows of a query.
func all[T any](rows *sql.Rows, err error, scan func(scanner) (T, error)) (list []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, rows.Err()
}

// without returns another error in place of that of a row which does not exist.
func without(err, other error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return other
	}
	return err
}

// taken reports whether err is a violation of a unique index.
func taken(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505" // unique_violation
}

// now returns the time in milliseconds since 1970, as the database stores it.
func now() int64 { return time.Now().UnixMilli() }
