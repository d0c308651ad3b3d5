package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// DecodePatch implements [Merger]. Few members are required and no default applies.
func (o *Object) DecodePatch(d *Decoder, t place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.rejectType(o.expected)
		return
	}
	o.Empty(t)
	d.Object()
	d.Spend(o.cost)
	var seen bits
	last := undeclared
	for i, name, ok := o.next(d, last, &seen); ok; i, name, ok = o.next(d, last, &seen) {
		if i == undeclared {
			o.decodeOther(d, name, t, m)
			continue
		}
		last = i
		f := &o.members[i]
		if !isVisible(d.Grants, f.scopes) {
			f.reject(d)
			continue
		}
		m.set.add(i)
		mark := d.Mark()
		switch {
		case d.Kind() == jsonx.Null && f.node.Nullable(tree.Update):
			d.Null()
			m.nulls.add(i)
		case f.field.merges():
			f.field.decodeMerge(d, t, m.field(i, len(o.members)))
		default:
			f.field.decode(d, t)
		}
		d.Under(mark, name)
	}
	if o.demands && d.Err() == nil {
		o.demand(&d.Report, &seen)
	}
}

// demand reports the required members that an update does not have.
func (o *Object) demand(r *Report, has *bits) {
	for i := range o.members {
		if m := &o.members[i]; !m.optional && !has.has(i) {
			mark := r.Mark()
			r.Add(issueRequired)
			r.Under(mark, m.name)
		}
	}
}

// EncodePatch implements [Merger].
func (o *Object) EncodePatch(e *Encoder, t place.Addr, m *Mask) {
	if !e.enter() {
		return
	}
	start := len(e.B)
	for i := range o.members {
		if !m.set.has(i) {
			continue
		}
		f := &o.members[i]
		e.write(f.key)
		switch {
		case m.nulls.has(i):
			e.write("null")
		case f.field.merges():
			f.field.encodeMerge(e, t, m.field(i, len(o.members)))
		default:
			f.field.encode(e, t)
		}
		if e.err != nil {
			e.under(Segment{f.name, -1})
			return
		}
	}
	if o.additional != nil {
		o.additional.encode(e, t, m)
	}
	e.brace(start)
	e.leave()
}

// CheckPatch implements [Merger].
func (o *Object) CheckPatch(r *Report, t place.Addr, m *Mask) {
	if o.demands {
		o.demand(r, &m.set)
	}
	for i := range o.members {
		if !m.set.has(i) || m.nulls.has(i) {
			continue
		}
		mark := r.Mark()
		if f := o.members[i].field; f.merges() {
			f.inspectMerge(r, t, m.field(i, len(o.members)))
		} else {
			f.check(r, t)
		}
		r.Under(mark, o.members[i].name)
	}
	if o.additional != nil {
		o.additional.check(r, t, m)
	}
}

// Carries reports whether the patch m sets a property, and whether to null. known is false if the
// mode does not have the member.
func (o *Object) Carries(id *tree.ID, m *Mask) (set, null, known bool) {
	i, ok := o.member(id)
	if !ok {
		return false, false, false
	}
	return m.set.has(i), m.nulls.has(i), true
}

// Changes returns the names of the members that the patch m sets, in the order of their
// declaration.
func (o *Object) Changes(m *Mask) (names []string) {
	for i := range o.members {
		if m.set.has(i) {
			names = append(names, o.members[i].name)
		}
	}
	return names
}

// Cell returns the address of a property in a value as a pointer to its Go type.
func (o *Object) Cell(id *tree.ID, t place.Addr) (cell any, ok bool) {
	i, ok := o.member(id)
	if !ok {
		return nil, false
	}
	return o.members[i].field.cellOf(t), true
}

func (o *Object) member(id *tree.ID) (int, bool) {
	for i := range o.members {
		if o.members[i].id == id {
			return i, true
		}
	}
	return 0, false
}
