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

// BindCell adds a property to a shape and ties it to its cell.
func BindCell[V any](f Form[V], s *RecordShape) Binding[Record] {
	i := len(s.ids)
	s.ids = append(s.ids, f.Node.ID)
	s.make = append(s.make, func() any { return new(V) })
	s.clone = append(s.clone, func(cell any) any {
		v := *cell.(*V)
		return &v
	})
	at := func(r *Record) *V {
		if r.cells == nil {
			s.Init(r)
		}
		return r.cells[i].(*V)
	}
	return cellBind[V]{bind[Record, V]{f, at}, i, f.Node}
}

type cellBind[V any] struct {
	bind bind[Record, V]
	i    int
	node *ir.Prop
}

func (b cellBind[V]) Field(c *Compiler) Field[Record] {
	return &cellField[V]{b.bind.Field(c).(*bound[Record, V]), b.i, b.node, !b.node.MayBeAbsent(), b.bind.form.Default}
}

func (b cellBind[V]) Own(r *Record) { b.bind.Own(r) }

func (b cellBind[V]) Cell(r *Record) any {
	switch fallback := b.bind.form.Default; {
	case r.cells != nil && r.given[b.i]:
	case fallback != nil:
		v := fallback()
		return &v
	case b.node.Optional:
		return (*V)(nil)
	}
	return b.bind.at(r)
}

func (b cellBind[V]) Order() Order { return b.bind.Order() }

type cellField[V any] struct {
	*bound[Record, V]
	i        int
	node     *ir.Prop
	required bool
	fallback func() V // what an answer has where no value was set; nil: nothing
}

func (f *cellField[V]) parts() (codec, at any) { return nil, nil }

func (f *cellField[V]) has(r *Record) bool { return r.cells != nil && r.given[f.i] }

func (f *cellField[V]) Decode(d *Decoder, r *Record) {
	f.bound.Decode(d, r)
	r.given[f.i] = true
}

func (f *cellField[V]) Way() Way[Record] {
	return wayOf(f.codec, func(r *Record) *V {
		place := f.at(r)
		r.given[f.i] = true
		return place
	})
}

func (f *cellField[V]) Check(rep *Report, r *Record) {
	if f.has(r) {
		f.bound.Check(rep, r)
	} else if f.required {
		rep.Note(issueRequired)
	}
}

var errAbsent = errors.New("has no value")

func (f *cellField[V]) Append(e *Encoder, r *Record) {
	switch {
	case f.has(r):
		f.bound.Append(e, r)
	case f.fallback != nil:
		v := f.fallback()
		f.codec.Append(e, &v)
	default:
		e.fail(errAbsent)
	}
}

func (f *cellField[V]) Omitted(r *Record) bool { return !f.has(r) }

func (f *cellField[V]) Absent(r *Record) {
	if f.def != nil {
		f.bound.Absent(r)
		r.given[f.i] = true
	}
}

func (f *cellField[V]) DecodeMerge(d *Decoder, r *Record, m *Mask) {
	f.bound.DecodeMerge(d, r, m)
	r.given[f.i] = true
}

func (f *cellField[V]) Merge(dst, src *Record, m *Mask) {
	f.bound.Merge(dst, src, m)
	dst.given[f.i] = true
}

func (f *cellField[V]) Copy(dst, src *Record) {
	f.bound.Copy(dst, src)
	dst.given[f.i] = true
}

// Clear removes a value: null where the property knows null, absence otherwise.
func (f *cellField[V]) Clear(r *Record) {
	f.bound.Clear(r)
	r.given[f.i] = f.required || f.node.Nullable
}
