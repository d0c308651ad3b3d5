package codec

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

type dict struct {
	expected *Issue
	value    Codec
	entries  *Entries
	merger   Merger // nil unless values are merged in this mode
	whole    Codec  // of update mode: what comes of a patch is held to it
	min, max int    // -1: no bound
	few      *Issue
	many     *Issue
	noNUL    bool
}

// Map compiles a property of a map type.
func Map(value Form, entries *Entries) func(*Compiler, *ir.Prop) Codec {
	return func(c *Compiler, n *ir.Prop) Codec {
		m := &dict{expected: Expected(n.Type.Word()), value: value.Compile(c), entries: entries, min: -1, max: -1, noNUL: forbidsNUL(n.Rules)}
		for _, r := range n.Rules {
			switch r := r.(type) {
			case ir.MinProps:
				m.min, m.few = r.N, ruleIssue(r)
			case ir.MaxProps:
				m.max, m.many = r.N, ruleIssue(r)
			}
		}
		if c.Mode != ir.Update {
			return m
		}
		m.merger, _ = m.value.(Merger)
		m.whole = value.Compile(c.in(ir.Create))
		return &dictMerger{m}
	}
}

// ForkEntries makes a map share nothing that may be changed.
func ForkEntries(value Form, entries *Entries) func(a place.Addr) {
	return func(a place.Addr) { entries.fork(a, value.own) }
}

func (c *dict) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.Object {
		d.refuse(c.expected)
		return
	}
	c.entries.Make(a, 0)
	v := c.entries.Value.New()
	start, n := d.Mark(), 0
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		c.entries.Value.Reset(v)
		mark := d.Mark()
		c.value.Decode(d, v)
		d.foreign(mark, name)
		if n++; !d.hopeless(start) { // otherwise nobody will see the values
			c.entries.Store(a, name, v)
		}
	}
	c.names(&d.Report, a)
	c.count(&d.Report, n)
}

// names notes that a name has what none may have. It stands at the map: there the
// rule is declared.
func (c *dict) names(r *Report, a place.Addr) {
	if c.noNUL && slices.ContainsFunc(c.entries.Names(a), hasNUL) {
		r.Add(NUL)
	}
}

func (c *dict) count(r *Report, n int) {
	if c.min >= 0 && n < c.min {
		r.Add(c.few)
	}
	if c.max >= 0 && n > c.max {
		r.Add(c.many)
	}
}

func (c *dict) Check(r *Report, a place.Addr) {
	if !r.enter() {
		return
	}
	c.entries.each(a, func(name string, v place.Addr) {
		mark := r.Mark()
		checkName(r, name)
		c.value.Check(r, v)
		r.foreign(mark, name)
	})
	r.leave()
	c.names(r, a)
	c.count(r, c.entries.Len(a))
}

// checkName notes a member name that JSON cannot have. What is read has none.
func checkName(r *Report, name string) {
	if !utf8.ValidString(name) {
		r.Add(issueEncoding)
	}
}

// Encode writes the members in the order of their names, so that equal values
// are written alike.
func (c *dict) Encode(e *Encoder, a place.Addr) {
	if !e.enter() {
		return
	}
	e.B = append(e.B, '{')
	v := c.entries.Value.New()
	for i, name := range c.entries.sorted(a) {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		appendString(e, name)
		e.B = append(e.B, ':')
		c.entries.Load(a, name, v)
		c.value.Encode(e, v)
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
	e.B = append(e.B, '}')
	e.leave()
}

// dictMerger is a map in a merge patch: null removes a member.
type dictMerger struct{ *dict }

func (c *dictMerger) DecodePatch(d *Decoder, a place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.refuse(c.expected)
		return
	}
	c.entries.Make(a, 0)
	v := c.entries.Value.New()
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		if d.Kind() == jsonx.Null {
			d.Null()
			m.gone = append(m.gone, name)
			continue
		}
		c.entries.Value.Reset(v)
		mark := d.Mark()
		if c.merger != nil {
			sub := &Mask{}
			c.merger.DecodePatch(d, v, sub)
			m.member(name, sub)
		} else {
			c.value.Decode(d, v)
		}
		d.foreign(mark, name)
		c.entries.Store(a, name, v)
	}
	c.names(&d.Report, a)
}

func (c *dictMerger) Merge(r *Report, dst, src place.Addr, m *Mask, _ bool) {
	if !r.enter() {
		return
	}
	c.entries.merge(dst, src, m.gone, func(name string, v, from place.Addr, was, sent bool) {
		mark := r.Mark()
		if sub := m.members[name]; sent && c.merger != nil && sub != nil {
			c.merger.Merge(r, v, from, sub, !was)
		} else {
			if r.stored = !sent; sent && !(was && hides(c.value, r.Grants) && replace(c.value, r, v, from)) {
				c.entries.Value.Assign(v, from)
			}
			c.whole.Check(r, v)
		}
		r.foreign(mark, name)
	})
	r.leave()
	c.count(r, c.entries.Len(dst))
}

func (c *dictMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	c.names(r, a)
	c.entries.each(a, func(name string, v place.Addr) {
		mark := r.Mark()
		checkName(r, name)
		if sub := m.members[name]; c.merger != nil && sub != nil {
			c.merger.CheckPatch(r, v, sub)
		} else {
			c.value.Check(r, v)
		}
		r.foreign(mark, name)
	})
}

func (c *dictMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	if !e.enter() {
		return
	}
	e.B = append(e.B, '{')
	names := append(c.entries.Names(a), m.gone...)
	slices.Sort(names)
	v := c.entries.Value.New()
	for i, name := range names {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		appendString(e, name)
		e.B = append(e.B, ':')
		switch there := c.entries.Load(a, name, v); {
		case !there:
			e.write("null")
		case c.merger != nil && m.members[name] != nil:
			c.merger.EncodePatch(e, v, m.members[name])
		default:
			c.value.Encode(e, v)
		}
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
	e.B = append(e.B, '}')
	e.leave()
}
