package sqlpage

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Expr is a condition in SQL with its arguments; see [SQL].
type Expr struct {
	text Text
	args []any
}

// SQL returns a condition of the application. The text has a ? for each argument, in every
// dialect; a literal question mark outside of quotes is written as ??.
func SQL(text Text, args ...any) Expr { return Expr{text, args} }

// Condition sets the condition of a filter, in place of the comparison of one column.
//
//	sqlpage.Condition(tagged, func(tag string) sqlpage.Expr {
//		return sqlpage.SQL("EXISTS (SELECT 1 FROM tags WHERE product_id = products.id AND tag = ?)", tag)
//	})
func Condition[V any](f paginate.Filter[V], expr func(V) Expr) Part {
	part := ownPart{own: own{filter: f, id: query.ParameterOf(f).Node.ID}}
	if expr == nil {
		part.faults = append(part.faults, tree.Faultf("Condition(nil): filter %q needs a function", f.Name()))
		return part
	}
	part.expr = func(q paginate.Query) Expr { return expr(f.Get(q)) }
	return part
}

type ownPart struct {
	own
	faults []tree.Fault
}

func (p ownPart) part(t *table) {
	t.faults = append(t.faults, p.faults...)
	for _, o := range t.own {
		if o.id == p.id {
			t.fault("filter %q has a condition already", p.filter.Name())
		}
	}
	t.own = append(t.own, p.own)
}

// expr writes an expression of the program.
func (w *writer) expr(e Expr) {
	args := e.args
	quote := byte(0)
	text := string(e.text)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '?' && i+1 < len(text) && text[i+1] == '?':
			i++
		case c == '?':
			if len(args) == 0 {
				w.fail(errors.New("sqlpage: \"" + text + "\" has more ? than arguments"))
				return
			}
			w.bind(args[0])
			args = args[1:]
			continue
		}
		w.b = append(w.b, c)
	}
	if len(args) > 0 {
		w.fail(errors.New("sqlpage: \"" + text + "\" has " + strconv.Itoa(len(args)) + " arguments more than ?"))
	}
}

// condition writes what a client asks of a column.
func (w *writer) condition(c *column, cond paginate.Condition) {
	values := cond.Values()
	if len(values) == 0 {
		w.fail(errors.New("sqlpage: filter \"" + cond.Name() + "\" has no value"))
		return
	}
	if w.shown(c, cond.Op(), values) {
		return
	}
	switch cond.Op() {
	case paginate.OpEqual, paginate.OpIn:
		w.oneOf(c, values)
	case paginate.OpAtLeast:
		w.compare(c, ">=", c.arg(values[0]))
	case paginate.OpAtMost:
		w.compare(c, "<=", c.arg(values[0]))
	case paginate.OpGreater:
		w.compare(c, ">", c.arg(values[0]))
	case paginate.OpLess:
		w.compare(c, "<", c.arg(values[0]))
	case paginate.OpBetween:
		w.compare(c, ">=", c.arg(values[0]))
		w.text(" AND ")
		w.compare(c, "<=", c.arg(values[len(values)-1]))
	case paginate.OpContains:
		part, _ := values[0].(string)
		w.contains(c, part)
	case paginate.OpPrefix:
		part, _ := values[0].(string)
		w.prefix(c, part)
	case paginate.OpIsNull:
		w.null(c, values[0] == true)
	default:
		w.fail(errors.New("sqlpage: filter \"" + cond.Name() + "\" has an operator that this version does not support"))
	}
}

// compare writes a comparison with one value. The collation stands at the value,
// where it decides just as well, and the bare column finds its index.
func (w *writer) compare(c *column, op string, v any) {
	w.name(c)
	w.text(" " + op + " ")
	w.value(c, v)
}

// refuses fails where a condition has a text with U+0000, which no text of
// PostgreSQL has: what a client sends with it is the client's mistake.
func (w *writer) refuses(cond paginate.Condition) bool {
	if w.dialect != PostgreSQL || cond.Op() == paginate.OpIsNull {
		return false
	}
	values := cond.Values()
	for i, v := range values {
		if !hasNUL(cond, v) {
			continue
		}
		var r codec.Report
		r.Add(codec.NUL)
		if len(values) > 1 {
			r.At(0, i)
		}
		r.Parameter(0, tree.InQuery, cond.Name())
		w.fail(codec.Invalid{Err: codec.Gather[prop.Violations](&r)})
		return true
	}
	return false
}

// hasNUL reports whether the text of a value has the character.
func hasNUL(cond paginate.Condition, v any) bool {
	if s, ok := v.(string); ok {
		return strings.IndexByte(s, 0) >= 0
	}
	order := seal.Box[query.Condition](cond).Open().Input().Filter.Order
	if order == nil || !order.Carries() {
		return false
	}
	var room [64]byte
	text, _ := order.Append(room[:0], v)
	return bytes.IndexByte(text, 0) >= 0
}

// oneOf writes that the column is one of the values. PostgreSQL tells texts
// apart by bytes under every collation, so that any index serves.
func (w *writer) oneOf(c *column, values []any) {
	var args []any
	for _, v := range values {
		args = append(args, c.arg(v))
	}
	bind := func(v any) { w.value(c, v) }
	if w.dialect == PostgreSQL {
		bind = w.bind
	}
	switch len(args) {
	case 1:
		w.name(c)
		w.text(" = ")
		bind(args[0])
	default:
		w.name(c)
		if w.dialect == SQLite && c.collated() { // the left side decides
			w.text(w.dialect.collation())
			bind = w.bind
		}
		w.text(" IN (")
		for i, v := range args {
			if i > 0 {
				w.text(", ")
			}
			bind(v)
		}
		w.text(")")
	}
}

// contains writes a search that no character is special to, as in LIKE, and that
// is exact, as LIKE of SQLite and MySQL is not.
func (w *writer) contains(c *column, part string) {
	if w.dialect == PostgreSQL {
		w.text("strpos(")
	} else {
		w.text("instr(")
	}
	w.name(c)
	if w.dialect != SQLite && c.collated() {
		w.text(w.dialect.collation())
	}
	w.text(", ")
	w.bind(part)
	w.text(") > 0")
}

// prefix writes a range: by code points, what begins with abc is what is not
// below abc, and below abd.
func (w *writer) prefix(c *column, part string) {
	w.compare(c, ">=", part)
	if next, ok := successor(part); ok {
		w.text(" AND ")
		w.compare(c, "<", next)
	}
}

// successor is the least text above every text with a prefix, if there is one.
func successor(prefix string) (string, bool) {
	for prefix != "" {
		r, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		switch {
		case r == utf8.MaxRune:
			continue
		case r == 0xD7FF: // surrogates are no characters
			return prefix + "\uE000", true
		}
		return prefix + string(r+1), true
	}
	return "", false
}

func (w *writer) null(c *column, null bool) {
	w.name(c)
	if null {
		w.text(" IS NULL")
	} else {
		w.text(" IS NOT NULL")
	}
}
