package collection

import (
	"sync"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Mode is a view of a collection.
type Mode = ir.Mode

// The modes, for [Field.Only] and [Field.Except].
const (
	Create = ir.Create // a client makes an entity
	View   = ir.View   // the server shows one entity
	Update = ir.Update // a client changes an entity
	Delete = ir.Delete // the server confirms which entity is gone
	List   = ir.List   // the server shows an entity among others
)

// Collection is a group of properties bound to a T. Like a property it is an
// immutable value.
type Collection[T any] struct {
	group *codec.Group[*T]
	modes *compiled[T]
}

var _ prop.Collection[Record] = Collection[Record]{}

// Of declares a collection that is bound to the Go type T. The name stands in
// the document: a component is Product, ProductCreate and so on.
func Of[T any](name string, fields ...Field[T]) Collection[T] {
	all := make([]field[*T], len(fields))
	for i, f := range fields {
		all[i] = field[*T](f)
	}
	g := groupOf(ir.NewCollection(callsite.Here(), name), fresh[T], all)
	g.Copy = copied[T]
	return sealed(g, nil)
}

// groupOf is the part of Of that is compiled once for all types.
func groupOf[P any](n *ir.Collection, fresh func() P, fields []field[P]) *codec.Group[P] {
	g := &codec.Group[P]{Node: n, Fresh: fresh}
	for _, f := range fields {
		if f.member == nil {
			g.Node.Faults = append(g.Node.Faults, ir.Faultf("a field was not made with Bind"))
			continue
		}
		g.Node.Faults = append(g.Node.Faults, f.faults...)
		if f.rest != nil {
			g.Node.Rest, g.Rest = f.member.Prop, f.rest
			continue
		}
		g.Node.Members = append(g.Node.Members, f.member)
		g.Bindings = append(g.Bindings, f.binding)
	}
	if len(fields) == 0 {
		g.Node.Faults = append(g.Node.Faults, ir.Faultf("has no members"))
	}
	return g
}

// New declares a collection without a Go type: its values are records, whose members
// are read and set by their properties, name.Get(record). A property that is declared
// only in the call is checked and documented, but nobody can read it.
func New(name string, props ...prop.Prop) Collection[Record] {
	g := &codec.Group[*Record]{Node: ir.NewCollection(callsite.Here(), name), Fresh: fresh[Record]}
	shape := codec.NewRecordShape(name)
	g.Copy, g.Init, g.Fork = copied[Record], shape.Init, shape.Fork
	for _, p := range props {
		if p == nil {
			g.Node.Faults = append(g.Node.Faults, ir.Faultf("a property is nil"))
			continue
		}
		n := p.Node(ir.Key{})
		g.Node.Members = append(g.Node.Members, &ir.Member{
			Prop:      n,
			Modes:     ir.EveryMode,
			Omittable: n.Optional,
		})
		g.Bindings = append(g.Bindings, p.Bind(ir.Key{}, shape))
	}
	if len(props) == 0 {
		g.Node.Faults = append(g.Node.Faults, ir.Faultf("has no members"))
	}
	return sealed(g, nil)
}

// Record is a value of a collection without a Go type. It is read and written
// with the collection's properties: street.Get(rec), street.Set(rec, "Main").
// Copies share their values.
type Record = codec.Record

// Make returns an empty record of a collection, to be filled with Set.
func Make(c Collection[Record]) (r Record) {
	c.group.Init(&r)
	return r
}

func fresh[T any]() *T { return new(T) }

func copied[T any](t *T) *T {
	c := *t
	return &c
}

func sealed[T any](g *codec.Group[*T], version func(*T) Version) Collection[T] {
	c := &compiled[T]{group: g}
	c.versioned(version)
	return Collection[T]{g, c}
}

// compiled compiles each mode when it is first used.
type compiled[T any] struct {
	group   *codec.Group[*T]
	raw     func(*T) Version // what Versioned was given; nil: there are no versions
	version func(*T) Version // the same, with what clients see
	shared  *codec.Compiler  // of create mode, to which the outcome of an update is held
	modes   [ir.List + 1]struct {
		once, known sync.Once
		object      *codec.Object[*T]
		body        Body[T]
	}
}

func (c *compiled[T]) in(m ir.Mode) *codec.Object[*T] {
	mode := &c.modes[m]
	mode.once.Do(func() {
		compiler := codec.NewCompiler(m)
		switch m {
		case ir.Create:
			c.shared = compiler
		case ir.Update:
			c.in(ir.Create)
			compiler = c.shared.In(m)
		}
		mode.object = c.group.Compile(compiler)
	})
	return mode.object
}

// body is the body in a mode, of which routes have copies at their own places.
func (c *compiled[T]) body(m ir.Mode) Body[T] {
	mode := &c.modes[m]
	mode.known.Do(func() {
		mode.body = body(object(c.group.Node), m, func() codec.Codec[T] { return c.in(m) })
		mode.body.rows, mode.body.version, mode.body.node.Versioned = rowsOf(c.group), c.version, c.version != nil
	})
	return mode.body
}

func (c Collection[T]) edit(change func(*ir.Collection)) Collection[T] {
	if c.group == nil { // change is not asked: there is nothing to change
		return sealed(unstarted(fresh[T]), nil)
	}
	return sealed(edited(c.group, change), c.modes.raw)
}

func unstarted[P any](fresh func() P) *codec.Group[P] {
	return &codec.Group[P]{Fresh: fresh, Node: &ir.Collection{At: callsite.Here(), Faults: []ir.Fault{
		ir.Faultf("a collection was not started by collection.Of or collection.New"),
	}}}
}

func edited[P any](group *codec.Group[P], change func(*ir.Collection)) *codec.Group[P] {
	g := *group
	at := callsite.Here() // a derived collection is another declaration
	g.Node = g.Node.Edit(func(n *ir.Collection) { n.At = at; change(n) })
	return &g
}

// As changes the name, so that a derived collection can stand beside the one it
// comes from.
func (c Collection[T]) As(name string) Collection[T] {
	return c.edit(func(n *ir.Collection) { n.Name = name })
}

// Title sets the short name for readers of the document; it is plain text.
func (c Collection[T]) Title(text string) Collection[T] {
	return c.edit(func(n *ir.Collection) { n.Title = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (c Collection[T]) Describe(text string) Collection[T] {
	return c.edit(func(n *ir.Collection) { n.Doc = text })
}

// More says where more is told, and of what, in CommonMark; that may be "".
func (c Collection[T]) More(url, text string) Collection[T] {
	return c.edit(func(n *ir.Collection) {
		if what := ir.LinkMistake(url); what != "" {
			n.Faults = append(n.Faults, ir.Faultf("More(%q): %s", url, what))
			return
		}
		n.More = ir.Link{Name: text, URL: url}
	})
}

// IgnoreUnknown lets requests carry members that the collection does not have;
// they are passed over. Without it each is a violation.
func (c Collection[T]) IgnoreUnknown() Collection[T] {
	return c.edit(func(n *ir.Collection) { n.IgnoreUnknown = true })
}

// Extension adds a vendor extension to the emitted schemas. The name begins
// with x-, and value is JSON text.
func (c Collection[T]) Extension(name, value string) Collection[T] {
	return c.edit(func(n *ir.Collection) {
		if what := ir.ExtensionMistake(name, value); what != "" {
			n.Faults = append(n.Faults, ir.Faultf("Extension(%q): %s", name, what))
			return
		}
		n.Extensions = ir.Extend(n.Extensions, name, value)
	})
}

// Group returns the typed half of the collection. It is for sibling packages.
func (c Collection[T]) Group(ir.Key) *codec.Group[*T] {
	if c.group == nil {
		return c.edit(nil).group
	}
	return c.group
}
