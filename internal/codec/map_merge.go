package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// decodePatch reads a member of a merge patch of the map at a into an empty place, and returns its
// name as it is stored. is is false for null, which removes the member.
func (c *members) decodePatch(d *Decoder, a place.Addr, name string, v place.Addr, m *Mask) (stored string, is bool) {
	name = c.readName(d, a, name, m)
	switch {
	case d.Kind() == jsonx.Null:
		d.Null()
		m.gone = append(m.gone, name)
		return name, false
	case c.merger != nil:
		sub := &Mask{}
		c.merger.DecodePatch(d, v, sub)
		m.member(name, sub)
	default:
		c.value.Decode(d, v)
	}
	return name, true
}

// sub returns the mask of a member that a patch changes in part; nil if it does not.
func (c *members) sub(m *Mask, name string) *Mask {
	if c.merger == nil || m == nil {
		return nil
	}
	return m.members[name]
}

// merge applies a patch to the members.
func (c *members) merge(r *Report, dst, src place.Addr, m *Mask) {
	c.entries.merge(dst, src, m.gone, func(name string, v, from place.Addr, was, sent bool) {
		if !sent && c.declared[name] {
			return
		}
		mark := r.Mark()
		if sub := c.sub(m, name); sent && sub != nil {
			c.merger.Merge(r, v, from, sub, !was)
		} else {
			if r.stored = !sent; sent {
				c.set(r, v, from, was)
			}
			c.whole.Check(r, v)
		}
		c.checkName(r, name)
		r.underUndeclared(mark, name)
	})
}

// checkPatch checks the members of a patch, and the names of those that it removes.
func (c *members) checkPatch(r *Report, a place.Addr, m *Mask) {
	c.checkGone(r, m.gone)
	c.entries.each(a, func(name string, v place.Addr) {
		check := c.value.Check
		if sub := c.sub(m, name); sub != nil {
			check = func(r *Report, v place.Addr) { c.merger.CheckPatch(r, v, sub) }
		}
		c.checkMember(r, name, v, check)
	})
}
