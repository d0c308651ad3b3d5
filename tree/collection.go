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

// Guarded reports whether the member has a restricted visibility.
func (m *Member) Guarded() bool { return m.Scopes != nil }

// Shown reports whether any response has the member. A store need not load a member that no
// response has.
func (m *Member) Shown() bool { return m.Has(View) || m.Has(List) || m.Has(Delete) }

// Has reports whether a mode has the member.
func (m *Member) Has(mode Mode) bool {
	if mode.Input() && (m.Prop.ReadOnly || m.Computed) || !mode.Input() && m.Prop.WriteOnly {
		return false
	}
	if !m.Modes.Has(mode) {
		return false
	}
	if mode == Delete {
		return m.Key || m.Named.Has(Delete)
	}
	return true
}

// In returns the members of a mode in the order of their declaration. It is not inlined, because it is
// large and has many callers.
//
//go:noinline
func (c *Collection) In(mode Mode) []*Member {
	var in []*Member
	for _, m := range c.Members {
		if m.Has(mode) {
			in = append(in, m)
		}
	}
	return in
}

// Required reports whether an object in the given mode must have m. Requests may omit members
// that are optional or have a default; an update may omit all members but those that it requires;
// the server omits only members whose Go value means absent, and those that the client may not see.
func (m *Member) Required(mode Mode) bool {
	switch mode.Declared() {
	case Create:
		return !m.Prop.MayBeAbsent()
	case Update:
		return m.UpdateRequired
	default:
		return !m.Omittable && !m.Guarded()
	}
}

// Nullable reports whether m may be null in the given mode. null removes a member in a merge
// patch (RFC 7396 §1), so that the member must be optional.
func (m *Member) Nullable(mode Mode) bool {
	return m.Prop.Nullable || mode.Declared() == Update && m.Omittable
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
