package sqlpage

import (
	"net/netip"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Part is an argument of [From]: a column or a condition.
type Part interface{ part(*table) }

// Col is the column of a property. It is an immutable value.
type Col[V any] struct {
	column column
	// point returns a pointer for a nullable property; nil for others.
	point func(any) V
}

// column is a Col without the Go type.
type column struct {
	id       *tree.ID
	prop     string // the name of the property
	of       *tree.Prop
	name     string
	order    codec.Order
	kind     kind
	nullable bool
	bytewise bool
	stored   func(any) any
	faults   []tree.Fault
}

// kind is how values of a property are bound.
type kind uint8

const (
	plain   kind = iota // unchanged
	text                // as text, which needs a collation
	decimal             // as text, compared with a numeric column
	instant             // a point in time
	address             // of a network
)

// Column declares the column of a property. The name is plain, or qualified by that of a table:
// id, p.id. It is quoted, so that PostgreSQL distinguishes case: use lower case unless the
// column was created with quotes.
//
// The column must store every value of the property, and sort as the property does: numbers as
// numbers, times as times. Text may have any collation, because statements set one by bytes;
// see [Col.Bytewise].
//
// Values are bound unchanged, except that text types of the application and addresses are bound
// as text, and durations as nanoseconds. [Col.Stored] changes that.
func Column[V any](p prop.Of[V], name Text) Col[V] {
	if p == nil {
		return Col[V]{column: column{faults: []tree.Fault{tree.Faultf("Column(nil, %q): the property is nil", string(name))}}}
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
		c = c.fault("Column(%q): property %q is not a single value", string(name), n.Name)
	case !identifier(string(name)):
		c = c.fault("Column(%q): property %q needs the name of a column: letters, digits and _, qualified by a dot", string(name), n.Name)
	}
	return c
}

// kindOf returns the kind of values of type V.
func kindOf[V any](t tree.Type) kind {
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
	case tree.Enum:
		if t.Of != "" {
			return plain
		}
		return text
	case tree.Text:
		if t.Format == "decimal" {
			return decimal
		}
		return text
	}
	return plain
}

// identifier reports whether the name of a column needs no escapes in any dialect.
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
	c.column.faults = append(old[:len(old):len(old)], tree.Faultf(format, args...))
	return c
}

// Stored sets the function that converts values to those of the column, if they differ. The
// results must sort as the values do, and differ if they do: microseconds, for example, if the
// program truncates times to microseconds. For a nullable property the argument is a pointer,
// which is never nil. Stored is required in SQLite for times, decimal numbers and addresses,
// and in MySQL for addresses, because they have no such types.
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

// Nullable declares that the column may be NULL; it is implied for a property that is nullable
// or optional. In descending order, a keyset position then costs a walk along the index from
// its start: no index range has both smaller values and NULL.
func (c Col[V]) Nullable() Col[V] {
	c.column.nullable = true
	return c
}

// Bytewise declares that the column orders text by bytes, so that statements need no collation:
// its type has none, such as uuid in PostgreSQL, or it is declared with one. MySQL uses an
// index for an order only then.
func (c Col[V]) Bytewise() Col[V] {
	c.column.bytewise = true
	return c
}

// collated reports whether statements need a collation.
func (c *column) collated() bool { return c.kind == text && !c.bytewise }

// arg returns a value as it is bound.
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
