package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// visibility checks a member that only some callers see. What operations do with it is checked later.
func (c *Checker) visibility(of *tree.Collection, m *tree.Member) {
	if !m.Guarded() {
		return
	}
	c.guarded = true
	if m.Key {
		c.scope("collection", of.Name).fault(m.ScopesAt, "member %q is a key, which paths, Location and deletions show to all; VisibleTo cannot hide it", m.Prop.Name)
	}
}

// visibleMembers checks the members that only some callers see, in all operations.
func (a *API) visibleMembers() {
	a.known = map[string]bool{}
	for _, o := range a.Operations {
		c := visibilityCheck{API: a, of: o}
		w := tree.Walk{Collection: c.rules, Member: c.member}
		for _, u := range a.contentsOf(o.Node) {
			body := u.body
			if v := tree.VisibilityOf(body.Prop); len(v.Sets) > 0 {
				c.replaces = o.Node.Method == "PUT" && body.Mode == tree.Create && !body.Replaces
				w.Member = c.member
				w.Visit(body.Prop, body.Mode)
				c.outsideBody(v)
			}
		}
		c.replaces = false
		w.Member = c.member
		for _, in := range o.Node.Inputs {
			w.Visit(in.Prop, tree.Create)
		}
	}
}

// visibilityCheck checks the members of one operation.
type visibilityCheck struct {
	*API
	of *Operation
	// replaces reports whether the body replaces an entity, and is not declared with
	// Replace.
	replaces bool
}

// once reports whether a fault at a position is not reported yet.
func (c visibilityCheck) once(at tree.Position, name string) bool {
	file, line := at.FileLine()
	key := fmt.Sprintf("%s:%d %s", file, line, name)
	known := c.known[key]
	c.known[key] = true
	return !known
}

// member checks a member that only some callers see.
func (c visibilityCheck) member(of *tree.Collection, m *tree.Member, mode tree.Mode) {
	if !m.Guarded() {
		return
	}
	if len(c.Node.Schemes) == 0 {
		if c.once(m.ScopesAt, m.Prop.Name) {
			c.fault(m.ScopesAt, "collection %q: member %q is visible to the scope %s, but the API has no Authenticate",
				of.Name, m.Prop.Name, quoted(m.Scopes))
		}
		return
	}
	switch all := requiresOneOf(c.of.Node.Security, m.Scopes); {
	case all:
	case c.replaces && mode == tree.Create:
		c.of.fault(m.ScopesAt, "member %q of collection %q is visible to the scope %s alone, so that others would replace what they do not see; "+
			"read the collection with Replace, which keeps it", m.Prop.Name, of.Name, quoted(m.Scopes))
	case mode.Input() && m.Required(mode):
		c.of.fault(m.ScopesAt, "member %q of collection %q is required, and visible to the scope %s alone, so that others could never send the rest; "+
			"give it a default, make it optional, or ask for the scope with Scopes", m.Prop.Name, of.Name, quoted(m.Scopes))
	}
}

// rules checks that callers see all members of a custom rule that they can violate: the
// violation would disclose the others.
func (c visibilityCheck) rules(of *tree.Collection, mode tree.Mode) {
	if !mode.Input() {
		return
	}
	for _, placed := range of.ObjectRulesIn(tree.Create) {
		r, custom := placed.Rule.(tree.Between)
		if !custom {
			continue
		}
		for _, p := range r.Members {
			m := of.MemberOf(p)
			if m == nil || !m.Guarded() || requiresOneOf(c.of.Node.Security, m.Scopes) {
				continue
			}
			i := slices.IndexFunc(r.Members, func(q *tree.Prop) bool {
				other := of.MemberOf(q)
				return other != nil && !sameSet(other.Scopes, m.Scopes)
			})
			if i < 0 || !c.once(placed.At, r.Name) {
				continue
			}
			c.of.fault(placed.At, "Rule(%q) of collection %q is about %q, which is visible to the scope %s alone, and about %q, "+
				"which others send: whether they break it would tell them what they do not see; guard both alike, or ask for the scope with Scopes",
				r.Name, of.Name, m.Prop.Name, quoted(m.Scopes), r.Members[i].Name)
		}
	}
}

// sameSet reports whether two sets of scopes are equal.
func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// outsideBody checks that no path parameter or header discloses a member.
func (c visibilityCheck) outsideBody(v tree.Visibility) {
	check := func(p *tree.Prop, what string) {
		for _, set := range v.Of[p.ID] {
			if !requiresOneOf(c.of.Node.Security, set) {
				c.of.fault(p.At, "%s %q is a member that is visible only with the scope %s, but everyone sees it here; "+
					"use another property, or ask for the scope with Scopes", what, p.Name, quoted(set))
				return
			}
		}
	}
	for _, in := range c.of.Node.Inputs {
		if in.In == tree.InPath {
			check(in.Prop, "path parameter")
		}
	}
	for _, p := range c.of.Node.DeclaredHeaders() {
		check(p, "header")
	}
	for _, f := range c.of.Node.Fails {
		for _, h := range f.ResponseHeaders {
			check(h, "header")
		}
	}
}

// requiresOneOf reports whether an operation requires one of the scopes of all callers.
func requiresOneOf(s *tree.Security, scopes []string) bool {
	if s == nil || s.Access == nil {
		return false
	}
	return slices.ContainsFunc(s.Access.Clauses, func(c tree.Clause) bool {
		return !slices.ContainsFunc(c.Any, func(g tree.Grant) bool { return g.Kind != tree.GrantScope || !slices.Contains(scopes, g.Name) })
	})
}

func quoted(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, strconv.Quote(name))
	}
	return strings.Join(all, " or ")
}
