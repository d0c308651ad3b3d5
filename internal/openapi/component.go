package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

const (
	schemaRef   = "#/components/schemas/"
	responseRef = "#/components/responses/"
	headerRef   = "#/components/headers/"

	problemName   = "Problem"
	violationName = "Violation"
)

// components names the schemas of collections and unions.
type components struct {
	refs  string       // the prefix of references
	all   []*component // in the order of discovery
	named map[string][]*component
	names map[string]schemaKey
	// folded has the names that differ from all others in more than case, in lower case.
	folded map[string]string
	queue  []pending
	// collections, unions and props have known declarations. To compare declarations takes
	// long, and a function may return a new value each time.
	collections map[*tree.Collection]*component
	unions      map[*tree.Union]*component
	props       map[*tree.Prop]*component // by a property with the type
	open        bool                      // an operation ignores undeclared members
}

// component is a collection or a union in all of its modes, or a property that has chosen a name.
type component struct {
	name       string
	at         tree.Position
	collection *tree.Collection
	union      *tree.Union
	prop       *tree.Prop
	// inner reports whether an update may create a value inside another.
	inner bool
	// differs has the modes whose schema is not that of view mode.
	differs [tree.UpdateOpen + 1]bool
	// opens has the modes of requests whose schema changes if their operation ignores undeclared
	// members, and closed those of other operations, which have a component beside the open one.
	opens, closed tree.ModeSet
	refs          [tree.UpdateOpen + 1]string // the reference by mode, if it has a name
}

type schemaKey struct {
	component *component
	mode      tree.Mode
}

// chosen returns the names that the declaration sets.
func (c *component) chosen() *tree.ComponentNames {
	if c.union != nil {
		return &c.union.ComponentNames
	}
	return &c.collection.ComponentNames
}

// pending is a schema with a name that is not written yet.
type pending struct {
	name string
	schemaKey
}

// is reports whether two components are the same declaration. A function may return a new value
// each time, so that only values with a known position are compared.
func (c *component) is(other *component) bool {
	switch {
	case (c.union == nil) != (other.union == nil), !c.at.Known(), !other.at.Known():
		return false
	case c.union != nil:
		return c.union.Fingerprint() == other.union.Fingerprint()
	}
	return c.collection.Fingerprint() == other.collection.Fingerprint()
}

func newComponents(refs string) *components {
	return &components{
		refs: refs, named: map[string][]*component{}, names: map[string]schemaKey{}, folded: map[string]string{},
		collections: map[*tree.Collection]*component{}, unions: map[*tree.Union]*component{}, props: map[*tree.Prop]*component{},
	}
}

// gather finds every collection of the operations.
func gather(ops []*tree.Operation) (*components, error) {
	c := newComponents(schemaRef)
	var errs []error
	add := func(p *tree.Prop) {
		if p == nil {
			return
		}
		if err := c.find(p); err != nil {
			errs = append(errs, err)
		}
	}
	body := func(b *tree.Body) {
		if b.Empty() {
			return
		}
		add(b.Prop)
		add(b.Beside)
		for _, way := range b.Others {
			add(way.Prop)
			add(way.Beside)
		}
	}
	for _, op := range ops {
		for _, in := range op.Inputs {
			add(in.Prop)
		}
		for _, p := range op.DeclaredHeaders() {
			add(p)
		}
		for _, f := range op.Fails {
			for _, h := range f.ResponseHeaders {
				add(h)
			}
		}
		body(op.Body)
		c.open = c.open || op.Body != nil && op.Body.IgnoreUnknown
		body(op.Success.Body)
		for _, a := range op.Also {
			body(a.Body)
		}
		for f := range op.ProblemFormats() {
			body(f.Body)
		}
	}
	c.compare()
	if c.open {
		c.compareOpen(ops)
	}
	return c, errors.Join(append(errs, c.clashes()...)...)
}

// unnamed returns the collection of an object of the library that is no component; nil for any
// other property.
func unnamed(p *tree.Prop) *tree.Collection {
	if t, ok := p.Type.(tree.Object); ok {
		if of := t.Of(); of.Name == "" {
			return of
		}
	}
	return nil
}

// find finds the components in a property.
func (c *components) find(p *tree.Prop) error {
	if unnamed(p) != nil {
		return nil // its members are scalars
	}
	switch t := p.Type.(type) {
	case tree.Array:
		return c.find(t.Item)
	case tree.Map:
		return c.find(t.Value)
	case tree.Object:
		if c.props[p] != nil {
			return nil
		}
		this, err := c.findCollection(t.Of())
		c.props[p] = this
		return err
	case tree.Alternatives:
		if c.props[p] != nil {
			return nil
		}
		this, err := c.findUnion(t.Of())
		c.props[p] = this
		return err
	case tree.Integer, tree.Float, tree.Text, tree.Enum, tree.Binary, tree.File, tree.Any, tree.Boolean:
		return nil
	}
	return fmt.Errorf("type %T has no schema", p.Type)
}

func (c *components) findCollection(n *tree.Collection) (*component, error) {
	if this := c.collections[n]; this != nil {
		return this, nil
	}
	this, first := c.add(component{name: n.Name, at: n.At, collection: n})
	c.collections[n] = this
	if !first {
		return this, nil
	}
	var errs []error
	for _, m := range n.Members {
		errs = append(errs, c.find(m.Prop))
		if m.Has(tree.Update) {
			c.mark(m.Prop)
		}
	}
	if n.Rest != nil {
		errs = append(errs, c.find(n.Rest))
	}
	return this, errors.Join(errs...)
}

// mark records that an update may create the value of a property.
func (c *components) mark(p *tree.Prop) {
	switch t := p.Type.(type) {
	case tree.Map:
		c.mark(t.Value)
	case tree.Object:
		if this := c.props[p]; this != nil {
			this.inner = true
		}
	}
}

func (c *components) findUnion(u *tree.Union) (*component, error) {
	if this := c.unions[u]; this != nil {
		return this, nil
	}
	this, first := c.add(component{name: u.Name, at: u.At, union: u})
	c.unions[u] = this
	if !first {
		return this, nil
	}
	var errs []error
	for _, p := range u.Cases {
		errs = append(errs, c.find(p))
	}
	return this, errors.Join(errs...)
}

// add returns the component of a declaration; first reports whether it is new. Declarations are
// compared only if they have the same name.
func (c *components) add(like component) (this *component, first bool) {
	for _, known := range c.named[like.name] {
		if known.is(&like) {
			return known, false
		}
	}
	c.named[like.name] = append(c.named[like.name], &like)
	c.all = append(c.all, &like)
	return &like, true
}

// clashes returns an error for each component whose name is taken.
func (c *components) clashes() (errs []error) {
	named := map[string]*component{}
	for _, this := range c.all {
		first := named[this.name]
		switch {
		case this.name == problemName || this.name == violationName:
			errs = append(errs, faultAt(this.at, "%q is the name of a component that the library writes itself", this.name))
		case first != nil:
			errs = append(errs, faultAt(this.at, "two collections are named %q; the first is at %s; rename one with As", this.name, first.at))
		default:
			named[this.name] = this
		}
	}
	return errs
}

// refer returns the reference to the component of a property, which is then written; "" if the
// property has none.
func (c *components) refer(p *tree.Prop, mode tree.Mode) (string, error) {
	switch p.Type.(type) {
	case tree.Object, tree.Alternatives:
		return c.use(c.props[p], mode)
	}
	return "", nil
}

// useProp returns the reference to the schema of a property that has chosen a name.
func (c *components) useProp(p *tree.Prop) (string, error) {
	name := p.Component
	if other, taken := c.names[name]; taken && other.component.prop == nil {
		return "", faultAt(p.At, "property %q and collection %q (%s) are both named %q; rename one", p.Name, other.component.name, other.component.at, name)
	} else if !taken || other.component.prop != p {
		if err := c.take(name, schemaKey{&component{name: name, at: p.At, prop: p}, tree.View}); err != nil {
			return "", err
		}
	}
	return c.refs + name, nil
}

// take gives a schema a name and has it written. Names of files and of generated types may not differ in
// case only.
func (c *components) take(name string, key schemaKey) error {
	if first, is := c.folded[strings.ToLower(name)]; is && first != name {
		return faultAt(key.component.at, "the component %q of %q differs from %q (%s) in case only; rename one", name, key.component.name, first, c.names[first].component.at)
	}
	c.folded[strings.ToLower(name)], c.names[name] = name, key
	c.queue = append(c.queue, pending{name, key})
	return nil
}

// use returns the reference to the schema of a component in a mode.
func (c *components) use(this *component, mode tree.Mode) (string, error) {
	if this == nil {
		return "", errors.New("a function returned another collection than before")
	}
	beside := "" // of a schema beside that of operations which reject undeclared members
	switch base := mode.Declared(); {
	case mode == base:
	case !this.opens.Has(base):
		mode = base
	case this.closed.Has(base):
		beside = "Open"
	}
	chosen := this.chosen().Of(mode)
	if chosen == "" && !this.differs[mode] {
		mode = tree.View
		chosen = this.chosen().Of(mode)
	}
	if ref := this.refs[mode]; ref != "" {
		return ref, nil
	}
	name := cmp.Or(chosen, this.name)
	if chosen == "" && mode != tree.View {
		name += mode.Declared().String()
	}
	if mode != tree.View {
		name += beside
	}
	key := schemaKey{this, mode}
	other, taken := c.names[name]
	switch {
	case taken && other.component.prop != nil:
		return "", faultAt(this.at, "collection %q in %s mode and property %q (%s) are both named %q; rename one",
			this.name, mode, other.component.prop.Name, other.component.at, name)
	case taken && (chosen != "" || other.component.chosen().Of(other.mode) != ""): // their schemas may be the same
	case taken:
		return "", faultAt(this.at, "collection %q in %s mode and collection %q (%s) are both named %q; rename one with As, or set ComponentName",
			this.name, mode, other.component.name, other.component.at, name)
	}
	if err := c.take(name, key); err != nil {
		return "", err
	}
	this.refs[mode] = c.refs + name
	return this.refs[mode], nil
}
