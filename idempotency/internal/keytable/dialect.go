package keytable

import (
	"github.com/tenon-go/tenon/internal/sqlname"
)

// Dialect is the SQL of a database, numbered as sqlstore.Dialect.
type Dialect uint8

// The dialects. The zero value is none of them.
const (
	_ Dialect = iota
	SQLite
	PostgreSQL
	MySQL // and MariaDB
)

// DefaultTable is the name of the table unless the user sets another.
const DefaultTable = "idempotency_keys"

// Schema returns the statements that create a table; "" for an unknown dialect. The column of the
// key is named id, because key is a reserved word of MySQL. A row without a status is a
// reservation. Times are milliseconds since 1970 in UTC.
func Schema(d Dialect, table string) string {
	name := d.quote(table)
	switch d {
	case SQLite:
		return `CREATE TABLE ` + name + ` (
	id     BLOB    NOT NULL PRIMARY KEY,
	print  BLOB    NOT NULL,
	ticket BLOB    NOT NULL,
	begun  INTEGER NOT NULL,
	ends   INTEGER NOT NULL,
	status INTEGER NOT NULL,
	header BLOB,
	body   BLOB
);
CREATE INDEX ` + sqlname.Index(table, "_ends", d == SQLite) + ` (ends);
`
	case PostgreSQL:
		return `CREATE TABLE ` + name + ` (
	id     BYTEA   NOT NULL PRIMARY KEY,
	print  BYTEA   NOT NULL,
	ticket BYTEA   NOT NULL,
	begun  BIGINT  NOT NULL,
	ends   BIGINT  NOT NULL,
	status INTEGER NOT NULL,
	header BYTEA,
	body   BYTEA
);
CREATE INDEX ` + sqlname.Index(table, "_ends", d == SQLite) + ` (ends);
`
	case MySQL:
		return `CREATE TABLE ` + name + ` (
	id     BINARY(32) NOT NULL PRIMARY KEY,
	print  BINARY(32) NOT NULL,
	ticket BINARY(16) NOT NULL,
	begun  BIGINT     NOT NULL,
	ends   BIGINT     NOT NULL,
	status INT        NOT NULL,
	header MEDIUMBLOB,
	body   LONGBLOB,
	INDEX ` + d.quote(sqlname.Last(table)+"_ends") + ` (ends)
) ENGINE = InnoDB;
`
	}
	return ""
}

// quote writes a checked name, with its schema if it has one.
func (d Dialect) quote(name string) string {
	if d == MySQL {
		return sqlname.Quote(name, "`")
	}
	return sqlname.Quote(name, `"`)
}

// Identifier reports whether a name is one that every dialect takes; see [sqlname.Valid].
func Identifier(name string) bool { return sqlname.Valid(name) }

// Statements are the SQL of a store.
type Statements struct{ Insert, Read, Replace, Finish, Abandon, Sweep string }

// Statements returns the SQL of a store whose statements are transactions of their own.
func (d Dialect) Statements(table string) Statements {
	name := d.quote(table)
	insert := "INSERT INTO " + name + " (id, print, ticket, begun, ends, status) VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING"
	if d == MySQL {
		// IGNORE hides other errors too; what is read back tells whether the row
		// is there.
		insert = "INSERT IGNORE INTO " + name + " (id, print, ticket, begun, ends, status) VALUES (?, ?, ?, ?, ?, 0)"
	}
	s := Statements{
		Insert: insert,
		Read:   "SELECT print, ticket, begun, ends, status, header, body FROM " + name + " WHERE id = ?",
		Replace: "UPDATE " + name + " SET print = ?, ticket = ?, begun = ?, ends = ?, status = 0, header = NULL, body = NULL" +
			" WHERE id = ? AND ticket = ? AND status = ?",
		Finish:  "UPDATE " + name + " SET status = ?, header = ?, body = ? WHERE id = ? AND ticket = ? AND status = 0",
		Abandon: "DELETE FROM " + name + " WHERE id = ? AND ticket = ? AND status = 0",
		Sweep:   "DELETE FROM " + name + " WHERE ends <= ?",
	}
	if d == PostgreSQL {
		s.number()
	}
	return s
}

// Joined returns the SQL of a store whose reservations are in the transactions of handlers.
//
// In PostgreSQL an insert waits for another transaction that has inserted the same key. This one
// does nothing instead, unless it gets the lock of the key, which it keeps until the end of the
// transaction. Sweep leaves out rows that a transaction is replacing.
//
// In SQLite, the insert waits until no other transaction writes.
func (d Dialect) Joined(table string) Statements {
	s := d.Statements(table)
	if d == PostgreSQL {
		name := d.quote(table)
		s.Insert = "INSERT INTO " + name + " (id, print, ticket, begun, ends, status)" +
			" SELECT $1::bytea, $2::bytea, $3::bytea, $4::bigint, $5::bigint, 0 WHERE pg_try_advisory_xact_lock($6)" +
			" ON CONFLICT (id) DO NOTHING"
		s.Replace += " AND pg_try_advisory_xact_lock($8)"
		s.Sweep = "DELETE FROM " + name + " WHERE id IN (SELECT id FROM " + name + " WHERE ends <= $1 FOR UPDATE SKIP LOCKED)"
	}
	return s
}

func (s *Statements) number() {
	for _, q := range []*string{&s.Insert, &s.Read, &s.Replace, &s.Finish, &s.Abandon, &s.Sweep} {
		*q = sqlname.Numbered(*q)
	}
}
