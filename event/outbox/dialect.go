package outbox

import (
	"strconv"

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
const DefaultTable = "events"

// Schema returns the statements that create the table with the default name, and its indexes,
// for a migration; "" for an unknown dialect.
func Schema(d Dialect) string { return schema(d, DefaultTable) }

// A row without a sequence is new: the relay gives it one. Times are microseconds since 1970 in
// UTC. Audiences are separated by line breaks.
func schema(d Dialect, table string) string {
	name := sqlname.Quote(table, `"`)
	index := func(suffix string) string { return sqlname.Index(table, suffix, d == SQLite) }
	number, big, data := "INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER", "BLOB"
	switch d {
	case SQLite:
	case PostgreSQL:
		number, big, data = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BIGINT", "BYTEA"
	default:
		return ""
	}
	return `CREATE TABLE ` + name + ` (
	number    ` + number + `,
	id        TEXT   NOT NULL,
	type      TEXT   NOT NULL,
	version   TEXT   NOT NULL,
	lane      TEXT   NOT NULL,
	audiences TEXT   NOT NULL,
	time      ` + big + ` NOT NULL,
	data      ` + data + `  NOT NULL,
	sequence  ` + big + `
);
CREATE UNIQUE INDEX ` + index("_id") + ` (id);
CREATE UNIQUE INDEX ` + index("_sequence") + ` (sequence);
CREATE INDEX ` + index("_new") + ` (number) WHERE sequence IS NULL;
`
}

// statements are the SQL of an outbox.
type statements struct{ insert, look, lock, sequence, read, first, keep, sweep string }

// members are the columns of a message in the log.
const members = "sequence, id, type, version, lane, audiences, time, data"

func (d Dialect) statements(table string) statements {
	name := sqlname.Quote(table, `"`)
	s := statements{
		insert: "INSERT INTO " + name + " (id, type, version, lane, audiences, time, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
		look: "SELECT (SELECT COALESCE(MAX(sequence), 0) FROM " + name + "), " +
			"EXISTS (SELECT 1 FROM " + name + " WHERE sequence IS NULL)",
		// Sizes are selected first, so that no more data is read than that of the result.
		sequence: "UPDATE " + name + " SET sequence = new.place FROM (" +
			"SELECT number, (SELECT COALESCE(MAX(sequence), 0) FROM " + name + ") + ROW_NUMBER() OVER (ORDER BY number) AS place," +
			" SUM(size) OVER (ORDER BY number) - size AS before FROM (SELECT number, LENGTH(data) AS size" +
			" FROM " + name + " WHERE sequence IS NULL ORDER BY number LIMIT " + strconv.Itoa(batch) + ") AS sizes) AS new" +
			" WHERE " + name + ".number = new.number AND new.before < " + strconv.Itoa(windowBytes) + " RETURNING " + members,
		read: "SELECT " + members + " FROM " + name + " WHERE sequence > ? AND sequence <= (SELECT MAX(sequence) FROM (" +
			"SELECT sequence, SUM(size) OVER (ORDER BY sequence) - size AS before FROM (SELECT sequence, LENGTH(data) AS size" +
			" FROM " + name + " WHERE sequence > ? ORDER BY sequence LIMIT ?) AS sizes) AS page WHERE before < ?) ORDER BY sequence",
		first: "SELECT COALESCE(MIN(sequence), 0) FROM " + name,
		keep:  "SELECT COALESCE(MIN(sequence), 0) FROM " + name + " WHERE time >= ? AND sequence IS NOT NULL",
		// The last message stays, because the next one gets the sequence after it.
		sweep: "DELETE FROM " + name + " WHERE sequence < ? AND sequence < (SELECT MAX(sequence) FROM " + name + ")",
	}
	if d == PostgreSQL {
		// The first number is that of this package, the second that of the table.
		s.lock = "SELECT pg_try_advisory_xact_lock(1952804463, '" + name + "'::regclass::oid::int)"
		for _, q := range []*string{&s.insert, &s.read, &s.keep, &s.sweep} {
			*q = sqlname.Numbered(*q)
		}
	}
	return s
}
