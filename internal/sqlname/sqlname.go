package sqlname

import (
	"strconv"
	"strings"
)

// Valid reports whether a name is one that every dialect takes: ASCII letters, digits and _, up to
// 48 of them, which leaves room for the names of the indexes; and at most one schema in front.
func Valid(name string) bool {
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

// Quote writes a valid name, with its schema if it has one, in the quotes of the dialect.
func Quote(name, quote string) string {
	return quote + strings.ReplaceAll(name, ".", quote+"."+quote) + quote
}

// Last returns a name without its schema.
func Last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// Index writes the name of an index on a table, and the table: "events_id" ON "app"."events". In
// SQLite the schema is that of the index, which the table cannot have.
func Index(table, suffix string, sqlite bool) string {
	name := Last(table)
	if sqlite {
		table, name = name, table
	}
	return Quote(name+suffix, `"`) + " ON " + Quote(table, `"`)
}

// Numbered writes the placeholders of PostgreSQL, $1, in place of each ?.
func Numbered(query string) string {
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
