package codec

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// members reads and writes members whose names no declaration has.
type members struct {
	value   Codec
	entries *Entries
	name    CheckName
	merger  Merger // nil unless a merge patch changes values in part
	whole   Codec  // checks what a merge patch results in
	// declared are the names that a map of additional members must not have; nil for other maps.
	declared map[string]bool
}

func membersOf(value Form, entries *Entries, name CheckName, c *Compiler) members {
	m := members{value: value.Compile(c), entries: entries, name: name}
	if c.Mode == tree.Update {
		m.merger, _ = m.value.(Merger)
		m.whole = value.Compile(c.in(tree.Create))
	}
	return m
}

// check checks each member.
func (c *members) check(r *Report, a place.Addr) {
	c.entries.each(a, func(name string, v place.Addr) { c.checkMember(r, name, v, c.value.Check) })
}

func (c *members) checkMember(r *Report, name string, v place.Addr, check func(*Report, place.Addr)) {
	mark := r.Mark()
	switch {
	case c.declared[name] && r.stored:
		return
	case c.declared[name]:
		r.Add(Unknown)
	case !utf8.ValidString(name): // what is decoded always is
		r.Add(issueEncoding)
		check(r, v)
	default:
		c.checkName(r, name)
		check(r, v)
	}
	r.underUndeclared(mark, name)
}

// encode writes the members with these names, each after a comma; null for one that is not
// in the map. m is that of a patch, or nil.
func (c *members) encode(e *Encoder, a place.Addr, names []string, m *Mask) {
	v := c.entries.Value.New()
	for _, name := range names {
		e.B = append(e.B, ',')
		appendString(e, name)
		e.B = append(e.B, ':')
		switch is, sub := c.entries.Load(a, name, v), c.sub(m, name); {
		case !is:
			e.write("null")
		case sub != nil:
			c.merger.EncodePatch(e, v, sub)
		default:
			c.value.Encode(e, v)
		}
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
}

// replace replaces the members, but keeps the hidden parts of those whose name stays.
func (c *members) replace(r *Report, dst, src place.Addr) {
	c.entries.matched(dst, src, func(name string, v, from place.Addr) bool {
		mark := r.Mark()
		ok := replace(c.value, r, v, from)
		r.underUndeclared(mark, name)
		return ok
	})
}

// set puts the member that a client sent at from into the place v. It keeps hidden parts if
// there was a value.
func (c *members) set(r *Report, v, from place.Addr, was bool) {
	if !was || !hides(c.value, r.Grants) || !replace(c.value, r, v, from) {
		c.entries.Value.Assign(v, from)
	}
}

// mapCodec is the codec of a map.
type mapCodec struct {
	members
	expected *Issue
	counts   counts
	noNUL    *Issue // nil: names may have U+0000
}

// Map compiles a property of a map type.
func Map(f *MapForm) func(*Compiler, *tree.Prop) Codec {
	return func(c *Compiler, n *tree.Prop) Codec {
		m := &mapCodec{
			members: membersOf(f.Value, f.Entries, f.Names, c), expected: Expected(n.Type.Word()),
			counts: countsOf(n, tree.AboutMembers), noNUL: forbidsNUL(n),
		}
		if c.Mode != tree.Update {
			return m
		}
		return &mapMerger{m}
	}
}

// ForkEntries returns a function that makes a map share nothing that can change.
func ForkEntries(value Form, entries *Entries) func(a place.Addr) {
	return func(a place.Addr) { entries.fork(a, value.fork) }
}

func (c *mapCodec) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.Object {
		d.rejectType(c.expected)
		return
	}
	c.entries.Make(a, 0)
	v := c.entries.Value.New()
	start, n := d.Mark(), 0
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		c.entries.Value.Reset(v)
		mark := d.Mark()
		stored := c.readName(d, a, name, nil)
		c.value.Decode(d, v)
		d.underUndeclared(mark, name)
		if n++; !d.isFull(start) { // otherwise nothing uses the values
			c.entries.Store(a, stored, v)
		}
	}
	c.checkNames(&d.Report, a)
	c.counts.check(&d.Report, int64(n))
}

// checkNames reports U+0000 in a name, at the map: there the rule is declared.
func (c *mapCodec) checkNames(r *Report, a place.Addr) {
	if c.noNUL != nil && slices.ContainsFunc(c.entries.Names(a), hasNUL) {
		r.Add(c.noNUL)
	}
}

func (c *mapCodec) Check(r *Report, a place.Addr) {
	if !r.enter() {
		return
	}
	c.check(r, a)
	r.leave()
	c.checkNames(r, a)
	c.counts.check(r, int64(c.entries.Len(a)))
}

func (c *mapCodec) Encode(e *Encoder, a place.Addr) { c.encodeObject(e, a, nil) }

// encodeObject writes the members in the order of their names, so that equal values have equal
// texts. m is that of a patch, or nil.
func (c *mapCodec) encodeObject(e *Encoder, a place.Addr, m *Mask) {
	if !e.enter() {
		return
	}
	start, names := len(e.B), c.entries.Names(a)
	if m != nil {
		names = append(names, m.gone...)
	}
	slices.Sort(names)
	if c.encode(e, a, names, m); e.err == nil {
		e.brace(start)
		e.leave()
	}
}

func (c *mapCodec) hides(grants Grants) bool { return hides(c.value, grants) }

func (c *mapCodec) hide(grants Grants, a place.Addr) {
	c.entries.fork(a, func(v place.Addr) { c.value.(hider).hide(grants, v) })
}

// replace keeps hidden parts of values whose name stays.
func (c *mapCodec) replace(r *Report, dst, src place.Addr) bool {
	if _, parts := c.value.(replacer); !parts || c.entries.Nil(dst) || c.entries.Nil(src) {
		return false
	}
	c.members.replace(r, dst, src)
	return true
}

// mapMerger is a map in a merge patch, in which null removes a member (RFC 7396).
type mapMerger struct{ *mapCodec }

func (c *mapMerger) DecodePatch(d *Decoder, a place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.rejectType(c.expected)
		return
	}
	c.entries.Make(a, 0)
	v := c.entries.Value.New()
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		mark := d.Mark()
		c.entries.Value.Reset(v)
		if stored, is := c.decodePatch(d, a, name, v, m); is {
			c.entries.Store(a, stored, v)
		}
		d.underUndeclared(mark, name)
	}
	c.checkNames(&d.Report, a)
}

func (c *mapMerger) Merge(r *Report, dst, src place.Addr, m *Mask, _ bool) {
	if !r.enter() {
		return
	}
	c.merge(r, dst, src, m)
	r.leave()
	c.counts.check(r, int64(c.entries.Len(dst)))
}

func (c *mapMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	c.checkNames(r, a)
	c.checkPatch(r, a, m)
}

func (c *mapMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	c.encodeObject(e, a, m)
}
