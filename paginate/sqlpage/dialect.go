package sqlpage

import "strconv"

// Dialect is what the SQL of a database has of its own.
type Dialect uint8

// The dialects. MySQL is 8.0.17 or later, whose collation utf8mb4_0900_bin is
// the first that orders by code points and does not take "a" and "a " for equal;
// PostgreSQL is 11 or later, SQLite 3.25 or later.
const (
	SQLite Dialect = iota + 1
	PostgreSQL
	MySQL
)

// String is the name of the database.
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

// placeholder appends what stands for argument n, from 1.
func (d Dialect) placeholder(b []byte, n int) []byte {
	if d == PostgreSQL {
		return strconv.AppendInt(append(b, '$'), int64(n), 10)
	}
	return append(b, '?')
}

// quote is what encloses a name. SQLite takes a double-quoted name that it does
// not know for a string, and a column that was misspelt for a constant.
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
