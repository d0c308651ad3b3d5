package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// AdditionalBinding is the field of a struct for the members that its collection does not
// declare.
type AdditionalBinding struct {
	location Location
	form     Form
	entries  *Entries
	name     CheckName
}

// BindAdditional binds the members that a collection does not declare to a map.
func BindAdditional(f *MapForm, l Location) *AdditionalBinding {
	return &AdditionalBinding{l, f.Value, f.Entries, f.Names}
}

func (b *AdditionalBinding) fork(t place.Addr) { b.entries.fork(b.location.in(t), b.form.fork) }

func (b *AdditionalBinding) compile(c *Compiler, n *tree.Collection) *additional {
	m := membersOf(b.form, b.entries, b.name, c)
	m.declared = make(map[string]bool, len(n.Members))
	for _, p := range n.Members {
		m.declared[p.Prop.Name] = true
	}
	return &additional{m, b.location, b.form.Node}
}

// additional reads and writes the members that a collection does not declare. Declared names in the map
// are never written: a value that an application stored before a name was declared would be a second
// member of the name, or show a member that is hidden.
type additional struct {
	members
	location Location
	node     *tree.Prop
}

// declares reports whether the collection declares a member, in whatever mode.
func (f *additional) declares(name string) bool { return f.declared[name] }

// decode reads a member, m of a merge patch; nil: of a value.
func (f *additional) decode(d *Decoder, name string, t place.Addr, m *Mask) {
	a, v := f.location.in(t), f.entries.Value.New()
	if m != nil {
		stored, is := f.decodePatch(d, a, name, v, m)
		if is {
			f.store(t, stored, v)
		}
		return
	}
	name = f.readName(d, a, name, nil)
	f.value.Decode(d, v)
	f.store(t, name, v)
}

func (f *additional) store(t place.Addr, name string, v place.Addr) {
	a := f.location.in(t)
	if f.entries.Nil(a) {
		f.entries.Make(a, 0)
	}
	f.entries.Store(a, name, v)
}

func (f *additional) size(t place.Addr) int {
	a := f.location.in(t)
	n, v := f.entries.Len(a), f.entries.Value.New()
	for name := range f.declared {
		if f.entries.Load(a, name, v) {
			n--
		}
	}
	return n
}

func (f *additional) check(r *Report, t place.Addr, m *Mask) {
	if a := f.location.in(t); m != nil {
		f.checkPatch(r, a, m)
	} else {
		f.members.check(r, a)
	}
}

func (f *additional) encode(e *Encoder, t place.Addr, m *Mask) {
	a := f.location.in(t)
	names := f.entries.sorted(a)
	if m != nil {
		names = append(names, m.gone...)
	}
	f.members.encode(e, a, slices.DeleteFunc(names, f.declares), m)
}

func (f *additional) replace(r *Report, dst, src place.Addr) {
	to, from := f.location.in(dst), f.location.in(src)
	if !hides(f.value, r.Grants) || f.entries.Nil(to) {
		f.entries.Maps.Assign(to, from)
		return
	}
	f.members.replace(r, to, from)
}

func (f *additional) merge(r *Report, dst, src place.Addr, m *Mask) {
	f.members.merge(r, f.location.in(dst), f.location.in(src), m)
}

func (f *additional) hide(grants Grants, t place.Addr) {
	if hides(f.value, grants) {
		f.entries.fork(f.location.in(t), func(v place.Addr) { f.value.(hider).hide(grants, v) })
	}
}

// decodeOther decodes a member that the collection does not declare in the mode. m is that of a
// merge patch, or nil.
func (o *Object) decodeOther(d *Decoder, name string, t place.Addr, m *Mask) {
	if o.additional == nil || o.additional.declares(name) {
		o.rejectMember(d, name)
		return
	}
	mark := d.Mark()
	o.additional.decode(d, name, t, m)
	d.underUndeclared(mark, name)
}
