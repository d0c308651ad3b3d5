package codec

import (
	"bytes"
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Ordered is a codec whose values can be told apart by a text, and mostly
// sorted.
type Ordered interface {
	Ordering() Ordering
}

// Ordering is how the values of a Go type are sorted and carried. Its text is
// not what a client reads: it keeps every digit that Compare looks at.
type Ordering struct {
	// Compare is below 0, 0 or above 0; nil where values have no order.
	Compare func(a, b place.Addr) int
	// Append writes the value at a, or reports that it has no text.
	Append func(b []byte, a place.Addr) ([]byte, bool)
	// Parse reads a value into a place.
	Parse func(text string, a place.Addr) bool
	// Width is how many bytes Append writes at most, or [Unbounded].
	Width int
}

// OrderingOf is the ordering of a V.
func OrderingOf[V any](compare func(v, w V) int, width int) Ordering {
	return Ordering{
		Compare: func(a, b place.Addr) int { return compare(*place.To[V](a), *place.To[V](b)) },
		Width:   width,
	}
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
func OrderOf(f Form) Order {
	if f.Null != nil {
		return OrderOf(f.Null.Inner)
	}
	o := &order{typ: f.Type, Ordering: Ordering{Width: Unbounded}}
	o.scratch.New = func() any { return &scratchPlaces{f.Type.New(), f.Type.New()} }
	if f.Make == nil { // a zero builder, whose fault says so
		return o
	}
	switch f.Node.Type.(type) {
	case ir.Array, ir.Object, ir.Alternatives, ir.Map: // a thunk is not called in vain
	default:
		if c, ok := f.Make(NewCompiler(ir.Create), f.Node).(Ordered); ok {
			o.Ordering = c.Ordering()
		}
	}
	return o
}

type order struct {
	typ *Type
	Ordering
	scratch sync.Pool // of *desk
}

// scratchPlaces is where values lie that are not in a cell while they are compared.
type scratchPlaces [2]place.Addr

func (o *order) Sorts() bool   { return o.Ordering.Compare != nil }
func (o *order) Carries() bool { return o.Ordering.Append != nil }
func (o *order) Width() int    { return o.Ordering.Width }

func (o *order) Compare(v, w any) int {
	desk := o.scratch.Get().(*scratchPlaces)
	defer o.scratch.Put(desk)
	a, there := o.typ.Find(v, desk[0])
	b, also := o.typ.Find(w, desk[1])
	switch {
	case !there && !also:
		return 0
	case !there:
		return -1
	case !also:
		return 1
	case o.Sorts():
		return o.Ordering.Compare(a, b)
	case o.Carries():
		x, _ := o.Ordering.Append(nil, a)
		y, _ := o.Ordering.Append(nil, b)
		return bytes.Compare(x, y)
	}
	return 0
}

func (o *order) IsNull(cell any) bool {
	desk := o.scratch.Get().(*scratchPlaces)
	defer o.scratch.Put(desk)
	_, there := o.typ.Find(cell, desk[0])
	return !there
}

func (o *order) Value(cell any) (v any, null bool) {
	a, there := o.typ.Unbox(cell)
	if !there {
		return nil, true
	}
	return o.typ.Value(a), false
}

func (o *order) Append(b []byte, cell any) ([]byte, bool) {
	a, there := o.typ.Unbox(cell)
	if !there || !o.Carries() {
		return b, false
	}
	return o.Ordering.Append(b, a)
}

func (o *order) Parse(text string) (any, bool) {
	if o.Ordering.Parse == nil {
		return nil, false
	}
	a := o.typ.New()
	if !o.Ordering.Parse(text, a) {
		return nil, false
	}
	return o.typ.Value(a), true
}

// Cursor is the issue of a text that is no cursor of a list as it is asked for.
var Cursor = newIssue("cursor")
