package openapi

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// compareOpen determines what an operation changes that ignores undeclared members, and which
// schemas other operations have.
func (c *components) compareOpen(ops []*tree.Operation) {
	for changed := true; changed; {
		changed = false
		for _, this := range c.all {
			for _, m := range []tree.Mode{tree.Create, tree.Update} {
				if !this.opens.Has(m) && c.opens(this, m) {
					this.opens |= tree.SetOf(m)
					changed = true
				}
			}
		}
	}
	closed := func(this *component, mode tree.Mode) {
		if mode == mode.Declared() {
			this.closed |= tree.SetOf(mode)
		}
	}
	w := tree.Walk{
		Collection: func(n *tree.Collection, mode tree.Mode) {
			this := c.collections[n]
			if this == nil { // a function returned an equal one
				this, _ = c.add(component{name: n.Name, at: n.At, collection: n})
			}
			closed(this, mode)
		},
		Union: func(u *tree.Union, mode tree.Mode) {
			this := c.unions[u]
			if this == nil {
				this, _ = c.add(component{name: u.Name, at: u.At, union: u})
			}
			closed(this, mode)
		},
	}
	for _, op := range ops {
		for _, in := range op.Inputs {
			w.Visit(in.Prop, tree.Create)
		}
		if op.Body.Empty() {
			continue
		}
		w.Visit(op.Body.Prop, op.Body.SchemaMode())
		for _, other := range op.Body.Others {
			w.Visit(other.Prop, other.SchemaMode())
		}
	}
}

// opens reports whether the schema of a component in a mode differs from that of an operation which
// ignores undeclared members, given the results so far.
func (c *components) opens(this *component, mode tree.Mode) bool {
	if this.union != nil {
		return slices.ContainsFunc(this.union.Cases, func(p *tree.Prop) bool { return c.opensProp(p, mode) })
	}
	n := this.collection
	return n.Open(mode.Opened()) != n.Open(mode) || n.Rest != nil && c.opensProp(n.Rest, mode) ||
		slices.ContainsFunc(n.Members, func(m *tree.Member) bool { return m.Has(mode) && c.opensProp(m.Prop, mode) })
}

func (c *components) opensProp(p *tree.Prop, mode tree.Mode) bool {
	switch t := p.Type.(type) {
	case tree.Array:
		return c.opensProp(t.Item, mode.Nested())
	case tree.Map:
		return c.opensProp(t.Value, mode)
	case tree.Object, tree.Alternatives:
		this := c.props[p]
		return this != nil && this.opens.Has(mode)
	}
	return false
}
