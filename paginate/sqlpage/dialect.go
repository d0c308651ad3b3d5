package sqlpage

import "strconv"

// Dialect is the SQL of a database.
type Dialect uint8

// The dialects: SQLite 3.25, PostgreSQL 11, MySQL 8.0.17 or later. The collation
// utf8mb4_0900_bin of that MySQL is the first that orders by code points and distinguishes "a"
// from "a ".
const (
	SQLite Dialect = iota + 1
	PostgreSQL
	MySQL
)

// String returns the name of the database.
func (d Dialect) String() string {
	switch d {
	case SQLite:
		return "SQLite"
	case PostgreSQL:
		return "PostgreSQL"
	case MySQL:
		return "MySQL"
	}
	return "no dialect"
}

// placeholder appends the placeholder of argument n, from 1.
func (d Dialect) placeholder(b []byte, n int) []byte {
	if d == PostgreSQL {
		return strconv.AppendInt(append(b, '$'), int64(n), 10)
	}
	return append(b, '?')
}

// quote returns the character that encloses names. SQLite interprets an unknown double-quoted
// name as a string, so that a misspelled column would be a constant.
func (d Dialect) quote() byte {
	if d == PostgreSQL {
		return '"'
	}
	return '`'
}

// collation orders text by bytes, which in UTF-8 is by code points.
func (d Dialect) collation() string {
	switch d {
	case SQLite:
		return " COLLATE BINARY"
	case PostgreSQL:
		return ` COLLATE "C"`
	}
	return " COLLATE utf8mb4_0900_bin"
}

// comparesRows reports whether an index serves (a, b) > (?, ?).
func (d Dialect) comparesRows() bool { return d != MySQL }

// holds reports whether the database has a type that sorts as values of a kind
// do, so that they need no [Col.Stored].
func (d Dialect) holds(k kind) bool {
	switch k {
	case instant, decimal:
		return d != SQLite
	case address:
		return d == PostgreSQL
	}
	return true
}
