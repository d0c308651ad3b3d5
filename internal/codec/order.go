package codec

import (
	"bytes"
	"sync"
	"time"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Ordered is a codec whose values have a distinct text and, mostly, an order.
type Ordered interface {
	Ordering() Ordering
}

// Ordering sorts the values of a Go type and writes them into cursors. Its text is not what
// a client reads: it keeps every digit that Compare looks at.
type Ordering struct {
	// Compare compares as [cmp.Compare] does; nil if values have no order.
	Compare func(a, b place.Addr) int
	// Shown is Compare for filters, where clients see less of a value than the program; nil: Compare.
	Shown func(a, b place.Addr) int
	// Unit is how exact the times are that clients see; 0: these are no times.
	Unit time.Duration
	// Append writes the value at a, or reports that it has no text.
	Append func(b []byte, a place.Addr) ([]byte, bool)
	// Parse reads a value into a place.
	Parse func(text string, a place.Addr) bool
	// Width is how many bytes Append writes at most, or [Unbounded].
	Width int
}

// OrderingOf returns the ordering of a V.
func OrderingOf[V any](compare func(v, w V) int, width int) Ordering {
	return Ordering{
		Compare: func(a, b place.Addr) int { return compare(*place.To[V](a), *place.To[V](b)) },
		Width:   width,
	}
}

// Unbounded is the width of texts of any length.
const Unbounded = -1

// Order compares and writes the values of one property in cells: a cell is a V, a *V or a **V.
// A nil pointer is null, which sorts before every value. It is safe for concurrent use.
type Order interface {
	// Sorts reports whether the values have an order.
	Sorts() bool
	// Carries reports whether the values have a text, as all sorted values do.
	Carries() bool

	// Compare compares two cells as [cmp.Compare] does. Values without an order are compared by
	// their texts; the others without an allocation.
	Compare(a, b any) int
	// CompareShown is Compare for values as clients see them.
	CompareShown(a, b any) int
	// Unit is how exact the times are that clients see; 0: these are no times.
	Unit() time.Duration
	IsNull(cell any) bool
	// Value returns the value in a cell as a V.
	Value(cell any) (v any, null bool)
	// Append appends the value in a cell as text; ok is false if it is null or has no text.
	Append(b []byte, cell any) ([]byte, bool)
	// Parse reads a text of Append into a V.
	Parse(text string) (v any, ok bool)
	// Width is how many bytes Append writes at most, or [Unbounded].
	Width() int
}

// Rows reads properties of entities, which are *T.
type Rows interface {
	// Cell returns the address of a property in an entity: a *V, or a **V if it is nullable;
	// nil if the value is absent. ok is false if the collection does not have the property.
	Cell(id *tree.ID, entity any) (cell any, ok bool)
	// Order returns how the values of a property compare.
	Order(id *tree.ID) (order Order, ok bool)
	Collection() *tree.Collection
}

// OrderOf compiles the order of a property's values.
func OrderOf(f Form) Order {
	if f.Null != nil {
		return OrderOf(f.Null.Inner)
	}
	o := &order{typ: f.Type, Ordering: Ordering{Width: Unbounded}}
	o.scratch.New = func() any { return &scratchPlaces{f.Type.New(), f.Type.New()} }
	if f.Make == nil { // a zero builder; see its fault
		return o
	}
	switch f.Node.Type.(type) {
	case tree.Array, tree.Object, tree.Alternatives, tree.Map: // need no compilation, which calls thunks
	default:
		if c, ok := f.Make(NewCompiler(tree.Create), f.Node).(Ordered); ok {
			o.Ordering = c.Ordering()
		}
	}
	return o
}

type order struct {
	typ *Type
	Ordering
	scratch sync.Pool // of *scratchPlaces
}

// scratchPlaces hold values that are not in a cell during a comparison.
type scratchPlaces [2]place.Addr

func (o *order) Sorts() bool   { return o.Ordering.Compare != nil }
func (o *order) Carries() bool { return o.Ordering.Append != nil }
func (o *order) Width() int    { return o.Ordering.Width }

func (o *order) Unit() time.Duration { return o.Ordering.Unit }

func (o *order) Compare(v, w any) int { return o.compare(v, w, o.Ordering.Compare) }

func (o *order) CompareShown(v, w any) int {
	if o.Ordering.Shown != nil {
		return o.compare(v, w, o.Ordering.Shown)
	}
	return o.Compare(v, w)
}

func (o *order) compare(v, w any, how func(a, b place.Addr) int) int {
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
		return how(a, b)
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

// Cursor is the issue of a text that is not a cursor of the requested list.
var Cursor = newIssue("cursor")

// Key is the issue of a key that no entity of a list has.
var Key = newIssue("key")
