package shapes

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Shape is a collection or a union to be printed.
type Shape struct{ prop *ir.Prop }

// Of returns the shape of a collection.
func Of[T any](c prop.Collection[T]) Shape {
	n := c.Group(ir.Key{}).Node
	return Shape{&ir.Prop{ID: new(ir.ID), At: n.At, Name: n.Name, Type: ir.Object{Of: func() *ir.Collection { return n }}}}
}

// OneOf returns the shape of a union.
func OneOf[T any](u prop.Alternatives[T]) Shape {
	n := u.Variants(ir.Key{}).Node
	return Shape{&ir.Prop{ID: new(ir.ID), At: n.At, Name: n.Name, Type: ir.Alternatives{Of: n}}}
}

// group is a collection or a union of the tree.
type group struct {
	made       string
	collection *ir.Collection // or
	union      *ir.Union
	// lazy says that a collection contains itself.
	lazy bool
}

// forest is everything that some shapes are made of.
type forest struct {
	groups []*group // what is inside first
	named  map[string]*group
	open   []*group // from a root to where plant is
}

// plant collects what the shapes are made of. It fails where a declaration has
// faults, and where two share a name.
func plant(shapes []Shape) (*forest, error) {
	if len(shapes) == 0 {
		return nil, errors.New("shapes: there is no shape")
	}
	f := &forest{named: map[string]*group{}}
	for _, s := range shapes {
		if s.prop == nil {
			return nil, errors.New("shapes: a shape was not made with Of or OneOf")
		}
		var errs []error
		for _, fault := range prop.Faults(ir.Key{}, s.prop) {
			errs = append(errs, fmt.Errorf("%s: %s", fault.At, fault.Message))
		}
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		if err := f.add(s.prop); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *forest) add(p *ir.Prop) error {
	switch t := p.Type.(type) {
	case ir.Array:
		return f.add(t.Item)
	case ir.Map:
		return f.add(t.Value)
	case ir.Object:
		return f.addCollection(t.Of())
	case ir.Alternatives:
		return f.addUnion(t.Of)
	case ir.Integer, ir.Float, ir.Text, ir.Enum, ir.Binary, ir.Any, ir.File, ir.Boolean:
		return nil
	}
	return fmt.Errorf("shapes: property %q: type %T has no shape", p.Name, p.Type)
}

// enter reports whether a group is a new one, to be looked into.
func (f *forest) enter(name string, g *group) (*group, error) {
	known := f.named[name]
	if known == nil {
		f.named[name] = g
		return g, nil
	}
	if known.made != g.made {
		return nil, fmt.Errorf("shapes: two collections are named %q; rename one with As", name)
	}
	for i, o := range f.open {
		if o == known { // everything from here on leads back to itself
			for _, o := range f.open[i:] {
				o.lazy = true
			}
		}
	}
	return nil, nil
}

func (f *forest) addCollection(c *ir.Collection) error {
	g, err := f.enter(c.Name, &group{made: c.Fingerprint(), collection: c})
	if g == nil {
		return err
	}
	f.open = append(f.open, g)
	for _, m := range c.Members {
		if err := f.add(m.Prop); err != nil {
			return err
		}
	}
	if c.Rest != nil {
		if err := f.add(c.Rest); err != nil {
			return err
		}
	}
	f.open = f.open[:len(f.open)-1]
	f.groups = append(f.groups, g)
	return nil
}

func (f *forest) addUnion(u *ir.Union) error {
	g, err := f.enter(u.Name, &group{made: "union " + u.At.String(), union: u})
	if g == nil {
		return err
	}
	f.open = append(f.open, g)
	for _, c := range u.Cases {
		if err := f.addCollection(c); err != nil {
			return err
		}
	}
	f.open = f.open[:len(f.open)-1]
	f.groups = append(f.groups, g)
	return nil
}
