package sqlstore

import (
	"strings"

	"github.com/tenon-go/tenon/internal/sqlname"
)

// Dialect is the SQL of a database.
type Dialect uint8

// The dialects. The zero value is none of them.
const (
	_ Dialect = iota
	SQLite
	PostgreSQL
)

// String implements fmt.Stringer.
func (d Dialect) String() string {
	switch d {
	case SQLite:
		return "SQLite"
	case PostgreSQL:
		return "PostgreSQL"
	}
	return "unknown"
}

// DefaultTable is the name of the table unless [Table] sets another.
const DefaultTable = "webhook_subscriptions"

// Schema returns the statements that create the table with the default name, and its index, for
// a migration; "" for an unknown dialect.
func Schema(d Dialect) string { return schema(d, DefaultTable) }

// Times are microseconds since 1970 in UTC; 0 is none.
func schema(d Dialect, table string) string {
	number, bytes := "INTEGER", "BLOB"
	switch d {
	case SQLite:
	case PostgreSQL:
		number, bytes = "BIGINT", "BYTEA"
	default:
		return ""
	}
	return `CREATE TABLE ` + sqlname.Quote(table, `"`) + strings.NewReplacer("NUMBER", number, "BYTES", bytes).Replace(` (
	id            TEXT   NOT NULL PRIMARY KEY,
	owner         TEXT   NOT NULL,
	url           TEXT   NOT NULL,
	events        TEXT   NOT NULL,
	audiences     TEXT   NOT NULL,
	description   TEXT   NOT NULL,
	created       NUMBER NOT NULL,
	disabled      NUMBER NOT NULL,
	reason        TEXT   NOT NULL,
	failing_since NUMBER NOT NULL,
	secrets       BYTES  NOT NULL,
	revision      NUMBER NOT NULL
);
`) + `CREATE INDEX ` + sqlname.Index(table, "_owner", d == SQLite) + ` (owner);
`
}

// statements are the SQL of a store.
type statements struct{ enabled, owned, find, lock, insert, update, remove string }

const columns = "id, owner, url, events, audiences, description, created, disabled, reason, failing_since, secrets, revision"

func (d Dialect) statements(table string) statements {
	name, bytes := sqlname.Quote(table, `"`), "BLOB"
	if d == PostgreSQL {
		bytes = "BYTEA"
	}
	read := "SELECT " + columns + " FROM " + name
	s := statements{
		// Without secrets, which would be decrypted for each message.
		enabled: strings.Replace(read, ", secrets", ", NULL", 1) + " WHERE disabled = 0 AND (events = '' OR events LIKE ?) ORDER BY created, id",
		owned:   read + " WHERE owner = ? ORDER BY created, id",
		find:    read + " WHERE id = ?",
		// Parameters of a SELECT have no type by themselves in PostgreSQL.
		insert: "INSERT INTO " + name + " (" + columns + ") SELECT " + strings.Repeat("CAST(? AS TEXT), ", 6) +
			"CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS " + bytes + "), CAST(? AS BIGINT)" +
			" WHERE (SELECT count(*) FROM " + name + " WHERE owner = ?) < ?",
		update: "UPDATE " + name + " SET owner = ?, url = ?, events = ?, audiences = ?, description = ?, created = ?, disabled = ?," +
			" reason = ?, failing_since = ?, secrets = ?, revision = ? WHERE id = ? AND revision = ?",
		remove: "DELETE FROM " + name + " WHERE id = ? AND revision = ?",
	}
	if d == PostgreSQL {
		// Creates of an owner wait for each other. The first number is that of this package.
		s.lock = "SELECT pg_advisory_xact_lock(1952804465, hashtext(?))"
		for _, q := range []*string{&s.enabled, &s.owned, &s.find, &s.lock, &s.insert, &s.update, &s.remove} {
			*q = sqlname.Numbered(*q)
		}
	}
	return s
}
