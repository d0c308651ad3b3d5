package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// AdditionalBinding is the field of a struct for the members that its collection does not
// declare. Only [BindAdditional] makes one: programs without such fields do not link their code.
type AdditionalBinding interface {
	fork(t place.Addr)
	compile(c *Compiler, n *ir.Collection) additionalCodec
}

// additionalCodec reads and writes the members that a collection does not declare.
type additionalCodec interface {
	// declares reports whether the collection declares a member, in whatever mode.
	declares(name string) bool
	decode(d *Decoder, name string, t place.Addr)
	// decodeGone reads null in a merge patch, which removes the member.
	decodeGone(d *Decoder, name string, m *Mask)
	check(r *Report, t place.Addr)
	// checkGone checks the names of the members that a patch removes.
	checkGone(r *Report, names []string)
	// encode writes the members of the value, and null for those of a patch that are gone.
	encode(e *Encoder, t place.Addr, gone []string)
	merge(r *Report, dst, src place.Addr, gone []string)
	replace(r *Report, dst, src place.Addr)
	hide(grants Grants, t place.Addr)
	size(t place.Addr) int
}

// additionalBinding implements [AdditionalBinding].
type additionalBinding struct {
	location Location
	form     Form
	entries  *Entries
	name     CheckName
}

// BindAdditional binds the members that a collection does not declare to a map.
func BindAdditional(f *MapForm, l Location) AdditionalBinding {
	return &additionalBinding{l, f.Value, f.Entries, f.Names}
}

func (b *additionalBinding) fork(t place.Addr) { b.entries.fork(b.location.in(t), b.form.fork) }

func (b *additionalBinding) compile(c *Compiler, n *ir.Collection) additionalCodec {
	// A patch replaces a member as a whole: it is not known to be an object.
	value := b.form.Compile(c.in(c.Mode.Nested()))
	declared := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		declared[m.Prop.Name] = true
	}
	return &additional{members{value, b.entries, b.name}, b.location, b.form.Node, declared}
}

// additional implements [additionalCodec]. Declared names in the map are never written: a value
// that an application stored before a name was declared would be a second member of the name, or
// show a member that is hidden.
type additional struct {
	members
	location Location
	node     *ir.Prop
	declared map[string]bool
}

func (f *additional) declares(name string) bool { return f.declared[name] }

func (f *additional) decode(d *Decoder, name string, t place.Addr) {
	v := f.entries.Value.New()
	f.checkName(&d.Report, name)
	f.value.Decode(d, v)
	f.store(t, name, v)
}

func (f *additional) decodeGone(d *Decoder, name string, m *Mask) {
	mark := d.Mark()
	f.checkName(&d.Report, name)
	d.underUndeclared(mark, name)
	d.Null()
	m.gone = append(m.gone, name)
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

func (f *additional) check(r *Report, t place.Addr) {
	f.entries.each(f.location.in(t), func(name string, v place.Addr) {
		switch {
		case !f.declared[name]:
			f.checkMember(r, name, v, f.value.Check)
		case !r.stored:
			mark := r.Mark()
			r.Add(Unknown)
			r.underUndeclared(mark, name)
		}
	})
}

func (f *additional) encode(e *Encoder, t place.Addr, gone []string) {
	a := f.location.in(t)
	names := slices.DeleteFunc(append(f.entries.sorted(a), gone...), f.declares)
	f.members.encode(e, a, names, f.encodeValue)
}

func (f *additional) replace(r *Report, dst, src place.Addr) {
	to, from := f.location.in(dst), f.location.in(src)
	if !hides(f.value, r.Grants) || f.entries.Nil(to) {
		f.entries.Maps.Assign(to, from)
		return
	}
	f.members.replace(r, to, from)
}

func (f *additional) merge(r *Report, dst, src place.Addr, gone []string) {
	f.entries.merge(f.location.in(dst), f.location.in(src), gone, func(name string, v, from place.Addr, was, sent bool) {
		if !sent && f.declared[name] {
			return
		}
		mark := r.Mark()
		if r.stored = !sent; sent {
			f.set(r, v, from, was)
		}
		f.checkName(r, name)
		f.value.Check(r, v)
		r.underUndeclared(mark, name)
	})
}

func (f *additional) hide(grants Grants, t place.Addr) {
	if hides(f.value, grants) {
		f.entries.fork(f.location.in(t), func(v place.Addr) { f.value.(hider).hide(grants, v) })
	}
}

// decodeOther decodes a member that the collection does not declare in the mode.
func (o *Object) decodeOther(d *Decoder, name string, t place.Addr) {
	if o.additional == nil || o.additional.declares(name) {
		o.rejectMember(d, name)
		return
	}
	mark := d.Mark()
	o.additional.decode(d, name, t)
	d.underUndeclared(mark, name)
}

// decodeOtherPatch is decodeOther in a merge patch, in which null removes the member.
func (o *Object) decodeOtherPatch(d *Decoder, name string, t place.Addr, m *Mask) {
	if o.additional != nil && !o.additional.declares(name) && d.Kind() == jsonx.Null {
		o.additional.decodeGone(d, name, m)
		return
	}
	o.decodeOther(d, name, t)
}
