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

	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	subscriptions "github.com/tenon-go/tenon/webhook/sqlstore"
)

// dialect has the differences between the databases. All other statements work with both,
// with numbered arguments: $1.
type dialect struct {
	driver     string
	migrations string // the directory
	page       sqlpage.Dialect
	keys       sqlstore.Dialect
	events     outbox.Dialect
	hooks      subscriptions.Dialect
	conns      int // the maximum

	// alone is a statement that serializes transactions. SQLite does not need it, because
	// a transaction that writes holds the write lock from its start.
	alone string
	// forUpdate is a suffix of SELECT that locks the row until the transaction ends.
	forUpdate string
	// snapshot are the options of a transaction whose statements see the same rows.
	snapshot sql.TxOptions
	// tagged is the condition that a product has the tag.
	tagged sqlpage.Text
}

var (
	onSQLite = dialect{
		driver: "sqlite", migrations: "migrations/sqlite",
		page: sqlpage.SQLite, keys: sqlstore.SQLite, events: outbox.SQLite, hooks: subscriptions.SQLite, conns: 16,
		snapshot: sql.TxOptions{ReadOnly: true},
		tagged:   "EXISTS (SELECT 1 FROM json_each(details, '$.tags') WHERE value = ?)",
	}
	onPostgreSQL = dialect{
		driver: "pgx", migrations: "migrations/postgres",
		page: sqlpage.PostgreSQL, keys: sqlstore.PostgreSQL, events: outbox.PostgreSQL, hooks: subscriptions.PostgreSQL, conns: 16,
		alone:     "SELECT pg_advisory_xact_lock(8021)", // any number that no other program uses
		forUpdate: " FOR UPDATE",
		snapshot:  sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead},
		tagged:    "details -> 'tags' @> to_jsonb(?::text)",
	}
)

// memory is the name of a database in memory, which is lost when it is closed.
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

// taken reports whether err is a violation of a unique constraint.
func taken(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505" // unique_violation
}
