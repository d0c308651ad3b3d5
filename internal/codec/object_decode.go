package codec

import (
	mathbits "math/bits"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// Decode implements [Codec].
func (o *Object) Decode(d *Decoder, t place.Addr) {
	if d.Kind() != jsonx.Object {
		d.rejectType(o.expected)
		return
	}
	var seen bits
	o.decode(d, t, &seen, nil)
}

// decode reads an object and sets in seen which members it has and, unless nulls is
// nil, in nulls which of them are null.
func (o *Object) decode(d *Decoder, t place.Addr, seen, nulls *bits) {
	o.Empty(t)
	start := d.Mark()
	d.Object()
	d.SpendObject(o.cost, int(o.typ.Size))
	last := undeclared
	for i, name, ok := o.next(d, last, seen); ok; i, name, ok = o.next(d, last, seen) {
		if i == undeclared {
			o.decodeOther(d, name, t, nil)
			continue
		}
		last = i
		m := &o.members[i]
		if !isVisible(d.Grants, m.scopes) {
			m.reject(d)
			continue
		}
		if nulls != nil && d.Kind() == jsonx.Null {
			nulls.add(i)
		}
		mark := d.Mark()
		if !m.direct.decode(d, t) {
			m.field.decode(d, t)
		}
		d.Under(mark, name)
	}
	if d.Err() == nil {
		o.complete(&d.Report, t, seen, start)
	}
}

// undeclared is the index of a member that the mode does not have.
const undeclared = -1

// next reads the name of the next member and returns its index, or undeclared. Clients mostly
// send members in the documented order, so it tries the one after the last first.
func (o *Object) next(d *Decoder, after int, seen *bits) (i int, name string, ok bool) {
	if i = after + 1; i >= len(o.members) || !d.Next(&o.members[i].next) {
		if name, ok = d.Member(); !ok {
			return 0, "", false
		}
		if i, ok = o.index[name]; !ok {
			return undeclared, name, true
		}
	}
	if seen.has(i) {
		d.Repeated()
		return 0, "", false
	}
	seen.add(i)
	return i, o.members[i].name, true
}

// rejectMember reports a member that this mode does not have.
func (o *Object) rejectMember(d *Decoder, name string) {
	mark := d.Mark()
	if issue, ok := o.closed[name]; ok {
		if !o.passes {
			d.Add(issue)
			d.Under(mark, name)
		}
	} else if o.strict || !o.ignore && !d.IgnoreUnknown {
		d.Add(Unknown)
		d.underUndeclared(mark, name)
	}
	d.Skip()
}

// reject skips a member that the client may not send.
func (m *objectMember) reject(d *Decoder) {
	mark := d.Mark()
	d.Add(m.scopeIssue)
	d.Under(mark, m.name)
	d.Skip()
}

// Empty prepares a value for decoding.
func (o *Object) Empty(t place.Addr) {
	if o.init != nil {
		o.init(t)
	}
}

// complete sets absent members to their defaults, or reports that they are required, and
// checks the rules of the object.
func (o *Object) complete(r *Report, t place.Addr, seen *bits, start int) {
	for i := range o.members {
		m := &o.members[i]
		if seen.has(i) {
			continue
		}
		if m.optional {
			r.Withheld = r.Withheld || m.scopes != nil
			m.field.setDefault(t)
			continue
		}
		mark := r.Mark()
		r.Add(issueRequired)
		r.Under(mark, m.name)
	}
	if o.rules != nil {
		o.rules.check(o, r, t, *seen, bits{}, start)
	}
}

// decode reads the value if the member is direct.
func (p *direct) decode(d *Decoder, t place.Addr) bool {
	switch at := t.Plus(p.offset); p.kind {
	case directText:
		p.codec.(*text).decode(d, place.To[string](at))
	case directInt:
		p.codec.(*integer[int64]).decode(d, place.To[int64](at))
	case directFloat:
		p.codec.(*float).decode(d, place.To[float64](at))
	case directTruth:
		p.codec.(*boolean).Decode(d, at)
	case directMoment:
		p.codec.(*scalar).Decode(d, at)
	case indirect:
		return false
	default:
		p.codec.Decode(d, at)
	}
	return true
}

// MaxMembers is how many properties a collection may have.
const MaxMembers = 256

// bits is a set of members by index.
type bits [MaxMembers / 64]uint64

func (b *bits) add(i int) { b[i/64] |= 1 << (i % 64) }

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
