package oas

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

const (
	schemaRef   = "#/components/schemas/"
	responseRef = "#/components/responses/"

	problemName   = "Problem"
	violationName = "Violation"
)

// components names the schemas of collections and unions.
type components struct {
	all   []*component // in the order they were met
	known map[identity]*component
	names map[string]schemaKey
	queue []pending
}

// identity tells declarations apart. A thunk may make the same one anew at
// every call.
type identity struct {
	made string
	node any // only where the position is not known
}

// component is a collection or a union in all of its modes.
type component struct {
	name       string
	at         callsite.PC
	collection *ir.Collection
	union      *ir.Union
	// differs are the modes whose schema is not that of view mode.
	differs ir.ModeSet
}

type schemaKey struct {
	component *component
	mode      ir.Mode
}

// pending is a schema that has a name and is not yet written.
type pending struct {
	name string
	schemaKey
}

func collectionID(c *ir.Collection) identity {
	if !c.At.Known() {
		return identity{node: c}
	}
	return identity{made: c.Made()}
}

func unionID(u *ir.Union) identity {
	if !u.At.Known() {
		return identity{node: u}
	}
	file, line := u.At.Position()
	return identity{made: fmt.Sprintf("%s:%d %q", file, line, u.Name)}
}

// gather finds every collection that the operations lead to.
func gather(ops []*ir.Operation) (*components, error) {
	c := &components{known: map[identity]*component{}, names: map[string]schemaKey{}}
	var errs []error
	add := func(p *ir.Prop) {
		if err := c.find(p.Type); err != nil {
			errs = append(errs, err)
		}
	}
	for _, op := range ops {
		for _, in := range op.Inputs {
			add(in.Prop)
		}
		for _, p := range op.Sends {
			add(p)
		}
		for _, b := range bodies(op) {
			if b.Prop != nil {
				add(b.Prop)
			}
			if b.Beside != nil {
				add(b.Beside)
			}
		}
	}
	c.compare()
	return c, errors.Join(append(errs, c.clashes()...)...)
}

func bodies(op *ir.Operation) (out []*ir.Body) {
	out = append(ways(op.Body), ways(op.Success.Body)...)
	for _, a := range op.Also {
		out = append(out, ways(a.Body)...)
	}
	return out
}

// find finds the components in a type.
func (c *components) find(t ir.Type) error {
	switch t := t.(type) {
	case ir.Array:
		return c.find(t.Item.Type)
	case ir.Map:
		return c.find(t.Value.Type)
	case ir.Object:
		return c.findCollection(t.Of())
	case ir.Alternatives:
		return c.findUnion(t.Of)
	case ir.Integer, ir.Float, ir.Text, ir.Enum, ir.Binary, ir.File, ir.Any, ir.Boolean:
		return nil
	}
	return fmt.Errorf("type %T has no schema", t)
}

func (c *components) findCollection(n *ir.Collection) error {
	if !c.add(collectionID(n), &component{name: n.Name, at: n.At, collection: n}) {
		return nil
	}
	var errs []error
	for _, m := range n.Members {
		errs = append(errs, c.find(m.Prop.Type))
	}
	if n.Rest != nil {
		errs = append(errs, c.find(n.Rest.Type))
	}
	return errors.Join(errs...)
}

func (c *components) findUnion(u *ir.Union) error {
	if !c.add(unionID(u), &component{name: u.Name, at: u.At, union: u}) {
		return nil
	}
	var errs []error
	for _, n := range u.Cases {
		errs = append(errs, c.findCollection(n))
	}
	return errors.Join(errs...)
}

// add reports whether a component is a new one.
func (c *components) add(id identity, this *component) bool {
	if c.known[id] != nil {
		return false
	}
	c.known[id] = this
	c.all = append(c.all, this)
	return true
}

// clashes tells which components cannot have the names they ask for.
func (c *components) clashes() (errs []error) {
	named := map[string]*component{}
	for _, this := range c.all {
		first := named[this.name]
		switch {
		case this.name == problemName || this.name == violationName:
			errs = append(errs, fmt.Errorf("%s: %q is the name of a component that the library writes itself", this.at, this.name))
		case first != nil:
			errs = append(errs, fmt.Errorf("%s: two collections are named %q; the first is at %s; rename one with As", this.at, this.name, first.at))
		default:
			named[this.name] = this
		}
	}
	return errs
}

// compare finds the modes that share view mode's schema. A collection that
// contains itself is the same as long as nothing shows that it is not: start
// with all, and take away until nothing changes.
func (c *components) compare() {
	for changed := true; changed; {
		changed = false
		for _, this := range c.all {
			for _, m := range ir.Modes() {
				if !this.differs.Has(m) && !c.same(this, m) {
					this.differs |= ir.SetOf(m)
					changed = true
				}
			}
		}
	}
}

// same reports whether a component is written in a mode as in view mode, as far
// as is known.
func (c *components) same(this *component, mode ir.Mode) bool {
	if this.union != nil {
		return !slices.ContainsFunc(this.union.Cases, func(n *ir.Collection) bool {
			return c.differs(collectionID(n), mode.Nested())
		})
	}
	n := this.collection
	if open(n, mode) || n.Rest != nil && !c.sameRest(n, mode) {
		return false
	}
	for _, m := range n.Members {
		has := m.Has(mode)
		if has != m.Has(ir.View) {
			return false
		}
		if has && (m.Required(mode) != m.Required(ir.View) ||
			m.Nullable(mode) != m.Nullable(ir.View) ||
			m.Prop.Default != nil && defaulted(site{mode: mode, member: true}) ||
			!c.sameProp(m.Prop, mode)) {
			return false
		}
	}
	// Rules are left out by mode, never reordered: as many are the same ones.
	return len(n.AcrossIn(mode)) == len(n.AcrossIn(ir.View))
}

func (c *components) sameRest(n *ir.Collection, mode ir.Mode) bool {
	return nullableRest(n, mode) == nullableRest(n, ir.View) &&
		len(closedNames(n, mode)) == 0 && c.sameProp(n.Rest, mode.Nested())
}

// sameProp compares everything but what a mode says of a member as such.
func (c *components) sameProp(p *ir.Prop, mode ir.Mode) bool {
	switch t := p.Type.(type) {
	case ir.Array:
		return c.sameProp(t.Item, mode.Nested())
	case ir.Map:
		return nullableValue(t, mode) == nullableValue(t, ir.View) &&
			!(mode == ir.Update && slices.ContainsFunc(p.Rules, ofSize)) && c.sameProp(t.Value, mode)
	case ir.Object:
		return !c.differs(collectionID(t.Of()), mode)
	case ir.Alternatives:
		return !c.differs(unionID(t.Of), mode)
	default:
		return true
	}
}

func (c *components) differs(id identity, mode ir.Mode) bool {
	this := c.known[id]
	return this != nil && this.differs.Has(mode)
}

// useCollection returns the name of a collection's schema in a mode, and has it
// written.
func (c *components) useCollection(n *ir.Collection, mode ir.Mode) (string, error) {
	return c.use(c.known[collectionID(n)], mode)
}

// useUnion is useCollection for a union, which is written anew in an update.
func (c *components) useUnion(u *ir.Union, mode ir.Mode) (string, error) {
	return c.use(c.known[unionID(u)], mode.Nested())
}

func (c *components) use(this *component, mode ir.Mode) (string, error) {
	if this == nil {
		return "", errors.New("a thunk made another collection than before")
	}
	if !this.differs.Has(mode) {
		mode = ir.View
	}
	name := this.name
	if mode != ir.View {
		name += mode.String()
	}
	key := schemaKey{this, mode}
	switch other, taken := c.names[name]; {
	case taken && other != key:
		return "", fmt.Errorf("%s: collection %q in %s mode and collection %q (%s) are both named %q",
			this.at, this.name, mode, other.component.name, other.component.at, name)
	case !taken:
		c.names[name] = key
		c.queue = append(c.queue, pending{name, key})
	}
	return name, nil
}
