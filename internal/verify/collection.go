package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// maxMembers is how many members a compiled collection has room for.
const maxMembers = 256

// Collection collects the faults of a collection and of what it consists of.
func (c *Checker) Collection(n *tree.Collection) {
	if c.seen[n] {
		return
	}
	if c.seen == nil {
		c.seen = map[*tree.Collection]bool{}
	}
	c.seen[n] = true
	if made := n.Fingerprint(); n.At.Known() && !c.visit(made) {
		return
	}
	s := c.scope("collection", n.Name)
	s.add(n.Faults)
	switch {
	case n.Name == "" && len(n.Members) == 0: // a fault has said why
	case !tree.ComponentName(n.Name):
		s.fault(n.At, "the name of a collection is letters, digits, . _ and -, for it names a component of the document")
	}
	s.texts(n.At, n.Title, n.Doc, n.ExternalDocs.Name)
	if len(n.Members) > maxMembers {
		s.fault(n.At, "%d members are more than %d", len(n.Members), maxMembers)
	}
	names := make(map[string]*tree.Member, len(n.Members))
	for _, m := range n.Members {
		before := len(c.Faults)
		c.Prop(m.Prop)
		switch first := names[m.Prop.Name]; {
		case m.Prop.Name == "" && len(c.Faults) > before: // a fault has said why
		case m.Prop.Name == "" && !m.Prop.Unnamed:
			s.fault(m.Prop.At, `a member needs a name; if the empty one is meant, say As("")`)
		case m.Key && m.Prop.Name == "":
			s.fault(m.Prop.At, "a key needs a name, which paths have")
		case first != nil:
			s.fault(m.Prop.At, "two members are named %q; the first is at %s", m.Prop.Name, first.Prop.At)
		}
		names[m.Prop.Name] = m
		if m.Prop.Component != "" && tree.DependsOnMode(m.Prop) {
			s.fault(m.Prop.At, "member %q: ComponentName is for schemas that are the same in all modes; name the collection or the union in it", m.Prop.Name)
		}
		c.visibility(n, m)
		if inNoMode(m) {
			s.fault(m.Prop.At, "member %q is left in no mode", m.Prop.Name)
		} else if what := modeConflict(m); c.Modes && what != "" {
			s.fault(m.Prop.At, "member %q %s", m.Prop.Name, what)
		}
	}
	if n.Rest != nil {
		c.Prop(n.Rest)
		absence(n.Rest, "an additional member", s)
		c.memberNames(n.RestNames, nil)
		if n.RejectUnknown {
			s.fault(n.At, "Additional stores the members that RejectUnknown rejects; declare one of them")
		}
		if n.IgnoreUnknown {
			s.fault(n.At, "Additional stores the members that IgnoreUnknown ignores; declare one of them")
		}
		if n.Closed != 0 {
			s.fault(n.At, "Closed and Additional contradict each other: responses have additional members")
		}
	}
	for _, r := range n.ObjectRules {
		if own, is := r.Rule.(tree.Between); is {
			s.texts(r.At, own.Message)
		}
		c.objectRule(n, r)
	}
}

// inNoMode reports whether no mode has the member. If ReadOnly and WriteOnly are why, the
// property has a fault already.
func inNoMode(m *tree.Member) bool {
	if m.Prop.ReadOnly && m.Prop.WriteOnly {
		return false
	}
	return !slices.ContainsFunc(tree.Modes(), m.Has)
}

// modeConflict says what is inconsistent about the modes of a member; "" if nothing is. A
// member that clients update and do not create is consistent: the server may create it.
func modeConflict(m *tree.Member) string {
	sent, shown := m.Has(tree.Create) || m.Has(tree.Update), m.Has(tree.View) || m.Has(tree.List) || m.Has(tree.Delete)
	switch {
	case sent && !shown && !m.Prop.WriteOnly:
		return "is sent by clients, and no answer shows it; if that is meant, say WriteOnly of its property"
	case m.Has(tree.List) && !m.Has(tree.View) && !m.Prop.ReadOnly && !m.Computed:
		return "is listed, and not viewed; if the server makes it for lists, say ReadOnly of its property, or Computed"
	}
	return ""
}
