package sqlpage

import (
	"context"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// keyed reports whether a position has keys in place of values.
func keyed(at paginate.Position) bool {
	after, before := at.Keys()
	return after != nil || before != nil
}

// keysOf returns the keys of a query's list; nil unless it is by key.
func keysOf(q paginate.Query) *query.Keys {
	if of := seal.Box[*query.Query[paginate.Term, paginate.Condition]](q).Open(); of != nil && of.List != nil {
		return of.List.Key
	}
	return nil
}

// keys writes the conditions of a list by key: rows after the entity with one key and before that
// with another. It reports false for any other list.
func (w *writer) keys(q paginate.Query, at paginate.Position, steps []step) bool {
	of := keysOf(q)
	if of == nil {
		return false
	}
	key := w.column(of.ID, of.Name, "the key \""+of.Name+"\"")
	if key == nil {
		return true
	}
	after, before := at.Keys()
	for _, end := range []struct {
		parameter string
		key       any
		forward   bool
	}{{of.After, after, true}, {of.Before, before, false}} {
		if end.key == nil {
			continue
		}
		if text, is := end.key.(string); is && w.dialect == PostgreSQL && strings.IndexByte(text, 0) >= 0 {
			w.fail(query.NoSuchKey(end.parameter)) // no text of PostgreSQL has U+0000
			return true
		}
		if slices.ContainsFunc(steps, func(s step) bool { return s.column.nullable }) {
			// Without the row, its null would precede the others.
			w.and()
			w.text("EXISTS (SELECT 1 FROM ")
			w.keyRow(key, key.arg(end.key))
			w.text(")")
		}
		w.and()
		w.text("(")
		w.beside(steps, key, key.arg(end.key), end.forward == at.Backward())
		w.text(")")
	}
	return true
}

// beside writes the condition for the rows on one side of the entity with a key: those that follow
// it in the order of the steps, or those before it. It compares with subqueries, as only the database
// has the values of the entity.
func (w *writer) beside(steps []step, key *column, value any, opposite bool) {
	s, rest := steps[0], steps[1:]
	c := s.column
	sign := ">"
	if s.desc != opposite {
		sign = "<"
	}
	if c.nullable { // null comes before every value
		w.text("(")
	}
	w.name(c)
	w.text(" " + sign + " ")
	w.of(c, key, value)
	if c.nullable {
		w.text(" OR (")
		if sign == ">" {
			w.name(c)
			w.text(" IS NOT NULL AND ")
			w.of(c, key, value)
			w.text(" IS NULL")
		} else {
			w.name(c)
			w.text(" IS NULL AND ")
			w.of(c, key, value)
			w.text(" IS NOT NULL")
		}
		w.text("))")
	}
	if len(rest) == 0 {
		return
	}
	w.text(" OR (")
	if c.nullable {
		w.text("(")
	}
	w.name(c)
	w.text(" = ")
	w.of(c, key, value)
	if c.nullable {
		w.text(" OR (")
		w.name(c)
		w.text(" IS NULL AND ")
		w.of(c, key, value)
		w.text(" IS NULL))")
	}
	w.text(" AND (")
	w.beside(rest, key, value, opposite)
	w.text("))")
}

// of writes the value that a column has in the row with a key.
func (w *writer) of(c, key *column, value any) {
	w.text("(SELECT ")
	w.name(c)
	w.text(" FROM ")
	w.keyRow(key, value)
	w.text(")")
	if c.collated() {
		w.text(w.dialect.collation())
	}
}

// keyRow writes the table and the condition for the row with a key. The conditions of the program hold
// for it, too; those of the client do not.
func (w *writer) keyRow(key *column, value any) {
	w.text(string(w.from) + " WHERE ")
	for _, e := range w.table.where {
		w.text("(")
		w.expr(e)
		w.text(") AND ")
	}
	w.compare(key, "=", value)
}

// locate returns a violation if the table has no row with a key of the query: its page is empty
// then.
func (t Table) locate(ctx context.Context, db Querier, d Dialect, q paginate.Query) error {
	at, placed := q.Position()
	of := keysOf(q)
	if !placed || of == nil {
		return nil
	}
	after, before := at.Keys()
	for _, end := range []struct {
		parameter string
		key       any
	}{{of.After, after}, {of.Before, before}} {
		if end.key == nil {
			continue
		}
		w, err := t.writer(d)
		if err != nil {
			return err
		}
		key := w.column(of.ID, of.Name, "the key \""+of.Name+"\"")
		if key == nil {
			return w.err
		}
		w.text("SELECT COUNT(*) FROM ")
		w.keyRow(key, key.arg(end.key))
		stmt, err := w.statement()
		if err != nil {
			return err
		}
		var n int
		if err := db.QueryRowContext(ctx, stmt.SQL, stmt.Args...).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			return query.NoSuchKey(end.parameter)
		}
	}
	return nil
}
