package shapes

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Shape is a collection or a union to be printed.
type Shape struct {
	group *group
	err   error
}

// Of returns the shape of a collection.
func Of[T any](c prop.Collection[T]) Shape {
	p, err := prop.Tree(c.Object())
	return Shape{&group{collection: p.Type.(tree.Object).Of()}, err}
}

// OneOf returns the shape of a union.
func OneOf[T any](u prop.Alternatives[T]) Shape {
	p, err := prop.Tree(u.Property())
	return Shape{&group{union: p.Type.(tree.Alternatives).Of()}, err}
}

// modes are the modes in the order of the printed types.
var modes = [...]collection.Mode{collection.View, collection.Create, collection.Update, collection.Delete, collection.List}

// group is a collection or a union.
type group struct {
	collection *tree.Collection
	union      *tree.Union
	lazy       bool // it contains itself
}

func (g *group) isUnion() bool { return g.union != nil }

func (g *group) name() string {
	if g.isUnion() {
		return g.union.Name
	}
	return g.collection.Name
}

func (g *group) same(other *group) bool {
	if g.isUnion() || other.isUnion() {
		return g.isUnion() && other.isUnion() && g.union.Fingerprint() == other.union.Fingerprint()
	}
	return g.collection.Fingerprint() == other.collection.Fingerprint()
}

// graph has all collections and unions that shapes refer to.
type graph struct {
	groups []*group // inner ones first
	named  map[string]*group
	open   []*group // from a root to the group that is visited
}

// collect returns the graph of shapes. It fails if a declaration has faults, or
// if two share a name.
func collect(shapes []Shape) (*graph, error) {
	if len(shapes) == 0 {
		return nil, errors.New("shapes: there is no shape")
	}
	f := &graph{named: map[string]*group{}}
	for _, s := range shapes {
		switch {
		case s.group == nil:
			return nil, errors.New("shapes: a shape was not made with Of or OneOf")
		case s.err != nil:
			return nil, s.err
		}
		if err := f.enter(s.group); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add visits the groups inside a property.
func (f *graph) add(p *tree.Prop) error {
	switch t := p.Type.(type) {
	case tree.Array:
		return f.add(t.Item)
	case tree.Map:
		return f.add(t.Value)
	case tree.Object:
		return f.enter(&group{collection: t.Of()})
	case tree.Alternatives:
		return f.enter(&group{union: t.Of()})
	case tree.Integer, tree.Float, tree.Text, tree.Enum, tree.Binary, tree.Any, tree.File, tree.Boolean:
		return nil
	}
	return fmt.Errorf("shapes: property %q: type %T has no shape", p.Name, p.Type)
}

// enter visits a group and what is inside it, unless it is known.
func (f *graph) enter(g *group) error {
	known := f.named[g.name()]
	switch {
	case known == nil:
	case !known.same(g):
		return fmt.Errorf("shapes: two collections are named %q; rename one with As", g.name())
	default:
		for i, o := range f.open {
			if o == known { // everything from here on leads back to itself
				for _, o := range f.open[i:] {
					o.lazy = true
				}
			}
		}
		return nil
	}
	f.named[g.name()] = g
	f.open = append(f.open, g)
	if err := f.inside(g); err != nil {
		return err
	}
	f.open = f.open[:len(f.open)-1]
	f.groups = append(f.groups, g)
	return nil
}

func (f *graph) inside(g *group) error {
	if g.isUnion() {
		for _, p := range g.union.Cases {
			if err := f.add(p); err != nil {
				return err
			}
		}
		return nil
	}
	for _, m := range g.collection.Members {
		if err := f.add(m.Prop); err != nil {
			return err
		}
	}
	if g.collection.Rest != nil {
		return f.add(g.collection.Rest)
	}
	return nil
}
