package codec

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// ObjectForm is a collection with what its description does not have: the bindings of its members
// and functions that know the Go type.
type ObjectForm struct {
	Node     *tree.Collection
	Type     *Type
	Bindings []Binding // one for each of the node's members, in order
	// Additional binds members without a binding of their own; nil if there are none.
	Additional *AdditionalBinding
	// Tests are the functions of [tree.Between] rules by name.
	Tests map[string]func(t place.Addr) bool
	// Init prepares an empty value, and Fork makes a copy share nothing that can change;
	// nil if the zero value and assignment do so.
	Init, Fork func(t place.Addr)
	// Owns reports whether a value is one of the collection; nil if its Go type says so.
	Owns func(t place.Addr) bool
}

// ForkMembers makes the members of a value share nothing that can change.
func (g *ObjectForm) ForkMembers(t place.Addr) {
	if g.Fork != nil {
		g.Fork(t)
	}
	for i := range g.Bindings {
		g.Bindings[i].fork(t)
	}
	if g.Additional != nil {
		g.Additional.fork(t)
	}
}

// Object is the codec of a collection in one mode.
type Object struct {
	form     *ObjectForm
	expected *Issue
	typ      *Type
	init     func(place.Addr)
	fork     func(place.Addr)
	ignore   bool
	strict   bool // rejects undeclared members that the operation ignores
	members  []objectMember
	index    map[string]int
	// closed are the violations of declared members that a client cannot send in this mode.
	closed map[string]*Issue
	// passes ignores them instead.
	passes     bool
	rules      objectRules
	additional *additional // nil if there are none
	unseen     bits        // members that no response has
	// demands reports that an update must have some of the members.
	demands bool

	scopes scopeSets
	hidden hiddenMembers

	// In update mode: outcome checks what a patch results in.
	outcome *Object
	merged  []merged // all members of both, in the order of their declaration
	// cost is how many values an object costs, whatever its members are.
	cost int
}

// leastCost is the cost of an object with few members: a pointer to it, and its place in a
// list or map.
const leastCost = 8

type objectMember struct {
	// What every request needs is close together.
	direct direct
	field  *Field
	name   string
	key    string        // the text before the value: ,"name":
	head   [keyRoom]byte // key, if it fits
	next   jsonx.Key
	id     *tree.ID
	node   *tree.Member
	// elective members are not in every response.
	elective bool
	// optional members may be absent from a request, whether or not they have a default.
	optional   bool
	scopes     []string // any of which makes the member visible; nil: always visible
	scopeIssue *Issue   // of clients without these scopes
}

// keyRoom is the greatest length of a key that is copied at once.
const keyRoom = 32

// Compile compiles the collection in c's mode.
func (g *ObjectForm) Compile(c *Compiler) *Object { return g.compile(c, objectKey{g, c.Mode}) }

// CompileLazy is Compile for a collection that a thunk returns anew wherever it contains
// itself. The property with the thunk and the fingerprint identify the collection.
func (g *ObjectForm) CompileLazy(c *Compiler, n *tree.Prop) *Object {
	file, line := n.At.FileLine()
	return g.compile(c, objectKey{thunk{file, line, n.Name, g.Node.Fingerprint()}, c.Mode})
}

func (g *ObjectForm) compile(c *Compiler, key objectKey) *Object {
	if o, ok := c.compiled[key].(*Object); ok {
		return o
	}
	o := &Object{
		form:     g,
		expected: Expected("object"),
		typ:      g.Type,
		init:     g.Init,
		fork:     g.Fork,
		ignore:   g.Node.IgnoreUnknown && c.Mode.Input(),
		strict:   g.Node.RejectUnknown && c.Mode.Input(),
		passes:   g.Node.IgnoreReadOnly,
		index:    map[string]int{},
		scopes:   scopeSets{of: tree.Object{Of: func() *tree.Collection { return g.Node }}},
	}
	c.compiled[key] = o // before its members, which may hold it
	for i, m := range g.Node.Members {
		name := m.Prop.Name
		if !m.Has(c.Mode) {
			if c.Mode.Input() {
				if o.closed == nil {
					o.closed = map[string]*Issue{}
				}
				o.closed[name] = readOnlyIssue(m, c.Mode)
			}
			continue
		}
		if len(o.members) == MaxMembers {
			break // Build reports it
		}
		var foreign *Issue
		if m.Guarded() {
			foreign = ScopeIssue(m.Scopes)
		}
		o.index[name] = len(o.members)
		if !m.Shown() {
			o.unseen.add(len(o.members))
		}
		field, next := g.Bindings[i].field(c), jsonx.KeyOf(name)
		o.members = append(o.members, objectMember{
			field:      field,
			direct:     directOf(field),
			name:       name,
			key:        "," + next.String(),
			next:       next,
			id:         m.Prop.ID,
			node:       m,
			elective:   m.Omittable || m.Guarded(),
			optional:   !m.Required(c.Mode),
			scopes:     m.Scopes,
			scopeIssue: foreign,
		})
		m := &o.members[len(o.members)-1]
		copy(m.head[:], m.key)
		o.demands = o.demands || c.Mode == tree.Update && !m.optional
	}
	if g.Additional != nil {
		o.additional = g.Additional.compile(c, g.Node)
	}
	o.rules = objectRulesOf(o, g, c.Mode)
	if c.Mode == tree.Update {
		o.compileMerged(g, c, key)
	}
	o.cost = max(len(o.members), leastCost)
	return o
}

// Check implements [Codec].
func (o *Object) Check(r *Report, t place.Addr) {
	if !r.enter() {
		return
	}
	start := r.Mark()
	for i := range o.members {
		m := &o.members[i]
		if !isVisible(r.Grants, m.scopes) || r.stored && o.unseen.has(i) {
			continue
		}
		mark := r.Mark()
		m.field.check(r, t)
		r.Under(mark, m.name)
	}
	if o.additional != nil {
		o.additional.check(r, t, nil)
	}
	if o.rules != nil {
		has := o.present(t)
		var unknown bits
		if r.stored {
			unknown = o.unseen
		}
		o.rules.check(o, r, t, has, unknown, start)
	}
	r.leave()
}

// Encode implements [Codec].
func (o *Object) Encode(e *Encoder, t place.Addr) {
	if !e.enter() {
		return
	}
	start := len(e.B)
	b := e.B // direct members extend b; e.B follows later
	for i := range o.members {
		m := &o.members[i]
		if m.elective && (m.node.Omittable && m.field.omitted(t) || !isVisible(e.Grants, m.scopes)) {
			continue
		}
		if n := len(b); n+len(m.head) <= cap(b) && len(m.key) <= len(m.head) {
			*(*[keyRoom]byte)(b[n : n+keyRoom]) = m.head // one copy of constant size
			b = b[:n+len(m.key)]
		} else {
			b = append(b, m.key...)
		}
		// Only values that can fail look at e.err.
		var err error
		switch at := t.Plus(m.direct.offset); m.direct.kind {
		case directInt:
			b = jsonx.AppendInt(b, *place.To[int64](at))
			continue
		case directTruth:
			b = strconv.AppendBool(b, *place.To[bool](at))
			continue
		case directText, directEnum:
			if b, err = jsonx.AppendString(b, *place.To[string](at)); err == nil {
				continue
			}
			e.fail(errUTF8)
		case directFloat:
			if b, err = jsonx.AppendFloat(b, *place.To[float64](at), 64); err == nil {
				continue
			}
			e.fail(err)
		default:
			e.keep(b)
			switch m.direct.kind {
			case directMoment:
				m.direct.codec.(*scalar).Encode(e, at)
			case directObject:
				m.direct.codec.(*Object).Encode(e, at)
			case directTexts:
				appendStrings(e, *place.To[[]string](at))
			default:
				m.field.encode(e, t)
			}
			b = e.B
		}
		if e.err != nil {
			e.under(Segment{m.name, -1})
			return
		}
	}
	e.keep(b)
	if o.additional != nil {
		if o.additional.encode(e, t, nil); e.err != nil {
			return
		}
	}
	e.brace(start)
	e.leave()
}
