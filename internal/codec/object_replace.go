package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// DecodeWhole is [Object.Decode], and notes in m what the document has.
func (o *Object) DecodeWhole(d *Decoder, t place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.rejectType(o.expected)
		return
	}
	o.decode(d, t, &m.set, &m.nulls)
}

// Replace sets every member of dst that the mode has to that of src, also in
// the objects inside it. What the mode does not have stays, and what is hidden from
// whoever sent src: where that cannot be, it is a violation. It writes to no memory
// that a copy of the old value shares.
func (o *Object) Replace(r *Report, dst, src place.Addr) {
	if o.fork != nil {
		o.fork(dst)
	}
	for i := range o.members {
		if m := &o.members[i]; isVisible(r.Grants, m.scopes) {
			mark := r.Mark()
			m.field.replace(r, dst, src)
			r.Under(mark, m.name)
		}
	}
	if o.additional != nil {
		o.additional.replace(r, dst, src)
	}
}

// replacer is a codec whose values have parts that stay when they are replaced.
type replacer interface {
	// replace puts what is at src in the place of what is at dst, or does nothing and
	// reports false where it takes the place as a whole.
	replace(r *Report, dst, src place.Addr) bool
}

func replace(c Codec, r *Report, dst, src place.Addr) bool {
	to, ok := c.(replacer)
	return ok && to.replace(r, dst, src)
}

func (c *ruleCodec) replace(r *Report, dst, src place.Addr) bool {
	return replace(c.inner, r, dst, src)
}

func (o *Object) replace(r *Report, dst, src place.Addr) bool {
	o.Replace(r, dst, src)
	return true
}

// replace replaces what may not be there. The result is a new place: the old one may
// be shared.
func (c *pointer) replace(r *Report, dst, src place.Addr) bool {
	if !there(dst) || !there(src) {
		place.Store(dst, place.Load(src))
		return true
	}
	v := c.typ.Copy(place.Load(dst))
	if !replace(c.inner, r, v, place.Load(src)) {
		c.typ.Assign(v, place.Load(src))
	}
	place.Store(dst, v)
	return true
}
