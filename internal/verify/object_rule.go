package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// objectRule checks a rule between the members of a collection.
func (c *Checker) objectRule(n *tree.Collection, placed tree.PlacedObjectRule) {
	at := placed.At
	s := scope{faults: &c.Faults, name: c.scope("collection", n.Name).String() + nameOf(placed.Rule)}
	switch r := placed.Rule.(type) {
	case tree.MinMembers:
		if r.N < 0 {
			s.fault(at, " is below 0")
		}
	case tree.MaxMembers:
		if r.N < 0 {
			s.fault(at, " is below 0")
		} else if m := overfull(n, r.N); m != nil {
			s.fault(at, ": the default of %q would be one more in a value that has so many; "+
				"leave the default out, or allow as many members as there are", m.Prop.Name)
		}
	case tree.Between:
		switch {
		case !isRuleCode(r.Name):
			s.fault(at, ": a code must consist of lower-case letters, digits and _, and begin with a letter")
		case r.Message == "":
			s.fault(at, ": a message must complete the sentence \"The value …\"")
		}
	case tree.RequiredWhen:
		if r.When == nil || len(r.Members) == 0 {
			s.fault(at, " needs a condition and the members that it requires")
			return
		}
		if r.When.Write == nil { // no constructor made it
			c.Prop(r.When)
			return
		}
		if _, err := r.When.Write(r.Equals, tree.Create); err != nil {
			s.fault(r.Equals.At, " is never met: %q %v", r.When.Name, err)
		}
	default:
		if len(r.Concerns()) < 2 {
			s.fault(at, " needs two members at least")
		}
	}
	switch placed.Rule.(type) {
	case tree.MinMembers, tree.MaxMembers:
		if i := slices.IndexFunc(n.Members, (*tree.Member).Guarded); i >= 0 {
			s.fault(at, ": member %q is visible to some clients only, and the number would reveal its presence to others", n.Members[i].Prop.Name)
		}
	}
	_, custom := placed.Rule.(tree.Between)
	_, conditional := placed.Rule.(tree.RequiredWhen)
	for i, p := range placed.Rule.Concerns() {
		m := n.MemberOf(p)
		switch {
		case m == nil:
			s.fault(at, ": property %q is not a member%s", p.Name, tree.Namesake(n.Named(p.Name), p.ID))
		case !custom && !(conditional && i == 0) && !m.Omittable:
			s.fault(at, ": member %q can never be absent; make it optional", p.Name)
		case !custom && m.Guarded():
			s.fault(at, ": member %q is visible to some clients only, and what others see and send would violate the rule", p.Name)
		}
	}
}

// overfull returns a member whose default would be added to a value that has the greatest
// number of members already, so that no update of it would be valid; nil if there is none.
func overfull(c *tree.Collection, most int) *tree.Member {
	in := c.In(tree.Create)
	if len(in) <= most && c.Rest == nil {
		return nil // there are not so many
	}
	for _, m := range in {
		if m.Prop.Default != nil {
			return m
		}
	}
	return nil
}

// nameOf returns the call that declares a rule.
func nameOf(r tree.ObjectRule) string {
	switch r := r.(type) {
	case tree.Between:
		return fmt.Sprintf("Rule(%q)", r.Name)
	case tree.MinMembers:
		return fmt.Sprintf("MinProperties(%d)", r.N)
	case tree.MaxMembers:
		return fmt.Sprintf("MaxProperties(%d)", r.N)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", r), "tree.")
}

// isRuleCode reports whether s can be the code of a violation.
func isRuleCode(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
