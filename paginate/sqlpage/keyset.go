package sqlpage

import (
	"errors"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// step is a term of the order in which rows are read: that of the query, or the opposite for a
// page that precedes its position.
type step struct {
	column *column
	desc   bool
	value  any // of the position
	null   bool
}

// steps returns the columns of an order.
func (w *writer) steps(q paginate.Query) []step {
	at, placed := q.Position()
	backward := placed && at.Backward()
	var steps []step
	for i, t := range q.Order() {
		c := w.column(seal.Box[query.Term](t).Open().ID(), t.Name(), "order_by \""+t.Name()+"\"")
		if c == nil {
			return nil
		}
		s := step{column: c, desc: t.Descending() != backward}
		if placed && !at.FromEnd() && !keyed(at) {
			s.value, s.null = at.Value(i)
			switch {
			case !s.null:
				s.value = c.arg(s.value)
			case !c.nullable:
				w.fail(errors.New("sqlpage: column \"" + c.name + "\" was null in a row; use Nullable"))
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// after writes the condition for rows after a position.
func (w *writer) after(steps []step) {
	if w.dialect.comparesRows() && alike(steps) {
		w.row(steps)
		return
	}
	if len(steps) > 1 && w.bound(steps[0]) {
		w.text(" AND ")
	}
	w.text("(")
	w.beyond(steps)
	w.text(")")
}

// alike reports whether one comparison of rows is enough: all steps have one direction, and no
// comparison gives NULL.
func alike(steps []step) bool {
	for _, s := range steps {
		if s.desc != steps[0].desc || s.column.nullable {
			return false
		}
	}
	return true
}

func (w *writer) row(steps []step) {
	if len(steps) == 1 {
		w.compare(steps[0].column, steps[0].beyond(), steps[0].value)
		return
	}
	w.text("(")
	for i, s := range steps {
		w.comma(i)
		w.name(s.column)
	}
	w.text(") " + steps[0].beyond() + " (")
	for i, s := range steps {
		w.comma(i)
		w.value(s.column, s.value)
	}
	w.text(")")
}

func (s step) beyond() string {
	if s.desc {
		return "<"
	}
	return ">"
}

// bound writes the condition on the first column alone that the expansion implies, so that an
// index range begins there, if there is one.
func (w *writer) bound(s step) bool {
	switch {
	case s.null && s.desc:
		w.null(s.column, true)
	case s.null, s.column.nullable && s.desc:
		return false
	default:
		w.compare(s.column, s.beyond()+"=", s.value)
	}
	return true
}

// beyond expands the lexicographic order: after the position in the first step, or equal to it
// and after it in the others.
func (w *writer) beyond(steps []step) {
	s, rest := steps[0], steps[1:]
	last := s.null && s.desc // nothing follows null
	switch {
	case last && len(rest) == 0:
		w.never()
		return
	case last:
	case s.null:
		w.null(s.column, false)
	case s.desc && s.column.nullable:
		// This is one condition: with a second one, OR IS NULL, SQLite would search for both
		// and sort the results.
		w.text("(")
		w.compare(s.column, "<", s.value)
		w.text(") IS NOT FALSE")
	default:
		w.compare(s.column, s.beyond(), s.value)
	}
	if len(rest) == 0 {
		return
	}
	if !last {
		w.text(" OR (")
	}
	if s.null {
		w.null(s.column, true)
	} else {
		w.compare(s.column, "=", s.value)
	}
	w.text(" AND ")
	if nested := len(rest) > 1 || rest[0].null && !rest[0].desc; nested {
		w.text("(")
		w.beyond(rest)
		w.text(")")
	} else {
		w.beyond(rest)
	}
	if !last {
		w.text(")")
	}
}

// order writes the steps. NULL comes first ascending and last descending; PostgreSQL needs that
// explicitly.
func (w *writer) order(steps []step) {
	for i, s := range steps {
		w.comma(i)
		w.name(s.column)
		if s.column.collated() {
			w.text(w.dialect.collation())
		}
		nulls := w.dialect == PostgreSQL && s.column.nullable
		switch {
		case s.desc && nulls:
			w.text(" DESC NULLS LAST")
		case s.desc:
			w.text(" DESC")
		case nulls:
			w.text(" ASC NULLS FIRST")
		default:
			w.text(" ASC")
		}
	}
}
