package codec

import (
	"github.com/tenon-go/tenon/internal/place"
)

// Mask is what a merge patch has beside the values: absent, null and a value differ
// (RFC 7396).
type Mask struct {
	// Null reports that the whole value is null.
	Null bool

	set     bits
	nulls   bits
	fields  []*Mask          // of members that are objects themselves, by index
	members map[string]*Mask // of a map's members that are objects
	gone    []string         // a map's members that are null
	cases   []casePatch      // of a union: an object, as each case reads it
}

// Merger is a codec whose values a merge patch can change in part.
type Merger interface {
	// DecodePatch reads a patch: its values into the place, which holds the zero value, and
	// which members it sets into m.
	DecodePatch(d *Decoder, a place.Addr, m *Mask)
	// Merge applies a patch to the value at dst and adds every rule of create mode that the
	// result violates. made reports that there was no value, so that the patch creates it. It
	// changes no memory that copies of the old value share.
	Merge(r *Report, dst, src place.Addr, m *Mask, made bool)
	// CheckPatch adds every rule that a value in the patch violates.
	CheckPatch(r *Report, a place.Addr, m *Mask)
	// EncodePatch writes the patch.
	EncodePatch(e *Encoder, a place.Addr, m *Mask)
}

// field returns the mask of a member, which it makes if needed.
func (m *Mask) field(i, n int) *Mask {
	if m.fields == nil {
		m.fields = make([]*Mask, n)
	}
	if m.fields[i] == nil {
		m.fields[i] = &Mask{}
	}
	return m.fields[i]
}

func (m *Mask) member(name string, sub *Mask) {
	if m.members == nil {
		m.members = map[string]*Mask{}
	}
	m.members[name] = sub
}
