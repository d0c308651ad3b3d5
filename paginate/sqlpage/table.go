package sqlpage

import (
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// Text is SQL text of the program. Constants convert to it implicitly; strings need a
// conversion, which reviews should look for.
type Text string

// Table declares the columns of a list's properties in a database. It is an immutable value,
// safe for concurrent use; the zero Table is a fault.
type Table struct{ t *table }

type table struct {
	from    Text
	columns []column
	own     []own
	where   []Expr // conditions of the program
	faults  []tree.Fault
}

// own is a filter with a condition of the application.
type own struct {
	filter paginate.Filterer
	id     *tree.ID // of its parameter
	expr   func(paginate.Query) Expr
}

// From declares a table, or any FROM clause without its first word, and its columns and
// conditions.
func From(from Text, parts ...Part) Table {
	t := &table{from: from}
	if strings.TrimSpace(string(from)) == "" {
		t.fault("From(%q): the table is empty", string(from))
	}
	for _, p := range parts {
		if p == nil {
			t.fault("a part is nil")
			continue
		}
		p.part(t)
	}
	return Table{t}
}

func (t *table) fault(format string, args ...any) {
	t.faults = append(t.faults, tree.Faultf(format, args...))
}

func (t *table) add(c column) {
	t.faults = append(t.faults, c.faults...)
	switch {
	case c.id == nil && len(c.faults) == 0:
		t.fault("a column was not created by Column")
	case c.id != nil && t.column(c.id) != nil:
		t.fault("Column(%q): property %q has a column already", c.name, c.prop)
	}
	t.columns = append(t.columns, c)
}

// column finds the column of a property.
func (t *table) column(id *tree.ID) *column {
	for i := range t.columns {
		if t.columns[i].id == id {
			return &t.columns[i]
		}
	}
	return nil
}

// Where adds a condition of the program on every row, such as that it is not deleted, or
// belongs to the entity of the path. It may be called for each request:
//
//	lines.Where("order_id = ?", orderID.Get(c))
//
// See [SQL] for the text.
func (t Table) Where(condition Text, args ...any) Table {
	var c table
	if t.t != nil {
		c = *t.t
	}
	c.where = append(slices.Clip(c.where), Expr{condition, args})
	return Table{&c}
}

// Err returns the faults of the declaration, with their positions, or nil. Every use of the
// table returns them, too.
func (t Table) Err() error {
	if t.t == nil || t.t.from == "" && len(t.t.faults) == 0 {
		return errors.New("sqlpage: a table was not created by From")
	}
	if len(t.t.faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("sqlpage: the declaration of table \""+string(t.t.from)+"\" has a fault", t.t.faults))
}
