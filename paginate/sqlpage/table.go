package sqlpage

import (
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
)

// Text is SQL text that the program itself holds. A constant is one as it
// stands; a string needs a conversion, which is where a review must look.
type Text string

// Table says where the properties of a list lie in a database. It is an
// immutable value, safe to use from several goroutines; the zero Table is a
// fault.
type Table struct{ t *table }

type table struct {
	from    Text
	columns []column
	own     []own
	where   []Expr // what the program itself demands
	faults  []ir.Fault
}

// own is a filter that is no comparison of one column.
type own struct {
	filter paginate.Filterer
	id     *ir.ID // of its parameter
	expr   func(paginate.Query) Expr
}

// From starts with a table, or with any FROM clause without its first word, and
// says what lies where in it.
func From(from Text, parts ...Part) Table {
	t := &table{from: from}
	if strings.TrimSpace(string(from)) == "" {
		t.fault("From(%q): there is no table", string(from))
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
	t.faults = append(t.faults, ir.Faultf(format, args...))
}

func (t *table) add(c column) {
	t.faults = append(t.faults, c.faults...)
	switch {
	case c.id == nil && len(c.faults) == 0:
		t.fault("a column was not made with Column")
	case c.id != nil && t.column(c.id) != nil:
		t.fault("Column(%q): property %q has a column already", c.name, c.prop)
	}
	t.columns = append(t.columns, c)
}

// column finds the column of a property.
func (t *table) column(id *ir.ID) *column {
	for i := range t.columns {
		if t.columns[i].id == id {
			return &t.columns[i]
		}
	}
	return nil
}

// Where adds what the program itself demands of every row, whatever a client
// asks: that the row is not deleted, or belongs to the entity of the path. The
// table may be given to it for one request:
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

// Err tells what is wrong with the declaration, with the places in the source.
// Every use of the table returns it too.
func (t Table) Err() error {
	if t.t == nil || t.t.from == "" && len(t.t.faults) == 0 {
		return errors.New("sqlpage: a table was not started; start with From")
	}
	if len(t.t.faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("sqlpage: the declaration of table \""+string(t.t.from)+"\" has a fault", t.t.faults))
}
