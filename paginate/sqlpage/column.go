package sqlpage

import (
	"net/netip"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Part is what [From] takes: a column or a condition.
type Part interface{ part(*table) }

// Col is where a property lies in a table. It is an immutable value.
type Col[V any] struct {
	column column
	// point makes what a property that may be null carries; nil for others.
	point func(any) V
}

// column is what is the same for every Go type.
type column struct {
	id       *ir.ID
	prop     string // the name of the property
	of       *ir.Prop
	name     string
	order    codec.Order
	kind     kind
	nullable bool
	bytewise bool
	stored   func(any) any
	faults   []ir.Fault
}

// kind is how the values of a property go to a database.
type kind uint8

const (
	plain   kind = iota // as they are
	text                // as text, which needs a collation
	decimal             // as text, into a column of numbers
	instant             // a point in time
	address             // of a network
)

// Column says which column of the table holds a property. The name is plain, or
// qualified by that of a table: id, p.id. It is quoted, so that PostgreSQL takes
// it letter by letter: in lower case, unless the table was made with quotes.
//
// The column must hold every value that the property can have, and sort as the
// property does: a number as a number, a time as a time. Text may have any
// collation; statements bring their own, by bytes, see [Col.Bytewise].
//
// A value is bound as it is; text of a type of your own and an address as their
// text, a duration as nanoseconds. [Col.Stored] says otherwise.
func Column[V any](p prop.Of[V], name Text) Col[V] {
	if p == nil {
		return Col[V]{column: column{faults: []ir.Fault{ir.Faultf("Column(nil, %q): there is no property", string(name))}}}
	}
	form := property.FormOf(p)
	n := form.Node
	c := Col[V]{column: column{
		id: n.ID, prop: n.Name, of: n, name: string(name),
		order: property.OrderOf(p), kind: kindOf[V](n.Type), nullable: n.Nullable || n.Optional,
	}}
	if form.Null != nil {
		inner := form.Null.Inner.Type
		c.point = func(v any) V {
			a, _ := inner.Unbox(v)
			return inner.Cell(a).(V)
		}
	}
	switch {
	case !c.column.order.Carries():
		c = c.fault("Column(%q): property %q is no single value", string(name), n.Name)
	case !identifier(string(name)):
		c = c.fault("Column(%q): property %q needs the name of a column: letters, digits and _, qualified by a dot", string(name), n.Name)
	}
	return c
}

// kindOf is the kind of what carries a V.
func kindOf[V any](t ir.Type) kind {
	var zero V
	switch any(zero).(type) {
	case time.Time, *time.Time:
		return instant
	case netip.Addr, *netip.Addr, netip.Prefix, *netip.Prefix:
		return address
	case time.Duration, *time.Duration:
		return plain
	}
	switch t := t.(type) {
	case ir.Enum:
		return text
	case ir.Text:
		if t.Format == "decimal" {
			return decimal
		}
		return text
	}
	return plain
}

// identifier reports whether a name of a column needs no escape in any dialect.
func identifier(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if part == "" || len(part) > 63 {
			return false
		}
		for i, c := range []byte(part) {
			switch {
			case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			case i > 0 && c >= '0' && c <= '9':
			default:
				return false
			}
		}
	}
	return true
}

func (c Col[V]) part(t *table) { t.add(c.column) }

func (c Col[V]) fault(format string, args ...any) Col[V] {
	old := c.column.faults
	c.column.faults = append(old[:len(old):len(old)], ir.Faultf(format, args...))
	return c
}

// Stored says how a value lies in the table, where that is not as it is. What f
// returns must sort as the values do, and differ where they do: microseconds for
// times that the program itself cuts to microseconds. A property that may be
// null gives a pointer, which is never nil. SQLite has no type for times,
// decimal numbers and addresses, nor MySQL for addresses, so that there it must
// be said.
//
//	sqlpage.Column(created, "created_at").Stored(func(t time.Time) any { return t.UnixMicro() })
func (c Col[V]) Stored(f func(V) any) Col[V] {
	if f == nil {
		return c.fault("Stored(nil): the function is nil")
	}
	point := c.point
	c.column.stored = func(v any) any {
		if point != nil {
			return f(point(v))
		}
		return f(v.(V))
	}
	if c.column.kind != text {
		c.column.kind = plain
	}
	return c
}

// Nullable says that the column may be NULL, as that of a property which may be
// null or absent is anyway. Descending, a position among values costs a walk
// along the index from its start: no index range has both what is less than a
// value and NULL.
func (c Col[V]) Nullable() Col[V] {
	c.column.nullable = true
	return c
}

// Bytewise says that the column orders text by bytes by itself, so that
// statements leave the collation out: a column of a type that has none, such as
// PostgreSQL's uuid, or one that is declared with the collation. MySQL uses an
// index for an order only so.
func (c Col[V]) Bytewise() Col[V] {
	c.column.bytewise = true
	return c
}

// collated reports whether statements need a collation.
func (c *column) collated() bool { return c.kind == text && !c.bytewise }

// arg is a value as it is bound.
func (c *column) arg(v any) any {
	switch {
	case c.stored != nil:
		return c.stored(v)
	case c.kind == text, c.kind == decimal, c.kind == address:
		if b, ok := c.order.Append(nil, v); ok {
			return string(b)
		}
	}
	if d, ok := v.(time.Duration); ok {
		return int64(d)
	}
	return v
}
