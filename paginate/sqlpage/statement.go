package sqlpage

import (
	"errors"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// Statement is SQL text with its arguments. The text depends on the declaration and on which
// parameters a client sends, but on their values only in the number of items of a list and in
// null.
type Statement struct {
	SQL  string
	Args []any
}

// Select returns the statement for a page: it reads at most one row more than the limit, by
// which [Page] determines whether more follow. Columns is the text between SELECT and FROM. A
// page that precedes its position is in reverse order.
//
// It returns an error for a filter or a term that the table does not declare. A filter with the
// character U+0000, which text in PostgreSQL cannot contain, is an error there that a handler
// returns unchanged: the client gets a 422.
func (t Table) Select(d Dialect, columns Text, q paginate.Query) (Statement, error) {
	w, err := t.writer(d)
	if err != nil {
		return Statement{}, err
	}
	w.text("SELECT " + string(columns) + " FROM " + string(t.t.from))
	w.where(q)
	steps := w.steps(q)
	if at, ok := q.Position(); ok && !at.FromEnd() && len(steps) > 0 {
		if !w.keys(q, at, steps) {
			w.and()
			w.after(steps)
		}
	}
	if len(steps) > 0 {
		w.text(" ORDER BY ")
		w.order(steps)
	}
	w.text(" LIMIT ")
	w.bind(q.Limit() + 1)
	if n := q.Offset(); n > 0 {
		w.text(" OFFSET ")
		w.bind(n)
	}
	return w.statement()
}

// Count returns the statement that counts the rows of all pages.
func (t Table) Count(d Dialect, q paginate.Query) (Statement, error) {
	w, err := t.writer(d)
	if err != nil {
		return Statement{}, err
	}
	w.text("SELECT COUNT(*) FROM " + string(t.t.from))
	w.where(q)
	return w.statement()
}

// writer writes a statement. After an error its output is ignored.
type writer struct {
	*table
	dialect Dialect
	b       []byte
	args    []any
	clauses int // of WHERE
	err     error
}

func (t Table) writer(d Dialect) (*writer, error) {
	if err := t.Err(); err != nil {
		return nil, err
	}
	if d < SQLite || d > MySQL {
		return nil, errors.New("sqlpage: a statement needs a dialect: SQLite, PostgreSQL or MySQL")
	}
	return &writer{table: t.t, dialect: d}, nil
}

func (w *writer) statement() (Statement, error) {
	if w.err != nil {
		return Statement{}, w.err
	}
	return Statement{SQL: string(w.b), Args: w.args}, nil
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) text(s string) { w.b = append(w.b, s...) }

func (w *writer) comma(i int) {
	if i > 0 {
		w.text(", ")
	}
}

// never writes a condition that no row satisfies.
func (w *writer) never() { w.text("1 = 0") }

// bind writes a placeholder.
func (w *writer) bind(v any) {
	w.args = append(w.args, v)
	w.b = w.dialect.placeholder(w.b, len(w.args))
}

// value writes a placeholder for a value that is compared with the column.
func (w *writer) value(c *column, v any) {
	w.bind(v)
	if c.collated() {
		w.text(w.dialect.collation())
	}
}

// name writes a column, part by part.
func (w *writer) name(c *column) {
	q := w.dialect.quote()
	w.b = append(w.b, q)
	for _, b := range []byte(c.name) {
		if b == '.' {
			w.b = append(w.b, q, '.', q)
			continue
		}
		w.b = append(w.b, b)
	}
	w.b = append(w.b, q)
}

// namesake returns a text about a column of another property with the same name.
func (w *writer) namesake(name string) string {
	for i := range w.table.columns {
		if c := &w.table.columns[i]; c.prop == name {
			return tree.Namesake(c.of, nil) // whose identity would have found it
		}
	}
	return ""
}

// column returns the column of a property; asked names its use in errors.
func (w *writer) column(id *tree.ID, name, asked string) *column {
	c := w.table.column(id)
	switch {
	case c == nil:
		w.fail(errors.New("sqlpage: " + asked + " has no column in \"" + string(w.from) + "\"" + w.namesake(name)))
	case !w.dialect.holds(c.kind):
		w.fail(errors.New("sqlpage: " + w.dialect.String() + " has no type that sorts as property \"" + c.prop +
			"\" does; use Stored for column \"" + c.name + "\""))
	}
	return c
}

func (w *writer) and() {
	if w.clauses++; w.clauses == 1 {
		w.text(" WHERE ")
	} else {
		w.text(" AND ")
	}
}

// where writes the conditions of the program and those of the client.
func (w *writer) where(q paginate.Query) {
	for _, e := range w.table.where {
		w.and()
		w.text("(")
		w.expr(e)
		w.text(")")
	}
	for _, cond := range q.Conditions() {
		if w.refuses(cond) {
			return
		}
		if o := w.ownOf(cond); o != nil {
			w.and()
			w.text("(")
			w.expr(o.expr(q))
			w.text(")")
			continue
		}
		of := seal.Box[query.Condition](cond).Open()
		c := w.table.column(of.ID())
		switch {
		case c == nil:
			w.fail(errors.New("sqlpage: filter \"" + cond.Name() + "\" has no column and no condition in \"" + string(w.from) + "\"" + w.namesake(of.PropName())))
			return
		case cond.Op() != paginate.OpIsNull:
			w.column(of.ID(), "", "filter \""+cond.Name()+"\"")
		}
		w.and()
		w.condition(c, cond)
	}
}

func (w *writer) ownOf(cond paginate.Condition) *own {
	for i := range w.table.own {
		if cond.Of(w.table.own[i].filter) {
			return &w.table.own[i]
		}
	}
	return nil
}
