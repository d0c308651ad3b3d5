package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Group is the typed half of a collection.
type Group[T any] struct {
	Node     *ir.Collection
	Bindings []Binding[T] // one for each of the node's members, in order
	// Rest is where members without a binding go; nil if there are none.
	Rest RestBinding[T]
	// Tests are those of the node's [ir.Between] rules, by name.
	Tests map[string]func(*T) bool
	// Init prepares an empty T, and Fork makes *t a copy that shares nothing it
	// may change with another; nil where a plain T will do.
	Init, Fork func(t *T)
}

// Copy returns a copy of v whose members share nothing that may be changed.
func (g *Group[T]) Copy(v T) T {
	if g.Fork != nil {
		g.Fork(&v)
	}
	for _, b := range g.Bindings {
		b.Own(&v)
	}
	if g.Rest != nil {
		g.Rest.Own(&v)
	}
	return v
}

// Object reads and writes what a collection describes, in one mode.
type Object[T any] struct {
	expected *Issue
	init     func(*T)
	fork     func(*T)
	ignore   bool
	members  []objectMember[T]
	index    map[string]int
	// closed are the members that exist, but that a client cannot send.
	closed map[string]struct{}
	across []across[T]
	rest   restField[T]
}

type objectMember[T any] struct {
	field  Field[T]
	direct direct[T]
	name   string
	key    string // ,"name": as it is written
	id     *ir.ID
	node   *ir.Member
	// elective members are left out of some answers.
	elective bool
	// optional members may be absent from a request, whether or not a default
	// fills them.
	optional bool
	scopes   []string // that guard the member; nil: none do
	foreign  *Issue   // of who has none of them
}

// Compile compiles the collection in c's mode.
func (g *Group[T]) Compile(c *Compiler) *Object[T] { return g.compile(c, objectKey{g, c.Mode}) }

// CompileLazy is Compile for a collection that a thunk makes anew wherever it
// stands inside itself: what identifies it is the property that holds the thunk.
func (g *Group[T]) CompileLazy(c *Compiler, n *ir.Prop) *Object[T] {
	file, line := n.At.Position()
	return g.compile(c, objectKey{thunk{file, line, n.Name}, c.Mode})
}

func (g *Group[T]) compile(c *Compiler, key objectKey) *Object[T] {
	if o, ok := c.objects[key].(*Object[T]); ok {
		return o
	}
	o := &Object[T]{
		expected: Expected("object"),
		init:     g.Init,
		fork:     g.Fork,
		ignore:   g.Node.IgnoreUnknown && c.Mode.Input(),
		index:    map[string]int{},
	}
	c.objects[key] = o // before its members, which may hold it
	for i, m := range g.Node.Members {
		name := m.Prop.Name
		if !m.Has(c.Mode) {
			if c.Mode.Input() {
				if o.closed == nil {
					o.closed = map[string]struct{}{}
				}
				o.closed[name] = struct{}{}
			}
			continue
		}
		if len(o.members) == MaxMembers {
			break // Build reports it
		}
		quoted, _ := jsonx.AppendString(nil, name)
		var foreign *Issue
		if m.Guarded() {
			foreign = ScopeIssue(m.Scopes)
		}
		o.index[name] = len(o.members)
		field := g.Bindings[i].Field(c)
		o.members = append(o.members, objectMember[T]{
			field:    field,
			direct:   directOf[T](field.parts()),
			name:     name,
			key:      "," + string(quoted) + ":",
			id:       m.Prop.ID,
			node:     m,
			elective: m.Omittable || m.Guarded(),
			optional: !m.Required(c.Mode),
			scopes:   m.Scopes,
			foreign:  foreign,
		})
	}
	if g.Rest != nil {
		o.rest = g.Rest.rest(c)
	}
	o.compileAcross(g, c.Mode)
	return o
}

// Empty makes *t ready to be decoded into.
func (o *Object[T]) Empty(t *T) {
	if o.init != nil {
		o.init(t)
	}
}

// foreign is the index of a member that the mode does not have.
const foreign = -1

// next reads the name of the next member and returns its index, or that it is
// foreign. Clients mostly send members in the order in which they are documented,
// so the one after the last is tried first.
func (o *Object[T]) next(d *Decoder, after int, seen *bits) (i int, name string, ok bool) {
	if i = after + 1; i >= len(o.members) || !d.Next(o.members[i].key[1:]) {
		if name, ok = d.Member(); !ok {
			return 0, "", false
		}
		if i, ok = o.index[name]; !ok {
			return foreign, name, true
		}
	}
	if seen.has(i) {
		d.Repeated()
		return 0, "", false
	}
	seen.add(i)
	return i, o.members[i].name, true
}

// unknown notes a member that this mode does not have.
func (o *Object[T]) unknown(d *Decoder, name string) {
	mark := d.Mark()
	if _, ok := o.closed[name]; ok {
		d.Note(issueReadOnly)
		d.Under(mark, name)
	} else if !o.ignore && !d.Lax {
		d.Note(Unknown)
		d.foreign(mark, name)
	}
	d.Skip()
}

// Decode implements [Codec].
func (o *Object[T]) Decode(d *Decoder, t *T) {
	if d.Kind() != jsonx.Object {
		d.refuse(o.expected)
		return
	}
	var seen bits
	o.decode(d, t, &seen, nil)
}

// decode reads an object, and notes which members it has and, unless nulls is
// nil, which of them are null.
func (o *Object[T]) decode(d *Decoder, t *T, seen, nulls *bits) {
	o.Empty(t)
	start := d.Mark()
	d.Object()
	last := foreign
	for i, name, ok := o.next(d, last, seen); ok; i, name, ok = o.next(d, last, seen) {
		if i == foreign {
			o.other(d, name, t)
			continue
		}
		last = i
		m := &o.members[i]
		if !opens(d.Grants, m.scopes) {
			m.refuse(d)
			continue
		}
		if nulls != nil && d.Kind() == jsonx.Null {
			nulls.add(i)
		}
		mark := d.Mark()
		if !m.direct.decode(d, t) {
			m.field.Decode(d, t)
		}
		d.Under(mark, name)
	}
	if d.Err() == nil {
		o.complete(&d.Report, t, seen, start)
	}
}

// refuse passes over a member that the client may not send.
func (m *objectMember[T]) refuse(d *Decoder) {
	mark := d.Mark()
	d.Note(m.foreign)
	d.Under(mark, m.name)
	d.Skip()
}

// complete fills what is absent, or notes that it is required, and judges the
// whole.
func (o *Object[T]) complete(r *Report, t *T, seen *bits, start int) {
	for i := range o.members {
		m := &o.members[i]
		if seen.has(i) {
			continue
		}
		if m.optional {
			r.Withheld = r.Withheld || m.scopes != nil
			m.field.Absent(t)
			continue
		}
		mark := r.Mark()
		r.Note(issueRequired)
		r.Under(mark, m.name)
	}
	if len(o.across) > 0 {
		o.judge(r, t, seen, start)
	}
}

// Check implements [Codec].
func (o *Object[T]) Check(r *Report, t *T) {
	if !r.enter() {
		return
	}
	start := r.Mark()
	for i := range o.members {
		m := &o.members[i]
		if !opens(r.Grants, m.scopes) {
			continue
		}
		mark := r.Mark()
		m.field.Check(r, t)
		r.Under(mark, m.name)
	}
	if o.rest != nil {
		o.rest.check(r, t)
	}
	if len(o.across) > 0 {
		has := o.there(t)
		o.judge(r, t, &has, start)
	}
	r.leave()
}

// Append implements [Codec].
func (o *Object[T]) Append(e *Encoder, t *T) {
	if !e.enter() {
		return
	}
	start := len(e.B)
	for i := range o.members {
		m := &o.members[i]
		if m.elective && (m.node.Omittable && m.field.Omitted(t) || !opens(e.Grants, m.scopes)) {
			continue
		}
		if !m.direct.append(e, m.key, t) {
			m.field.Append(e, t)
		}
		if e.err != nil {
			e.under(Segment{m.name, -1})
			return
		}
	}
	if o.rest != nil {
		if o.rest.append(e, t); e.err != nil {
			return
		}
	}
	e.brace(start)
	e.leave()
}
