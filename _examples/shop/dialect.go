package main

import (
	"database/sql"
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/paginate/sqlpage"
)

// dialect is what the databases do not have in common. Everything else is in
// statements that both understand, with arguments by number: $1.
type dialect struct {
	driver     string
	migrations string // where they are
	page       sqlpage.Dialect
	keys       sqlstore.Dialect
	conns      int // at most, at the same time

	// alone lets one transaction with it run at a time. A transaction of SQLite
	// that writes holds the write lock from its start, and needs no more.
	alone string
	// forUpdate ends a SELECT: the row stays as it is until the transaction ends.
	forUpdate string
	// snapshot is for a transaction whose statements see the same rows.
	snapshot sql.TxOptions
	// tagged is the condition that a product has a tag.
	tagged sqlpage.Text
}

var (
	onSQLite = dialect{
		driver: "sqlite", migrations: "migrations/sqlite",
		page: sqlpage.SQLite, keys: sqlstore.SQLite, conns: 16,
		snapshot: sql.TxOptions{ReadOnly: true},
		tagged:   "EXISTS (SELECT 1 FROM json_each(details, '$.tags') WHERE value = ?)",
	}
	onPostgreSQL = dialect{
		driver: "pgx", migrations: "migrations/postgres",
		page: sqlpage.PostgreSQL, keys: sqlstore.PostgreSQL, conns: 16,
		alone:     "SELECT pg_advisory_xact_lock(8021)", // any number that is no other program's
		forUpdate: " FOR UPDATE",
		snapshot:  sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead},
		tagged:    "details -> 'tags' @> to_jsonb(?::text)",
	}
)

// memory is the name of a database that is gone when it is closed.
const memory = ":memory:"

// connect opens the database with a name: memory, a postgres:// URL, or a file.
func connect(name string) (*sql.DB, dialect, error) {
	d, source := onSQLite, ""
	if strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://") {
		d, source = onPostgreSQL, name
	} else {
		source = sqliteSource(name)
	}
	db, err := sql.Open(d.driver, source)
	if err != nil {
		return nil, d, err
	}
	db.SetMaxOpenConns(d.conns)
	db.SetMaxIdleConns(d.conns)
	return db, d, nil
}

func sqliteSource(name string) string {
	options := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(ON)"},
		"_txlock": {"immediate"}, // a transaction that reads first can still write
	}
	path := (&url.URL{Path: name}).EscapedPath()
	if name == memory {
		path, options["mode"], options["cache"] = newID(), []string{"memory"}, []string{"shared"}
	}
	return "file:" + path + "?" + options.Encode()
}

// taken reports whether a database refuses what only one row may have.
func taken(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505" // unique_violation
}
