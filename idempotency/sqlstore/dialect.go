package sqlstore

import "github.com/tenon-go/tenon/idempotency/internal/keytable"

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
const DefaultTable = keytable.DefaultTable

// Schema returns the statements that create the table with the default name, and its index, for
// a migration; "" for an unknown dialect.
func Schema(d Dialect) string { return keytable.Schema(keytable.Dialect(d), DefaultTable) }
