package sqlstore

import (
	"strconv"
	"strings"
)

// Dialect is the SQL of a database.
type Dialect uint8

// The dialects. The zero value is none of them.
const (
	_ Dialect = iota
	SQLite
	PostgreSQL
	MySQL // and MariaDB
)

// String implements fmt.Stringer.
func (d Dialect) String() string {
	switch d {
	case SQLite:
		return "SQLite"
	case PostgreSQL:
		return "PostgreSQL"
	case MySQL:
		return "MySQL"
	}
	return "unknown"
}

// DefaultTable is the name of the table unless [Table] sets another.
const DefaultTable = "idempotency_keys"

// Schema returns the statements that create the table with the default name, and its index, for
// a migration; "" for an unknown dialect.
func Schema(d Dialect) string { return schema(d, DefaultTable) }

// The column of the key is named id, because key is a reserved word of MySQL. A row without a
// status is a reservation. Times are milliseconds since 1970 in UTC.
func schema(d Dialect, table string) string {
	name, index := d.quote(table), d.quote(lastName(table)+"_ends")
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
CREATE INDEX ` + index + ` ON ` + name + ` (ends);
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
CREATE INDEX ` + index + ` ON ` + name + ` (ends);
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
	INDEX ` + index + ` (ends)
) ENGINE = InnoDB;
`
	}
	return ""
}

// quote writes a checked name, with its schema if it has one.
func (d Dialect) quote(name string) string {
	q := `"`
	if d == MySQL {
		q = "`"
	}
	return q + strings.ReplaceAll(name, ".", q+"."+q) + q
}

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// identifier reports whether a name is one that every dialect takes: ASCII
// letters, digits and _, up to 48 of them, which leaves room for the name of the
// index; and at most one schema in front.
func identifier(name string) bool {
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if p == "" || len(p) > 48 || p[0] >= '0' && p[0] <= '9' {
			return false
		}
		for i := range len(p) {
			c := p[i] | 0x20 // in lower case, if it is a letter
			if (c < 'a' || c > 'z') && (p[i] < '0' || p[i] > '9') && p[i] != '_' {
				return false
			}
		}
	}
	return len(parts) <= 2
}

// statements are the SQL of a store.
type statements struct{ insert, read, replace, finish, abandon, sweep string }

func (d Dialect) statements(table string) statements {
	name := d.quote(table)
	insert := "INSERT INTO " + name + " (id, print, ticket, begun, ends, status) VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING"
	if d == MySQL {
		// IGNORE hides other errors too; what is read back tells whether the row
		// is there.
		insert = "INSERT IGNORE INTO " + name + " (id, print, ticket, begun, ends, status) VALUES (?, ?, ?, ?, ?, 0)"
	}
	s := statements{
		insert: insert,
		read:   "SELECT print, ticket, begun, ends, status, header, body FROM " + name + " WHERE id = ?",
		replace: "UPDATE " + name + " SET print = ?, ticket = ?, begun = ?, ends = ?, status = 0, header = NULL, body = NULL" +
			" WHERE id = ? AND ticket = ? AND status = ?",
		finish:  "UPDATE " + name + " SET status = ?, header = ?, body = ? WHERE id = ? AND ticket = ? AND status = 0",
		abandon: "DELETE FROM " + name + " WHERE id = ? AND ticket = ? AND status = 0",
		sweep:   "DELETE FROM " + name + " WHERE ends <= ?",
	}
	if d == PostgreSQL {
		for _, q := range []*string{&s.insert, &s.read, &s.replace, &s.finish, &s.abandon, &s.sweep} {
			*q = numbered(*q)
		}
	}
	return s
}

// numbered writes the placeholders of PostgreSQL.
func numbered(query string) string {
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(query, "?") {
		if n > 0 {
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
		n++
	}
	return b.String()
}
