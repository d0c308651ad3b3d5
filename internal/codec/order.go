package codec

import (
	"bytes"

	"github.com/tenon-go/tenon/internal/ir"
)

// Ordered is a codec whose values can be told apart by a text, and mostly
// sorted.
type Ordered[V any] interface {
	Ordering() Ordering[V]
}

// Ordering is how the values of a Go type are sorted and carried. Its text is
// not what a client reads: it keeps every digit that Compare looks at.
type Ordering[V any] struct {
	// Compare is below 0, 0 or above 0; nil where values have no order.
	Compare func(v, w V) int
	// Append writes v, or reports that it has no text.
	Append func(b []byte, v V) ([]byte, bool)
	Parse  func(text string) (V, bool)
	// Width is how many bytes Append writes at most, or [Unbounded].
	Width int
}

// Unbounded is the width of a text that may have any length.
const Unbounded = -1

// Order compares and carries the values of one property, wherever they lie: a
// cell is a V, a *V or a **V. A nil pointer is null, which sorts before every
// value. It is safe for concurrent use.
type Order interface {
	// Sorts reports whether the values have an order.
	Sorts() bool
	// Carries reports whether the values have a text; what sorts does.
	Carries() bool

	// Compare is below 0, 0 or above 0 as a sorts before b, with it, or after it.
	// Values without an order are compared by their texts; the others without
	// an allocation.
	Compare(a, b any) int
	IsNull(cell any) bool
	// Value is the value in a cell, boxed as a V; null has none.
	Value(cell any) (v any, null bool)
	// Append writes the value in a cell as text, or reports that it is null or
	// has none.
	Append(b []byte, cell any) ([]byte, bool)
	// Parse reads what Append has written into a boxed V.
	Parse(text string) (v any, ok bool)
	// Width is how many bytes Append writes at most, or [Unbounded].
	Width() int
}

// Rows gives access to the members of entities by property. Entities are *T.
type Rows interface {
	// Cell returns the place of a property in an entity: a *V, or a **V where it
	// may be null; a nil pointer where the value is absent. ok is false where
	// the collection does not have the property.
	Cell(id *ir.ID, entity any) (cell any, ok bool)
	// Order returns how the values of a property compare.
	Order(id *ir.ID) (order Order, ok bool)
	Collection() *ir.Collection
}

// OrderOf compiles the order of a property's values.
func OrderOf[V any](f Form[V]) Order {
	if f.Null != nil {
		return f.Null.Order()
	}
	o := &order[V]{how: Ordering[V]{Width: Unbounded}}
	if f.Make == nil { // a zero builder, whose fault says so
		return o
	}
	switch f.Node.Type.(type) {
	case ir.Array, ir.Object, ir.Alternatives, ir.Map: // a thunk is not called in vain
		return o
	}
	if c, ok := f.Make(NewCompiler(ir.Create), f.Node).(Ordered[V]); ok {
		o.how = c.Ordering()
	}
	return o
}

type order[V any] struct{ how Ordering[V] }

// at looks into a cell.
func (o *order[V]) at(cell any) (v V, there bool) {
	switch p := cell.(type) {
	case *V:
		if p == nil {
			return v, false
		}
		return *p, true
	case **V:
		if p == nil || *p == nil {
			return v, false
		}
		return **p, true
	case V:
		return p, true
	case nil:
		return v, false
	}
	panic("tenon: a cell is of another type than its property")
}

func (o *order[V]) Sorts() bool   { return o.how.Compare != nil }
func (o *order[V]) Carries() bool { return o.how.Append != nil }
func (o *order[V]) Width() int    { return o.how.Width }

func (o *order[V]) Compare(a, b any) int {
	v, there := o.at(a)
	w, also := o.at(b)
	switch {
	case !there && !also:
		return 0
	case !there:
		return -1
	case !also:
		return 1
	case o.how.Compare != nil:
		return o.how.Compare(v, w)
	case o.how.Append != nil:
		x, _ := o.how.Append(nil, v)
		y, _ := o.how.Append(nil, w)
		return bytes.Compare(x, y)
	}
	return 0
}

func (o *order[V]) IsNull(cell any) bool {
	_, there := o.at(cell)
	return !there
}

func (o *order[V]) Value(cell any) (v any, null bool) {
	w, there := o.at(cell)
	if !there {
		return nil, true
	}
	return w, false
}

func (o *order[V]) Append(b []byte, cell any) ([]byte, bool) {
	v, there := o.at(cell)
	if !there || o.how.Append == nil {
		return b, false
	}
	return o.how.Append(b, v)
}

func (o *order[V]) Parse(text string) (any, bool) {
	if o.how.Parse == nil {
		return nil, false
	}
	v, ok := o.how.Parse(text)
	if !ok {
		return nil, false
	}
	return v, true
}

// Cursor is the issue of a text that is no cursor of a list as it is asked for.
var Cursor = newIssue("cursor")
