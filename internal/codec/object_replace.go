package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// DecodeWhole is [Object.Decode], and sets in m which members the document has.
func (o *Object) DecodeWhole(d *Decoder, t place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.rejectType(o.expected)
		return
	}
	o.decode(d, t, &m.set, &m.nulls)
}

// Replace sets the members of the mode in dst to those of src, also in nested objects. Members
// outside the mode and hidden parts stay; if they cannot, it adds a violation. It changes no memory
// that copies of the old value share.
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

// replacer is a codec that keeps parts of a value when it is replaced.
type replacer interface {
	// replace sets the value at dst to that at src, or reports false if the caller must
	// replace it as a whole.
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

// replace allocates the result, since copies may share the old one.
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
