package openapi

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
)

// compare determines the modes that share the schema of view mode. A collection that contains
// itself shares it unless a difference is found: begin with all, and remove modes until nothing
// changes.
func (c *components) compare() {
	modes := ir.Modes()
	if c.open {
		modes = append(modes, ir.OpenModes()...)
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
func (c *components) same(this *component, mode ir.Mode) bool {
	if this.union != nil {
		if mode.Declared() == ir.Update && len(merged(this.union, mode)) > 1 {
			return false
		}
		return unionWord(this.union, mode) == unionWord(this.union, ir.View) &&
			!slices.ContainsFunc(this.union.Cases, func(p *ir.Prop) bool { return !c.sameProp(p, mode) })
	}
	n := this.collection
	if n.Open(mode) != n.Open(ir.View) || n.Rest != nil && !c.sameRest(n, mode) {
		return false
	}
	for _, m := range n.Members {
		has := m.Has(mode)
		if has != m.Has(ir.View) || !has && mode.Input() && n.IgnoreReadOnly {
			return false
		}
		if has && (m.Required(mode) != m.Required(ir.View) ||
			m.Nullable(mode) != m.Nullable(ir.View) ||
			m.Prop.Default != nil && defaulted(site{mode: mode, member: true}) ||
			m.Prop.Documented() != nil && !meant(site{mode: mode, member: true}) ||
			!c.sameProp(m.Prop, mode)) {
			return false
		}
	}
	// Modes omit rules but never reorder them, so that equal numbers mean equal rules.
	return len(n.ObjectRules) == 0 || len(n.ObjectRulesIn(mode)) == len(n.ObjectRulesIn(ir.View))
}

func (c *components) sameRest(n *ir.Collection, mode ir.Mode) bool {
	return nullableRest(n, mode) == nullableRest(n, ir.View) &&
		len(closedNames(n, mode)) == 0 && c.sameProp(n.Rest, mode)
}

// sameProp compares everything except the flags of a member.
func (c *components) sameProp(p *ir.Prop, mode ir.Mode) bool {
	switch t := p.Type.(type) {
	case ir.Array:
		return c.sameProp(t.Item, mode.Nested())
	case ir.Map:
		return nullableValue(t, mode) == nullableValue(t, ir.View) &&
			!(mode.Declared() == ir.Update && slices.ContainsFunc(p.Rules, ofSize)) && c.sameProp(t.Value, mode)
	case ir.Object, ir.Alternatives:
		this := c.props[p]
		return this == nil || !this.differs[mode]
	default:
		return true
	}
}
