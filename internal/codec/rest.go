package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// AdditionalBinding is where a struct keeps the members that its collection does not name.
type AdditionalBinding struct {
	spot    Location
	form    Form
	entries *Entries
}

// BindAdditional ties what a collection does not name to a map.
func BindAdditional(f Form, entries *Entries, s Location) *AdditionalBinding {
	return &AdditionalBinding{s, f, entries}
}

func (b *AdditionalBinding) own(t place.Addr) { b.entries.fork(b.spot.in(t), b.form.own) }

func (b *AdditionalBinding) compile(c *Compiler) *rest {
	// A member is replaced whole: it is not known to be an object.
	return &rest{b.form.Compile(c.in(c.Mode.Nested())), b.entries, b.spot}
}

// rest reads, checks and writes the members without a name of their own.
type rest struct {
	value   Codec
	entries *Entries
	spot    Location
}

func (f *rest) decode(d *Decoder, name string, t place.Addr) {
	v := f.entries.Value.New()
	f.value.Decode(d, v)
	a := f.spot.in(t)
	if f.entries.Nil(a) {
		f.entries.Make(a, 0)
	}
	f.entries.Store(a, name, v)
}

func (f *rest) replace(r *Report, dst, src place.Addr) {
	to, from := f.spot.in(dst), f.spot.in(src)
	if !hides(f.value, r.Grants) || f.entries.Nil(to) {
		f.entries.Maps.Assign(to, from)
		return
	}
	f.entries.matched(to, from, func(name string, v, sent place.Addr) bool {
		mark := r.Mark()
		ok := replace(f.value, r, v, sent)
		r.foreign(mark, name)
		return ok
	})
}

func (f *rest) size(t place.Addr) int { return f.entries.Len(f.spot.in(t)) }

func (f *rest) check(r *Report, t place.Addr) {
	f.entries.each(f.spot.in(t), func(name string, v place.Addr) {
		mark := r.Mark()
		checkName(r, name)
		f.value.Check(r, v)
		r.foreign(mark, name)
	})
}

// encode writes each member with a comma before it.
func (f *rest) encode(e *Encoder, t place.Addr) {
	a, v := f.spot.in(t), f.entries.Value.New()
	for _, name := range f.entries.sorted(a) {
		e.B = append(e.B, ',')
		appendString(e, name)
		e.B = append(e.B, ':')
		f.entries.Load(a, name, v)
		f.value.Encode(e, v)
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
}

func (f *rest) merge(r *Report, dst, src place.Addr, gone []string) {
	f.entries.merge(f.spot.in(dst), f.spot.in(src), gone, func(name string, v, from place.Addr, was, sent bool) {
		mark := r.Mark()
		if r.stored = !sent; sent && !(was && hides(f.value, r.Grants) && replace(f.value, r, v, from)) {
			f.entries.Value.Assign(v, from)
		}
		f.value.Check(r, v)
		r.foreign(mark, name)
	})
}

// other decodes a member that the collection does not name.
func (o *Object) other(d *Decoder, name string, t place.Addr) {
	if o.rest == nil || o.isClosed(name) {
		o.unknown(d, name)
		return
	}
	mark := d.Mark()
	o.rest.decode(d, name, t)
	d.foreign(mark, name)
}

// otherMerge is other in a merge patch.
func (o *Object) otherMerge(d *Decoder, name string, t place.Addr, m *Mask) {
	if o.rest != nil && !o.isClosed(name) && d.Kind() == jsonx.Null {
		d.Null()
		m.gone = append(m.gone, name)
		return
	}
	o.other(d, name, t)
}

func (o *Object) isClosed(name string) bool {
	_, closed := o.closed[name]
	return closed
}
