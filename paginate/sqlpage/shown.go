package sqlpage

import (
	"time"

	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/paginate"
)

// shown writes a condition on times if clients see less of them than the column stores, such as
// seconds: a value stands for all times from it to the next one. It reports false if the usual
// comparison does. Columns have microseconds at best.
func (w *writer) shown(c *column, op paginate.Op, values []any) bool {
	unit := c.order.Unit()
	if unit < time.Microsecond {
		return false
	}
	next := make([]any, len(values))
	for i, v := range values {
		t, ok := v.(time.Time)
		if !ok || !format.DateTimeInRange(t.Add(unit)) {
			return false
		}
		next[i] = t.Add(unit)
	}
	within := func(from, to int) {
		w.compare(c, ">=", c.arg(values[from]))
		w.text(" AND ")
		w.compare(c, "<", c.arg(next[to]))
	}
	switch op {
	case paginate.OpEqual, paginate.OpBetween:
		within(0, len(values)-1)
	case paginate.OpIn:
		w.text("(")
		for i := range values {
			if i > 0 {
				w.text(" OR ")
			}
			within(i, i)
		}
		w.text(")")
	case paginate.OpAtMost:
		w.compare(c, "<", c.arg(next[0]))
	case paginate.OpGreater:
		w.compare(c, ">=", c.arg(next[0]))
	default:
		return false
	}
	return true
}
