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
	if f.Make == nil { // a zero builder, whose fault says so
		return orderBy(Ordering[V]{Width: Unbounded})
	}
	switch f.Node.Type.(type) {
	case ir.Array, ir.Object, ir.Alternatives, ir.Map: // a thunk is not called in vain
	default:
		if c, ok := f.Make(NewCompiler(ir.Create), f.Node).(Ordered[V]); ok {
			return orderBy(c.Ordering())
		}
	}
	return orderBy(Ordering[V]{Width: Unbounded})
}

func (f Form[V]) order() func() Order { return func() Order { return OrderOf(f) } }

func orderBy[V any](how Ordering[V]) Order {
	o := &order{width: how.Width, value: func(cell any) (any, bool) {
		v, there := inCell[V](cell)
		return v, there
	}}
	o.null = func(cell any) bool {
		_, there := inCell[V](cell)
		return !there
	}
	if how.Compare != nil {
		o.compare = func(a, b any) int {
			v, _ := inCell[V](a)
			w, _ := inCell[V](b)
			return how.Compare(v, w)
		}
	}
	if how.Append != nil {
		o.append = func(b []byte, cell any) ([]byte, bool) {
			v, there := inCell[V](cell)
			if !there {
				return b, false
			}
			return how.Append(b, v)
		}
	}
	if how.Parse != nil {
		o.parse = func(text string) (any, bool) {
			v, ok := how.Parse(text)
			return v, ok
		}
	}
	return o
}

// inCell looks into a cell.
//
//go:noinline
func inCell[V any](cell any) (v V, there bool) {
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

// order is made of functions that know the Go type; what values cannot do is nil.
type order struct {
	width   int
	null    func(cell any) bool
	value   func(cell any) (v any, there bool)
	compare func(a, b any) int // of two that are there
	append  func(b []byte, cell any) ([]byte, bool)
	parse   func(text string) (v any, ok bool)
}

func (o *order) Sorts() bool   { return o.compare != nil }
func (o *order) Carries() bool { return o.append != nil }
func (o *order) Width() int    { return o.width }

func (o *order) Compare(a, b any) int {
	null, also := o.IsNull(a), o.IsNull(b)
	switch {
	case null && also:
		return 0
	case null:
		return -1
	case also:
		return 1
	case o.compare != nil:
		return o.compare(a, b)
	case o.append != nil:
		x, _ := o.append(nil, a)
		y, _ := o.append(nil, b)
		return bytes.Compare(x, y)
	}
	return 0
}

func (o *order) IsNull(cell any) bool { return o.null(cell) }

func (o *order) Value(cell any) (v any, null bool) {
	v, there := o.value(cell)
	if !there {
		return nil, true
	}
	return v, false
}

func (o *order) Append(b []byte, cell any) ([]byte, bool) {
	if o.append == nil {
		return b, false
	}
	return o.append(b, cell)
}

func (o *order) Parse(text string) (any, bool) {
	if o.parse == nil {
		return nil, false
	}
	v, ok := o.parse(text)
	if !ok {
		return nil, false
	}
	return v, true
}

// Cursor is the issue of a text that is no cursor of a list as it is asked for.
var Cursor = newIssue("cursor")
