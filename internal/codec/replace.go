package codec

import "github.com/tenon-go/tenon/internal/jsonx"

// DecodeWhole is [Object.Decode], and notes in m what the document has.
func (o *Object[P]) DecodeWhole(d *Decoder, t P, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.refuse(o.expected)
		return
	}
	o.decode(d, t, &m.set, &m.nulls)
}

// Replace sets every member of *dst that the mode has to that of *src, also in
// the objects inside it. What the mode does not have stays, and what is hidden from
// whoever sent *src: where that cannot be, it is a violation. It writes to no memory
// that a copy of the old *dst shares.
func (o *Object[P]) Replace(r *Report, dst, src P) {
	if o.fork != nil {
		o.fork(dst)
	}
	for i := range o.members {
		if m := &o.members[i]; opens(r.Grants, m.scopes) {
			mark := r.Mark()
			m.field.replace(r, dst, src)
			r.Under(mark, m.name)
		}
	}
	if o.rest != nil {
		o.rest.replace(r, dst, src)
	}
}

// replacer is a codec whose values have parts that stay when they are replaced.
type replacer[P any] interface {
	// replace puts *src in the place of *dst, or does nothing and reports false
	// where *src takes the place as a whole.
	replace(r *Report, dst, src P) bool
}

func replace[P any](c codecAt[P], r *Report, dst, src P) bool {
	to, ok := c.(replacer[P])
	return ok && to.replace(r, dst, src)
}

// replacement is replace for what may not be there. The result is a new place:
// the old one may be shared.
func replacement[P comparable](c codecAt[P], r *Report, was, will P, fresh func() P, assign func(dst, src P)) P {
	if !there(was) || !there(will) {
		return will
	}
	v := fresh()
	assign(v, was)
	if !replace(c, r, v, will) {
		assign(v, will)
	}
	return v
}

func (c *ruled[P]) replace(r *Report, dst, src P) bool { return replace(c.inner, r, dst, src) }

func (o *Object[P]) replace(r *Report, dst, src P) bool {
	o.Replace(r, dst, src)
	return true
}

func (c *optional[P]) replace(r *Report, dst, src *P) bool {
	*dst = replacement(c.inner, r, *dst, *src, c.fresh, c.assign)
	return true
}

// replace keeps what is in values whose name stays.
func (c *dict[E]) replace(r *Report, dst, src *map[string]E) bool {
	if _, parts := c.value.(replacer[*E]); !parts || *dst == nil || *src == nil {
		return false
	}
	merged := make(map[string]E, len(*src))
	for name, v := range *src {
		mark := r.Mark()
		if before, ok := (*dst)[name]; ok && replace(c.value, r, &before, &v) {
			v = before
		}
		r.foreign(mark, name)
		merged[name] = v
	}
	*dst = merged
	return true
}
