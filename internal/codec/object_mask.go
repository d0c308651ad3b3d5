package codec

import (
	mathbits "math/bits"

	"github.com/tenon-go/tenon/internal/place"
)

// Mask says what a merge patch carries, beside the values themselves: absent,
// null and a value are three different things (RFC 7396).
type Mask struct {
	// Null is set where the value as a whole is null.
	Null bool

	set     bits
	nulls   bits
	fields  []*Mask          // of members that are objects themselves, by index
	members map[string]*Mask // of a map's members that are objects
	gone    []string         // a map's members that are null
}

// Merger is a codec whose values a merge patch changes in part.
type Merger interface {
	// DecodePatch reads a patch: the values it sets into the place, which holds the
	// zero value, and what it sets into m.
	DecodePatch(d *Decoder, a place.Addr, m *Mask)
	// Merge changes what is at dst as the patch says, and notes every rule of create mode that
	// the outcome breaks. made says that there was nothing, so that the patch
	// creates it. It writes to no memory that a copy of the old value shares.
	Merge(r *Report, dst, src place.Addr, m *Mask, made bool)
	// CheckPatch notes every rule that a value set by the patch breaks.
	CheckPatch(r *Report, a place.Addr, m *Mask)
	// EncodePatch writes the patch.
	EncodePatch(e *Encoder, a place.Addr, m *Mask)
}

// field returns the mask of a member, making it.
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

// MaxMembers is how many properties a collection may have.
const MaxMembers = 256

// bits is a set of members by index.
type bits [MaxMembers / 64]uint64

func (b *bits) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b *bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

func (b *bits) without(other *bits) (rest bits) {
	for i := range b {
		rest[i] = b[i] &^ other[i]
	}
	return rest
}

func (b *bits) count() (n int) {
	for _, word := range b {
		n += mathbits.OnesCount64(word)
	}
	return n
}
