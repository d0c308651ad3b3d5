package openapi

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// compare determines the modes that share the schema of view mode. A collection that contains
// itself shares it unless a difference is found: begin with all, and remove modes until nothing
// changes.
func (c *components) compare() {
	modes := tree.Modes()
	if c.open {
		modes = append(modes, tree.OpenModes()...)
	}
	for changed := true; changed; {
		changed = false
		for _, this := range c.all {
			for _, m := range modes {
				if !this.differs[m] && !c.same(this, m) {
					this.differs[m] = true
					changed = true
				}
			}
		}
	}
}

// same reports whether the schema of a component in a mode is that of view mode, given the
// results so far.
func (c *components) same(this *component, mode tree.Mode) bool {
	if this.union != nil {
		if mode.Declared() == tree.Update && len(merged(this.union, mode)) > 1 {
			return false
		}
		return unionWord(this.union, mode) == unionWord(this.union, tree.View) &&
			!slices.ContainsFunc(this.union.Cases, func(p *tree.Prop) bool { return !c.sameProp(p, mode) })
	}
	n := this.collection
	if n.Open(mode) != n.Open(tree.View) || n.Rest != nil && !c.sameRest(n, mode) {
		return false
	}
	for _, m := range n.Members {
		if !m.Alike(mode, tree.View) || n.IgnoreReadOnly && mode.Input() && !m.Has(mode) {
			return false
		}
		if m.Has(mode) && (m.Prop.Default != nil && defaulted(site{mode: mode, member: true}) ||
			m.Prop.Documented() != nil && !meant(site{mode: mode, member: true}) ||
			!c.sameProp(m.Prop, mode)) {
			return false
		}
	}
	// Modes omit rules but never reorder them, so that equal numbers mean equal rules.
	return len(n.ObjectRules) == 0 || len(n.ObjectRulesIn(mode)) == len(n.ObjectRulesIn(tree.View))
}

func (c *components) sameRest(n *tree.Collection, mode tree.Mode) bool {
	return nullableRest(n, mode) == nullableRest(n, tree.View) &&
		len(closedNames(n, mode)) == 0 && c.sameProp(n.Rest, mode)
}

// sameProp compares everything except the flags of a member.
func (c *components) sameProp(p *tree.Prop, mode tree.Mode) bool {
	switch t := p.Type.(type) {
	case tree.Array:
		return c.sameProp(t.Item, mode.Nested())
	case tree.Map:
		return nullableValue(t, mode) == nullableValue(t, tree.View) &&
			!(mode.Declared() == tree.Update && slices.ContainsFunc(p.Rules, ofSize)) && c.sameProp(t.Value, mode)
	case tree.Object, tree.Alternatives:
		this := c.props[p]
		return this == nil || !this.differs[mode]
	default:
		return true
	}
}
