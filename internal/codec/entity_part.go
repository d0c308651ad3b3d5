package codec

import (
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Part returns the change of a member that is an object: an empty one if c does not change it, or
// sets it to null. known is false for anything else than a member of the mode, and nested is false
// for a member that no patch changes in part.
func (c *Change) Part(id *tree.ID) (part Change, known, nested bool) {
	if c.Of == nil {
		return Change{}, true, true
	}
	i, known := c.Of.member(id)
	if !known {
		return Change{}, false, false
	}
	f := c.Of.members[i].field
	o, a := objectBehind(f.codec, f.location.in(c.Value))
	if o == nil || f.form.group() == nil {
		return Change{}, true, false
	}
	part = Change{Of: o, Mode: c.Mode, Group: f.form.group(), Grants: c.Grants, Value: a, Mask: new(Mask)}
	if c.Mask.set.has(i) && !c.Mask.nulls.has(i) && c.Mask.fields != nil && c.Mask.fields[i] != nil && !c.Mask.fields[i].Null {
		part.Mask = c.Mask.fields[i]
	}
	if part.Value.Nil() {
		part.Value = o.typ.New()
		o.Empty(part.Value)
	}
	return part, true, true
}

// objectBehind returns the codec of an object that a merge patch changes in part, behind pointers
// and custom rules, and the address of the object; nil for another codec.
func objectBehind(c Codec, a place.Addr) (*Object, place.Addr) {
	for {
		switch x := c.(type) {
		case *Object:
			return x, a
		case *ruleMerger:
			c = x.mergingCodec
		case *pointerMerger:
			if c = x.inner; !a.Nil() {
				a = place.Load(a)
			}
		default:
			return nil, a
		}
	}
}
