package codec

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
)

// Record holds the values of a collection that no Go struct stands for, each in
// a cell of its property's type. Copies of a record share their cells.
type Record struct {
	shape *RecordShape
	cells []any // *V
	given []bool
}

// RecordShape is what the records of one collection have in common.
type RecordShape struct {
	name  string
	ids   []*ir.ID
	nodes []*ir.Prop
	make  []func() any
	clone []func(any) any
}

// NewRecordShape starts the shape of a collection's records.
func NewRecordShape(collection string) *RecordShape { return &RecordShape{name: collection} }

// Init makes *r an empty record.
func (s *RecordShape) Init(r *Record) {
	r.shape, r.cells, r.given = s, make([]any, len(s.ids)), make([]bool, len(s.ids))
	for i, cell := range s.make {
		r.cells[i] = cell()
	}
}

// Fork makes *r a copy with cells of its own.
func (s *RecordShape) Fork(r *Record) {
	if r.cells == nil {
		s.Init(r)
		return
	}
	r.cells, r.given = slices.Clone(r.cells), slices.Clone(r.given)
	for i, clone := range s.clone {
		r.cells[i] = clone(r.cells[i])
	}
}

// Cell implements the source of typed handles.
func (r Record) Cell(_ ir.Key, id *ir.ID) (cell any, given bool) {
	if r.shape == nil {
		return nil, false
	}
	if i := slices.Index(r.shape.ids, id); i >= 0 {
		return r.cells[i], r.given[i]
	}
	return nil, false
}

// Place implements the sink of typed handles.
func (r Record) Place(key ir.Key, id *ir.ID) (cell any) {
	if r.shape == nil {
		return nil
	}
	i := slices.Index(r.shape.ids, id)
	if i < 0 {
		return nil
	}
	r.given[i] = true
	return r.cells[i]
}

// Missing implements the source of typed handles.
func (r Record) Missing(ir.Key) string {
	if r.shape == nil {
		return "in a record that no collection made"
	}
	return "a member of collection \"" + r.shape.name + "\""
}

// Named returns the member with a name.
func (r Record) Named(_ ir.Key, name string) *ir.Prop {
	if r.shape == nil {
		return nil
	}
	i := slices.IndexFunc(r.shape.nodes, func(n *ir.Prop) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return r.shape.nodes[i]
}

// BindCell adds a property to a shape and ties it to its cell.
func BindCell[V any](f Form[V], s *RecordShape) Binding[*Record] {
	return bindCell(f.at(), s, f.order())
}

//go:noinline
func bindCell[P any](f *formAt[P], s *RecordShape, order func() Order) Binding[*Record] {
	i := len(s.ids)
	s.ids, s.nodes = append(s.ids, f.node.ID), append(s.nodes, f.node)
	s.make = append(s.make, func() any { return f.fresh() })
	s.clone = append(s.clone, func(cell any) any {
		v := f.fresh()
		f.assign(v, cell.(P))
		return v
	})
	at := func(r *Record) P {
		if r.cells == nil {
			s.Init(r)
		}
		return r.cells[i].(P)
	}
	b := bind(f, at, order)
	b.Field = func(c *Compiler) *Field[*Record] {
		field, _ := bound(f, c, at)
		field.direct = nil
		cell := recordCell{i: i, required: !f.node.MayBeAbsent()}
		if f.def != nil {
			cell.fallback = func() any {
				v := f.fresh()
				f.def(v)
				return v
			}
		}
		cell.keep(field)
		field.cleared = cell.required || f.node.Nullable
		return field
	}
	b.Cell = func(r *Record) any {
		switch {
		case r.has(i):
		case f.def != nil:
			v := f.fresh()
			f.def(v)
			return v
		case f.node.Optional:
			var none P
			return none
		}
		return at(r)
	}
	return b
}

func (r *Record) has(i int) bool { return r.cells != nil && r.given[i] }

// recordCell is a member of records.
type recordCell struct {
	i        int
	required bool
	fallback func() any // what an answer has where no value was set; nil: nothing
}

var errAbsent = errors.New("has no value")

// keep lets a field know which records have a value.
func (c recordCell) keep(f *Field[*Record]) {
	value, decode, check, append := f.value, f.Decode, f.Check, f.Append
	f.is = func(r *Record) bool { return r.has(c.i) }
	f.give = func(r *Record, is bool) { r.given[c.i] = is }
	f.Decode = func(d *Decoder, r *Record) {
		decode(d, r)
		r.given[c.i] = true
	}
	f.Check = func(rep *Report, r *Record) {
		if r.has(c.i) {
			check(rep, r)
		} else if c.required {
			rep.Note(issueRequired)
		}
	}
	f.Append = func(e *Encoder, r *Record) {
		switch {
		case r.has(c.i):
			append(e, r)
		case c.fallback != nil:
			value().Append(e, c.fallback())
		default:
			e.fail(errAbsent)
		}
	}
}
