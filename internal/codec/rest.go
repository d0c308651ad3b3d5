package codec

import (
	"maps"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// RestBinding is where a T keeps the members that its collection does not name.
type RestBinding[P any] interface {
	rest(c *Compiler) restField[P]
	// Own makes the value in *t share nothing that may be changed.
	Own(t P)
}

// restField reads, checks and writes the members without a name of their own.
type restField[P any] interface {
	decode(d *Decoder, name string, t P)
	check(r *Report, t P)
	append(e *Encoder, t P)
	// merge is Merge of a [Merger].
	merge(r *Report, dst, src P, gone []string)
	replace(r *Report, dst, src P)
	hide(who Grants, t P)
	size(t P) int
}

// BindRest ties what a collection does not name to a map.
func BindRest[T, E any](f Form[E], at func(*T) *map[string]E) RestBinding[*T] {
	return restBind[*T, E]{f, at}
}

type restBind[P, E any] struct {
	form Form[E]
	at   func(P) *map[string]E
}

func (b restBind[P, E]) rest(c *Compiler) restField[P] {
	// A member is replaced whole: it is not known to be an object.
	return &rest[P, E]{b.form.Compile(c.in(c.Mode.Nested())), b.at}
}

func (b restBind[P, E]) Own(t P) {
	m := b.at(t)
	*m = maps.Clone(*m)
	for name, v := range *m {
		(*m)[name] = b.form.Copy(v)
	}
}

type rest[P, E any] struct {
	value Codec[E]
	at    func(P) *map[string]E
}

func (f *rest[P, E]) decode(d *Decoder, name string, t P) {
	place := new(E)
	f.value.Decode(d, place)
	m := f.at(t)
	if *m == nil {
		*m = map[string]E{}
	}
	(*m)[name] = *place
}

func (f *rest[P, E]) replace(r *Report, dst, src P) {
	to, from := f.at(dst), f.at(src)
	if !hides(f.value, r.Grants) || *to == nil {
		*to = *from
		return
	}
	merged := make(map[string]E, len(*from))
	for _, name := range sortedNames(*from) {
		v := (*from)[name]
		mark := r.Mark()
		if before, ok := (*to)[name]; ok && replace(f.value, r, &before, &v) {
			v = before
		}
		r.foreign(mark, name)
		merged[name] = v
	}
	*to = merged
}

func (f *rest[P, E]) size(t P) int { return len(*f.at(t)) }

func (f *rest[P, E]) check(r *Report, t P) {
	place := new(E)
	m := *f.at(t)
	for _, name := range sortedNames(m) {
		*place = m[name]
		mark := r.Mark()
		checkName(r, name)
		f.value.Inspect(r, place)
		r.foreign(mark, name)
	}
}

// append writes each member with a comma before it.
func (f *rest[P, E]) append(e *Encoder, t P) {
	place := new(E)
	m := *f.at(t)
	for _, name := range sortedNames(m) {
		e.B = append(e.B, ',')
		appendString(e, name)
		e.B = append(e.B, ':')
		*place = m[name]
		f.value.Encode(e, place)
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
}

func (f *rest[P, E]) merge(r *Report, dst, src P, gone []string) {
	merged := maps.Clone(*f.at(dst)) // the old map may be shared
	if merged == nil {
		merged = map[string]E{}
	}
	for _, name := range gone {
		delete(merged, name)
	}
	for _, name := range namesOf(merged, *f.at(src)) {
		mark := r.Mark()
		v, was := merged[name]
		from, sent := (*f.at(src))[name]
		if r.stored = !sent; sent && !(was && hides(f.value, r.Grants) && replace(f.value, r, &v, &from)) {
			v = from
		}
		f.value.Inspect(r, &v)
		merged[name] = v
		r.foreign(mark, name)
	}
	*f.at(dst) = merged
}

// other decodes a member that the collection does not name.
func (o *Object[P]) other(d *Decoder, name string, t P) {
	if o.rest == nil || o.isClosed(name) {
		o.unknown(d, name)
		return
	}
	mark := d.Mark()
	o.rest.decode(d, name, t)
	d.foreign(mark, name)
}

// otherMerge is other in a merge patch.
func (o *Object[P]) otherMerge(d *Decoder, name string, t P, m *Mask) {
	if o.rest != nil && !o.isClosed(name) && d.Kind() == jsonx.Null {
		d.Null()
		m.gone = append(m.gone, name)
		return
	}
	o.other(d, name, t)
}

func (o *Object[P]) isClosed(name string) bool {
	_, closed := o.closed[name]
	return closed
}
