package codec

import (
	"errors"
	"slices"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Record holds the values of a collection without a Go struct. Copies of a record share their
// values.
type Record struct{ record }

// record has the methods of a record, which a type defined over [Record] keeps.
type record struct {
	shape *RecordShape
	cells []place.Addr
	given []bool
}

// RecordShape is what the records of a collection have in common.
type RecordShape struct {
	node  *tree.Collection
	forms []recordForm
}

// recordForm is a member of records, or the map of the members that are not declared.
type recordForm struct {
	*Form
	additional bool
	constant   bool // value is its only value, which every record has
	value      place.Addr
}

// NewRecordShape returns a shape without properties.
func NewRecordShape(n *tree.Collection) *RecordShape { return &RecordShape{node: n} }

// Owns reports whether a record has the shape: a function may declare the collection anew.
func (s *RecordShape) Owns(r *Record) bool {
	return r.shape == s || r.shape != nil && s.node.At.Known() && r.shape.node.Fingerprint() == s.node.Fingerprint()
}

// Init makes *r an empty record.
func (s *RecordShape) Init(r *Record) {
	r.shape, r.cells, r.given = s, make([]place.Addr, len(s.forms)), make([]bool, len(s.forms))
	for i, f := range s.forms {
		r.cells[i] = f.Type.New()
	}
}

// Fork makes *r share no values with other records.
func (s *RecordShape) Fork(r *Record) {
	if r.cells == nil {
		s.Init(r)
		return
	}
	r.cells, r.given = slices.Clone(r.cells), slices.Clone(r.given)
	for i, f := range s.forms {
		r.cells[i] = f.Type.Copy(r.cells[i])
	}
}

func (s *RecordShape) index(id *tree.ID) int {
	return slices.IndexFunc(s.forms, func(f recordForm) bool { return f.Node.ID == id })
}

func (r record) cell(id *tree.ID) (cell any, given bool) {
	if r.shape == nil {
		return nil, false
	}
	if i := r.shape.index(id); i >= 0 {
		return r.shape.forms[i].Type.Cell(r.cells[i]), r.given[i] || r.shape.forms[i].additional
	}
	return nil, false
}

func (r record) place(id *tree.ID) (cell any) {
	if r.shape == nil {
		return nil
	}
	i := r.shape.index(id)
	if i < 0 {
		return nil
	}
	r.given[i] = true
	return r.shape.forms[i].Type.Cell(r.cells[i])
}

func (r record) missing() string {
	if r.shape == nil {
		return "in a record that no collection made"
	}
	return "a member of collection \"" + r.shape.node.Name + "\""
}

func (r record) named(name string) *tree.Prop {
	if r.shape == nil {
		return nil
	}
	i := slices.IndexFunc(r.shape.forms, func(f recordForm) bool { return f.Node.Name == name })
	if i < 0 {
		return nil
	}
	return r.shape.forms[i].Node
}

// BindRecord adds a property to a shape and binds it to its place.
func BindRecord(f Form, s *RecordShape) Binding {
	i := len(s.forms)
	form := recordForm{Form: &f}
	if t, is := f.Node.Type.(tree.Enum); is && t.Const && !f.Node.MayBeAbsent() && !f.Node.Nullable && len(f.Node.Faults) == 0 {
		form.constant, form.value = true, f.Type.New()
		Constant(f, form.value)
	}
	s.forms = append(s.forms, form)
	b := Bind(f, AtFunc(func(t place.Addr) place.Addr {
		r := place.To[Record](t)
		if r.cells == nil {
			s.Init(r)
		}
		return r.cells[i]
	}))
	required := !f.Node.MayBeAbsent()
	b.cell = &recordCell{i: i, required: required, cleared: required || f.Node.Nullable}
	return b
}

// BindRecordMap adds a map to a shape, for the members that the collection does not declare.
func BindRecordMap(f Form, s *RecordShape) *AdditionalBinding {
	b := BindRecord(f, s)
	s.forms[len(s.forms)-1].additional = true
	return BindAdditional(f.Map, b.location)
}

// SetConstants sets the members that have one value only, so that programs need not.
func (r *Record) SetConstants() {
	if r.shape == nil { // of a collection with a fault
		return
	}
	for i, f := range r.shape.forms {
		if f.constant {
			f.Type.Assign(r.cells[i], f.value)
			r.given[i] = true
		}
	}
}

// Equal reports whether o has the same members with the same values, of the same collection.
func (r *Record) Equal(o *Record) bool {
	if r.shape == nil || o.shape == nil {
		return r.shape == o.shape
	}
	if r.shape.node.Fingerprint() != o.shape.node.Fingerprint() {
		return false
	}
	text := func(f recordForm, a place.Addr) string {
		var e Encoder
		f.Compile(NewCompiler(tree.View)).Encode(&e, a)
		return string(e.B)
	}
	for i, f := range r.shape.forms {
		if r.given[i] != o.given[i] || (r.given[i] || f.additional) && text(f, r.cells[i]) != text(f, o.cells[i]) {
			return false
		}
	}
	return true
}

// Value returns the value of a declared member; ok is false if the record has none.
func (r *Record) Value(name string) (value any, ok bool) {
	for n, v := range r.All {
		if n == name {
			return v, true
		}
	}
	return nil, false
}

// All yields the declared members that have a value.
func (r *Record) All(yield func(name string, value any) bool) {
	if r.shape == nil {
		return
	}
	for i, f := range r.shape.forms {
		if !f.additional && r.given[i] && !yield(f.Node.Name, f.Type.Value(r.cells[i])) {
			return
		}
	}
}

// recordCell is a member of records.
type recordCell struct {
	i        int
	required bool
	// cleared is whether there still is a value when a client has sent null.
	cleared bool
}

func (c *recordCell) has(t place.Addr) bool {
	r := place.To[Record](t)
	return r.cells != nil && r.given[c.i]
}

func (c *recordCell) setPresent(t place.Addr, is bool) { place.To[Record](t).given[c.i] = is }

// visible is the cell of the value that a record is shown with.
func (c *recordCell) visible(b *Binding, t place.Addr) any {
	switch {
	case c.has(t):
	case b.form.Default != nil:
		v := b.form.Type.New()
		b.form.Default(v)
		return b.form.Type.Cell(v)
	case b.form.Node.Optional:
		return b.form.Type.Cell(place.Addr{})
	}
	return b.form.Type.Cell(b.location.in(t))
}

var errAbsent = errors.New("has no value")
