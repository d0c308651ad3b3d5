package codec

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type dict[E any] struct {
	expected *Issue
	value    Codec[E]
	merger   Merger[E] // nil unless values are merged in this mode
	whole    Codec[E]  // of update mode: what comes of a patch is held to it
	min, max int       // -1: no bound
	few      *Issue
	many     *Issue
	noNUL    bool
}

// Dict compiles a property of a map type.
func Dict[E any](value Form[E]) func(*Compiler, *ir.Prop) Codec[map[string]E] {
	return func(c *Compiler, n *ir.Prop) Codec[map[string]E] {
		m := &dict[E]{expected: Expected(n.Type.Word()), value: value.Compile(c), min: -1, max: -1, noNUL: forbidsNUL(n.Rules)}
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
		m.merger, _ = m.value.(Merger[E])
		m.whole = value.Compile(c.in(ir.Create))
		return &dictMerger[E]{m}
	}
}

func (c *dict[E]) Decode(d *Decoder, v *map[string]E) {
	if d.Kind() != jsonx.Object {
		d.refuse(c.expected)
		return
	}
	out := map[string]E{}
	place := new(E)
	start, n := d.Mark(), 0
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		var zero E
		*place = zero
		mark := d.Mark()
		c.value.Decode(d, place)
		d.foreign(mark, name)
		if n++; !d.hopeless(start) { // otherwise nobody will see the values
			out[name] = *place
		}
	}
	*v = out
	c.names(&d.Report, out)
	c.count(&d.Report, n)
}

// names notes that a name has what none may have. It stands at the map: there the
// rule is declared.
func (c *dict[E]) names(r *Report, m map[string]E) {
	if !c.noNUL {
		return
	}
	for name := range m {
		if hasNUL(name) {
			r.Note(NUL)
			return
		}
	}
}

func (c *dict[E]) count(r *Report, n int) {
	if c.min >= 0 && n < c.min {
		r.Note(c.few)
	}
	if c.max >= 0 && n > c.max {
		r.Note(c.many)
	}
}

func (c *dict[E]) Inspect(r *Report, v *map[string]E) {
	if !r.enter() {
		return
	}
	place := new(E)
	for _, name := range sortedNames(*v) {
		*place = (*v)[name]
		mark := r.Mark()
		checkName(r, name)
		c.value.Inspect(r, place)
		r.foreign(mark, name)
	}
	r.leave()
	c.names(r, *v)
	c.count(r, len(*v))
}

// checkName notes a member name that JSON cannot have. What is read has none.
func checkName(r *Report, name string) {
	if !utf8.ValidString(name) {
		r.Note(issueEncoding)
	}
}

func sortedNames[E any](m map[string]E) []string { return slices.Sorted(maps.Keys(m)) }

// Encode writes the members in the order of their names, so that equal values
// are written alike.
func (c *dict[E]) Encode(e *Encoder, v *map[string]E) {
	if !e.enter() {
		return
	}
	e.B = append(e.B, '{')
	place := new(E)
	for i, name := range sortedNames(*v) {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		appendString(e, name)
		e.B = append(e.B, ':')
		*place = (*v)[name]
		c.value.Encode(e, place)
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
	e.B = append(e.B, '}')
	e.leave()
}

// dictMerger is a map in a merge patch: null removes a member.
type dictMerger[E any] struct{ *dict[E] }

func (c *dictMerger[E]) DecodeMerge(d *Decoder, v *map[string]E, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.refuse(c.expected)
		return
	}
	out := map[string]E{}
	place := new(E)
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		if d.Kind() == jsonx.Null {
			d.Null()
			m.gone = append(m.gone, name)
			continue
		}
		var zero E
		*place = zero
		mark := d.Mark()
		if c.merger != nil {
			sub := &Mask{}
			c.merger.DecodeMerge(d, place, sub)
			m.member(name, sub)
		} else {
			c.value.Decode(d, place)
		}
		d.foreign(mark, name)
		out[name] = *place
	}
	*v = out
	c.names(&d.Report, out)
}

func (c *dictMerger[E]) Merge(r *Report, dst, src *map[string]E, m *Mask, _ bool) {
	merged := maps.Clone(*dst) // the old map may be shared
	if merged == nil {
		merged = map[string]E{}
	}
	for _, name := range m.gone {
		delete(merged, name)
	}
	if !r.enter() {
		return
	}
	for _, name := range namesOf(merged, *src) {
		mark := r.Mark()
		v, was := merged[name]
		from, sent := (*src)[name]
		if sub := m.members[name]; sent && c.merger != nil && sub != nil {
			c.merger.Merge(r, &v, &from, sub, !was)
		} else {
			if r.stored = !sent; sent && !(was && hides(c.value, r.Grants) && replace(c.value, r, &v, &from)) {
				v = from
			}
			c.whole.Inspect(r, &v)
		}
		merged[name] = v
		r.foreign(mark, name)
	}
	r.leave()
	c.count(r, len(merged))
	*dst = merged
}

// namesOf are the names that one of two maps has, in order.
func namesOf[E any](a, b map[string]E) []string {
	names := sortedNames(a)
	for name := range b {
		if _, both := a[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (c *dictMerger[E]) CheckMerge(r *Report, v *map[string]E, m *Mask) {
	c.names(r, *v)
	place := new(E)
	for _, name := range sortedNames(*v) {
		*place = (*v)[name]
		mark := r.Mark()
		checkName(r, name)
		if sub := m.members[name]; c.merger != nil && sub != nil {
			c.merger.CheckMerge(r, place, sub)
		} else {
			c.value.Inspect(r, place)
		}
		r.foreign(mark, name)
	}
}

func (c *dictMerger[E]) AppendMerge(e *Encoder, v *map[string]E, m *Mask) {
	if !e.enter() {
		return
	}
	e.B = append(e.B, '{')
	names := append(sortedNames(*v), m.gone...)
	slices.Sort(names)
	place := new(E)
	for i, name := range names {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		appendString(e, name)
		e.B = append(e.B, ':')
		var there bool
		switch *place, there = (*v)[name]; {
		case !there:
			e.write("null")
		case c.merger != nil && m.members[name] != nil:
			c.merger.AppendMerge(e, place, m.members[name])
		default:
			c.value.Encode(e, place)
		}
		if e.err != nil {
			e.under(Segment{name, -1})
			return
		}
	}
	e.B = append(e.B, '}')
	e.leave()
}
