package tree

import (
	"slices"
)

// Collection describes an object as a list of properties.
type Collection struct {
	At   Position
	Name string // the component name in documents
	// ComponentNames has the names of the components of modes.
	ComponentNames ComponentNames
	Title          string
	Doc            string
	ExternalDocs   Link // to more text
	Members        []*Member
	// IgnoreUnknown ignores members of requests that the collection does not declare; otherwise
	// each is a violation.
	IgnoreUnknown bool
	// RejectUnknown makes each a violation also where the operation ignores them.
	RejectUnknown bool
	// IgnoreReadOnly ignores declared members that a request cannot set, as their mode does not
	// have them; otherwise each is a violation.
	IgnoreReadOnly bool
	// Closed has the modes of responses in which no member will be added; see ADR 27.
	Closed      ModeSet
	ObjectRules []PlacedObjectRule
	Rest        *Prop  // undeclared members; nil: there are none
	RestNames   *Names // of undeclared members; nil: any
	Extensions  []Extension
	Faults      []Fault

	cached *cached // of a collection that does not change any more
}

// NewCollection returns a collection without members.
func NewCollection(at Position, name string) *Collection {
	return &Collection{At: at, Name: name, cached: new(cached)}
}

// Edit returns a changed copy of c.
func (c *Collection) Edit(change func(*Collection)) *Collection {
	d := *c
	d.cached = new(cached)
	d.Members = slices.Clip(d.Members)
	d.ObjectRules = slices.Clip(d.ObjectRules)
	d.Extensions = slices.Clip(d.Extensions)
	d.Faults = slices.Clip(d.Faults)
	change(&d)
	return &d
}

// Open reports whether documents admit undeclared members in a mode: those of requests that the
// server ignores, and those that a later version of the API adds to responses.
func (c *Collection) Open(mode Mode) bool {
	if mode.Input() {
		return c.IgnoreUnknown || mode&opened != 0 && !c.RejectUnknown && c.Rest == nil
	}
	return c.Rest == nil && !c.Closed.Has(mode)
}

// Ignored returns the declared members that requests of a mode may send to no effect.
func (c *Collection) Ignored(mode Mode) (ignored []*Member) {
	if !c.IgnoreReadOnly || !mode.Input() {
		return nil
	}
	for _, m := range c.Members {
		if !m.Has(mode) {
			ignored = append(ignored, m)
		}
	}
	return ignored
}

// Member is a property in a collection.
type Member struct {
	Prop  *Prop
	Modes ModeSet
	// Named has the modes of Only: delete mode has these members beside keys.
	Named ModeSet
	// Key marks the members that identify an entity; delete mode consists of them.
	Key bool
	// Computed members have no field.
	Computed bool
	// Omittable members have a Go value for "absent": the server may omit them, and an update
	// may remove them with null.
	Omittable bool
	// UpdateRequired members must be in every update.
	UpdateRequired bool
	// Scopes restrict the visibility of the member to identities with one of them. nil:
	// everybody sees and sends it.
	Scopes   []string
	ScopesAt Position
}

// ObjectRulesIn returns the object rules that apply in a mode: those with members of that mode
// only. An update is checked after it is merged. Bounds on the number of members in requests do
// not apply to responses, which have more.
func (c *Collection) ObjectRulesIn(mode Mode) (rules []PlacedObjectRule) {
	if mode.Declared() == Update {
		return nil
	}
	for _, placed := range c.ObjectRules {
		switch placed.Rule.(type) {
		case MinMembers, MaxMembers:
			if !mode.Input() {
				continue
			}
		}
		if !slices.ContainsFunc(placed.Rule.Concerns(), func(p *Prop) bool { return !c.has(p, mode) }) {
			rules = append(rules, placed)
		}
	}
	return rules
}

func (c *Collection) has(p *Prop, mode Mode) bool {
	m := c.MemberOf(p)
	return m != nil && m.Has(mode)
}

// MemberOf returns the member of a property, or nil.
func (c *Collection) MemberOf(p *Prop) *Member {
	for _, m := range c.Members {
		if m.Prop.ID == p.ID {
			return m
		}
	}
	return nil
}
