package ir

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
)

// Collection groups properties into an object.
type Collection struct {
	At           callsite.PC
	Name         string // the component name in the emitted document
	Title        string
	Doc          string
	ExternalDocs Link // where more is told
	Members      []*Member
	// IgnoreUnknown lets requests carry members that the collection does not
	// have; otherwise each is a violation.
	IgnoreUnknown bool
	ObjectRules   []PlacedObjectRule // rules between members
	Rest          *Prop              // what members without a name of their own are; nil: there are none
	Extensions    []Extension
	Faults        []Fault

	made *made // of a collection that is not changed any more
}

// NewCollection makes a collection without members.
func NewCollection(at callsite.PC, name string) *Collection {
	return &Collection{At: at, Name: name, made: new(made)}
}

// Edit returns a changed copy of c.
func (c *Collection) Edit(change func(*Collection)) *Collection {
	d := *c
	d.made = new(made)
	d.Members = slices.Clip(d.Members)
	d.ObjectRules = slices.Clip(d.ObjectRules)
	d.Extensions = slices.Clip(d.Extensions)
	d.Faults = slices.Clip(d.Faults)
	change(&d)
	return &d
}

// Member is a property in a collection.
type Member struct {
	Prop  *Prop
	Modes ModeSet
	// Named are the modes that Only named: what delete mode shows beside keys.
	Named ModeSet
	// Key marks the members that identify an entity; they are what a collection
	// shows in delete mode.
	Key bool
	// Computed members have no place to be written to.
	Computed bool
	// Omittable members have a Go value that stands for "absent": the server
	// may leave them out, and an update may remove them with null.
	Omittable bool
	// Scopes guard the member: an identity that has none of them neither sees nor
	// sends it. nil: everybody does.
	Scopes   []string
	ScopesAt callsite.PC
}

// Guarded reports whether only some identities see and send the member.
func (m *Member) Guarded() bool { return m.Scopes != nil }

// Shown reports whether any answer has the member. A store need not load what none
// has.
func (m *Member) Shown() bool { return m.Has(View) || m.Has(List) || m.Has(Delete) }

// Has reports whether the member is part of its collection in the given mode.
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

// In returns the members of a mode, in the order they were declared.
func (c *Collection) In(mode Mode) []*Member {
	var in []*Member
	for _, m := range c.Members {
		if m.Has(mode) {
			in = append(in, m)
		}
	}
	return in
}

// Required reports whether an object in the given mode must have m. Requests
// may leave out what is optional or has a default; an update may leave out
// everything; the server leaves out only what its Go value says is absent, and
// what the client may not see.
func (m *Member) Required(mode Mode) bool {
	switch mode {
	case Create:
		return !m.Prop.MayBeAbsent()
	case Update:
		return false
	default:
		return !m.Omittable && !m.Guarded()
	}
}

// Nullable reports whether m may be null in the given mode. A merge patch
// removes a member with null (RFC 7396 §1), which only what may be absent
// survives.
func (m *Member) Nullable(mode Mode) bool {
	return m.Prop.Nullable || mode == Update && m.Omittable
}

// ObjectRulesIn returns the rules between members that hold in a mode: those whose
// members all are part of it. An update is judged when it has been merged, and
// how many members a client may send says nothing of what the server adds.
func (c *Collection) ObjectRulesIn(mode Mode) (rules []PlacedObjectRule) {
	if mode == Update {
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

// MemberOf returns the member of a property; nil if there is none.
func (c *Collection) MemberOf(p *Prop) *Member {
	for _, m := range c.Members {
		if m.Prop.ID == p.ID {
			return m
		}
	}
	return nil
}
