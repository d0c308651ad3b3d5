package collection

import (
	"fmt"
	"iter"
	"slices"
	"sort"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Mode is a mode of a collection.
type Mode = prop.Mode

// The modes, for [Field.Only] and [Field.Except].
const (
	Create = prop.Create // a client creates an entity
	View   = prop.View   // the server shows one entity
	Update = prop.Update // a client changes an entity
	Delete = prop.Delete // the server confirms which entity was deleted
	List   = prop.List   // the server shows an entity in a list
)

// Collection declares an object: properties that are bound to fields of a T. It is an immutable
// value: its methods return changed copies.
type Collection[T any] struct {
	grouped
	declared
}

type grouped = codec.Grouped

// declared has the methods of collections that do not depend on the Go type of the values, so that
// they are compiled once.
type declared struct{ state *state }

// String returns the declaration with a line for each member, for failing tests.
func (d *declared) String() string { return property.WholeCollectionText(d.started().group.Node) }

// started returns the state of a collection, or a fault if no constructor created it.
func (d *declared) started() *state {
	if d.state == nil {
		return unstarted()
	}
	return d.state
}

// untyped is a [Collection] without its Go type: a conversion of pointers leads from one to the other.
type untyped struct {
	grouped
	declared
}

func collectionOf[T any](s *state) *Collection[T] { return (*Collection[T])(s.untyped()) }

//go:noinline
func (s *state) untyped() *untyped { return &untyped{s.group.Seal(), declared{s}} }

// started is the method of declared, for a nil collection, too.
func (c *untyped) started() *state {
	if c == nil {
		return unstarted()
	}
	return c.declared.started()
}

// body returns the body in a mode.
func (c *untyped) body(m tree.Mode) *untypedBody { return c.started().body(m).untyped() }

var _ prop.Collection[Record] = &Collection[Record]{}

// Of declares a collection that is bound to the Go type T. Documents have components with its
// name: Product, ProductCreate and so on.
//
//	var products = collection.Of("Product", func(p *Product) collection.Fields {
//		return collection.Fields{
//			id.At(&p.ID).Key(),
//			name.At(&p.Name),
//			cost.AtOptional(&p.Cost).VisibleTo("products:cost"),
//		}
//	})
//
// The function is called once, with the zero value, to find the field of each property: it must
// not keep p, which holds nothing. Fields of structs in T are fields of T; use [AtFunc] for
// fields behind a pointer. Two properties with the same field are a fault.
func Of[T any](name string, declare func(p *T) Fields) *Collection[T] {
	return collectionOf[T](stateOf(name, codec.TypeOf[T](), declare))
}

// stateOf declares a collection of structs of the Go type t, to which P is a pointer. It is compiled
// once, for all pointers.
//
//go:noinline
func stateOf[P any](name string, t *codec.Type, declare func(p P) Fields) *state {
	n := tree.NewCollection(tree.Here(), name)
	if declare == nil {
		n.Faults = append(n.Faults, tree.Faultf("Of(%q, nil): the function is nil", name))
		return sealed(&codec.ObjectForm{Node: n, Type: t}, nil)
	}
	start := t.New()
	fields := membersOf(n, func() Fields { return declare(*place.To[P](place.Of(&start))) })
	var owner P
	for i, f := range fields {
		if o := property.Field(f).Owner(); o != nil && o != any(owner) {
			fields[i] = Field(property.Field(f).Faulty("the function of the member has another Go type than the collection"))
		}
	}
	return sealed(groupOf(n, t, start, fields), nil)
}

// membersOf calls the function that declares the members of a collection. If it panics, that is
// a fault.
func membersOf(n *tree.Collection, declare func() Fields) (fields Fields) {
	defer func() {
		if v := recover(); v != nil {
			n.Faults = append(n.Faults, tree.Fault{At: tree.Panicked(), Message: fmt.Sprintf("the function that declares the members panics: %v; "+
				"it gets the zero value; use collection.AtFunc for fields behind a pointer", v)})
		}
	}()
	return slices.Clone(declare())
}

func groupOf(n *tree.Collection, t *codec.Type, start place.Addr, fields Fields) *codec.ObjectForm {
	g := &codec.ObjectForm{Node: n, Type: t}
	var spans []*span
	for _, f := range fields {
		p := property.Field(f).Place(start, t.Size)
		n.Faults = append(n.Faults, p.Faults...)
		if p.Member == nil {
			continue
		}
		if p.Size > 0 {
			spans = append(spans, &span{p.Member.Prop.Name, p.At, uintptr(p.Offset), uintptr(p.Offset) + p.Size})
		}
		if p.Rest != nil {
			n.Rest, n.RestNames, g.Additional = p.Member.Prop, p.Names, p.Rest
			continue
		}
		n.Members = append(n.Members, p.Member)
		g.Bindings = append(g.Bindings, p.Binding)
	}
	if len(fields) == 0 && len(n.Faults) == 0 {
		n.Faults = append(n.Faults, tree.Faultf("has no members"))
	}
	n.Faults = append(n.Faults, overlaps(spans)...)
	return g
}

// span is the range of bytes of a property in a struct.
type span struct {
	name       string
	at         tree.Position
	start, end uintptr
}

// overlaps returns the faults of properties that share bytes of a struct.
func overlaps(spans []*span) (faults []tree.Fault) {
	sort.SliceStable(spans, func(i, j int) bool { return spans[i].start < spans[j].start })
	for i, s := range spans {
		for _, other := range spans[i+1:] {
			if other.start >= s.end {
				break
			}
			what := "properties %q and %q have the same field"
			if other.start != s.start || other.end != s.end {
				what = "the fields of the properties %q and %q overlap"
			}
			faults = append(faults, tree.Fault{At: other.at, Message: fmt.Sprintf(what, s.name, other.name)})
		}
	}
	return faults
}

// New declares a collection without a Go type. Its values are records; its properties read and
// set their members: name.Get(record). A property that only the call refers to is validated and
// documented, but no program can read it.
func New(name string, props ...prop.Prop) *Collection[Record] {
	g := &codec.ObjectForm{Node: tree.NewCollection(tree.Here(), name), Type: codec.TypeOf[Record]()}
	shape := codec.NewRecordShape(g.Node)
	g.Init = func(t place.Addr) { shape.Init(place.To[codec.Record](t)) }
	g.Fork = func(t place.Addr) { shape.Fork(place.To[codec.Record](t)) }
	g.Owns = func(t place.Addr) bool { return shape.Owns(place.To[codec.Record](t)) }
	for _, p := range props {
		if p == nil {
			g.Node.Faults = append(g.Node.Faults, tree.Faultf("a property is nil"))
			continue
		}
		if rest, is := p.(additionalIn); is {
			rest.add(g, shape)
			continue
		}
		n := property.NodeOf(p)
		g.Node.Members = append(g.Node.Members, &tree.Member{
			Prop:      n,
			Modes:     tree.EveryMode,
			Omittable: n.Optional,
		})
		g.Bindings = append(g.Bindings, codec.BindRecord(property.FormOf(p), shape))
	}
	if len(props) == 0 {
		g.Node.Faults = append(g.Node.Faults, tree.Faultf("has no members"))
	}
	return collectionOf[Record](sealed(g, nil))
}

// Record is a value of a collection without a Go type. The collection's properties read and set
// its members: street.Get(rec), street.Set(rec, "Main"). Copies share their values.
type Record record

type record = codec.Record

// AdditionalIn stores undeclared members of records in a map, which reads and sets them:
//
//	labels := prop.Map(prop.String("labels").MaxLen(80))
//	items := collection.New("Item", id, collection.AdditionalIn(labels))
//	labels.Get(item)
//
// The name and the rules of the map have no meaning; see [Collection.MinProperties]. Collections of
// structs have [Additional].
func AdditionalIn[E any](values *prop.MapProp[E]) prop.Prop {
	if values == nil {
		return additionalIn{}
	}
	return additionalIn{values}
}

type additionalIn struct{ prop.Prop }

func (p additionalIn) add(g *codec.ObjectForm, shape *codec.RecordShape) {
	fault := func(format string, args ...any) {
		g.Node.Faults = append(g.Node.Faults, tree.Faultf(format, args...))
	}
	if p.Prop == nil {
		fault("AdditionalIn(nil): the map is nil")
		return
	}
	f := property.FormOf(p.Prop)
	n := f.Node
	switch {
	case len(n.Faults) > 0 || f.Map == nil:
		g.Node.Faults = append(g.Node.Faults, n.Faults...)
		return
	case g.Additional != nil:
		fault("AdditionalIn is given twice")
		return
	case len(n.Rules) > 0:
		fault("AdditionalIn: the map %q has rules, which belong to its values or to the collection", n.Name)
	case n.Optional || n.Default != nil || n.Initial != nil || n.ReadOnly || n.WriteOnly || n.Nullable:
		fault("AdditionalIn: the map %q is Optional, has a Default or an Initial value, or is ReadOnly or WriteOnly, which a member with a name can be", n.Name)
	}
	g.Node.Rest, g.Node.RestNames = f.Map.Value.Node, n.Type.(tree.Map).Names
	g.Additional = codec.BindRecordMap(f, shape)
}

// Lookup returns the value of the member with a name, as its property reads it: an int of [prop.Int].
// ok is false if the record has no such value.
func (r Record) Lookup(name string) (value any, ok bool) { return (*codec.Record)(&r).Value(name) }

// All yields the declared members that have a value, in the order of their declaration.
func (r Record) All() iter.Seq2[string, any] { return (*codec.Record)(&r).All }

// NewRecord returns a record of a collection that has no values but those of constants.
func NewRecord(c *Collection[Record]) (r Record) {
	c.started().group.Init(place.Of(&r))
	(*codec.Record)(&r).SetConstants()
	return r
}

// started returns the state of c, or a fault if no constructor created it.
func (c *Collection[T]) started() *state { return (*untyped)(c).started() }

func (c *Collection[T]) edit(change func(*tree.Collection)) *Collection[T] {
	return collectionOf[T](c.started().edited(change))
}

// As changes the name, so that documents distinguish a derived collection from its original. It
// undoes ComponentName.
func (c *Collection[T]) As(name string) *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.Name, n.ComponentNames = name, tree.ComponentNames{} })
}

// ComponentName sets the name of the component of a mode in documents. By default it is the name of
// the collection, followed by the mode if the schema is not that of View: ProductCreate.
//
//	products.ComponentName(collection.Create, "CreateProductRequest")
//
// A mode whose schema is that of View has its component, unless it has a name of its own. Components
// of one name must have one schema; otherwise package oas returns an error.
func (c *Collection[T]) ComponentName(mode Mode, name string) *Collection[T] {
	return c.edit(func(n *tree.Collection) {
		n.Faults = append(n.Faults, n.ComponentNames.Set(mode, name, tree.EveryMode)...)
	})
}

// Closed states in documents that responses in the given modes have no members but those that the
// collection declares; without modes, in all of View, List and Delete. By default documents admit
// others, so that clients which validate responses accept the members of later versions. Requests
// are closed unless [Collection.IgnoreUnknown] opens them.
func (c *Collection[T]) Closed(modes ...Mode) *Collection[T] {
	if len(modes) == 0 {
		modes = []Mode{View, List, Delete}
	}
	return c.edit(func(n *tree.Collection) {
		for _, m := range modes {
			if m.Input() {
				n.Faults = append(n.Faults, tree.Faultf("Closed(%s): requests are closed unless IgnoreUnknown opens them", m))
				continue
			}
			n.Closed |= tree.SetOf(m)
		}
	})
}

// RequiredInUpdate requires members in every update, which may omit all others. It is for an object
// around the entity that clients always send, {"user": {…}}:
//
//	collection.New("ChangeUser", user).RequiredInUpdate(user)
func (c *Collection[T]) RequiredInUpdate(props ...prop.Prop) *Collection[T] {
	required := nodes(props)
	return c.edit(func(n *tree.Collection) {
		n.Members = slices.Clone(n.Members)
		for _, p := range required {
			i := slices.IndexFunc(n.Members, func(m *tree.Member) bool { return m.Prop.ID == p.ID && p.ID != nil })
			switch {
			case i < 0:
				n.Faults = append(n.Faults, tree.Faultf("RequiredInUpdate: property %q is not a member", p.Name))
			case !n.Members[i].Has(tree.Update):
				n.Faults = append(n.Faults, tree.Faultf("RequiredInUpdate: an update does not have member %q", p.Name))
			default:
				m := *n.Members[i]
				m.UpdateRequired = true
				n.Members[i] = &m
			}
		}
	})
}

// Object declares an object with the members of the collection; see [prop.Object].
//
//go:noinline
func (c *Collection[T]) Object() *prop.ObjectProp[T] {
	return (*prop.ObjectProp[T])(property.Object(c.started().group))
}

// Array declares an array of such objects: a [prop.Array] of [Collection.Object].
//
//	items.Array("items").MaxItems(50).At(&o.Items)
//
//go:noinline
func (c *Collection[T]) Array(name string) *prop.ArrayProp[T] {
	g := c.started().group
	return (*prop.ArrayProp[T])(property.Array(name, g, codec.ItemsOf[T](g.Type)))
}

// Title sets the title in documents, in plain text.
func (c *Collection[T]) Title(text string) *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.Title = text })
}

// Describe sets the description in documents, in CommonMark.
func (c *Collection[T]) Describe(text string) *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.Doc = text })
}

// Docs documents the collection with options of package meta.
func (c *Collection[T]) Docs(options ...meta.Option) *Collection[T] {
	return c.edit(func(n *tree.Collection) {
		n.Faults = append(n.Faults, meta.Target{ExternalDocs: &n.ExternalDocs, Extensions: &n.Extensions}.Apply("collections", options)...)
	})
}

// IgnoreReadOnly ignores members of requests that their mode does not have, such as a read-only ID
// or one that only Create sets, whatever their values: a client may send back what it got. By
// default each is a violation. The members stay as they are in the store; documents have them in
// requests as readOnly.
func (c *Collection[T]) IgnoreReadOnly() *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.IgnoreReadOnly = true })
}

// Check returns the violations of v in create mode; see [Body.Check].
func (c *Collection[T]) Check(v T) prop.Violations { return c.Create().Check(v) }

// IgnoreUnknown ignores members of requests that the collection does not declare. By default
// each is a violation.
func (c *Collection[T]) IgnoreUnknown() *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.IgnoreUnknown, n.RejectUnknown = true, false })
}

// RejectUnknown makes each member of a request that the collection does not declare a violation,
// as is the default, also in routes, groups and APIs with IgnoreUnknownMembers. It takes back an
// earlier [Collection.IgnoreUnknown], which takes it back, too. Collections inside this one decide
// for themselves.
func (c *Collection[T]) RejectUnknown() *Collection[T] {
	return c.edit(func(n *tree.Collection) { n.IgnoreUnknown, n.RejectUnknown = false, true })
}
