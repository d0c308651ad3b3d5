package tenon

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// checkVisibility checks the members that only some identities see.
func (b *build) checkVisibility() {
	known := map[string]bool{} // whose missing Authenticate has been told
	for _, op := range b.ops {
		g := visibilityCheck{b, op.Node, map[visited]bool{}, known, false}
		for body := range bodiesOf(op.Node) {
			if visibility := ir.VisibilityOf(body.Prop); len(visibility.Sets) > 0 {
				g.replaces = op.Node.Method == http.MethodPut && body.Mode == ir.Create && !body.Replaces
				g.prop(body.Prop, body.Mode)
				g.outside(visibility)
			}
		}
		g.replaces = false
		for _, in := range op.Node.Inputs {
			g.prop(in.Prop, ir.Create)
		}
	}
}

// visibilityCheck checks the members that lie in one operation.
type visibilityCheck struct {
	*build
	op    *ir.Operation
	seen  map[visited]bool
	known map[string]bool
	// replaces says that what is read takes the place of what is there, and is not read
	// with Replace.
	replaces bool
}

// visited is a collection in a mode, by what it is made of.
type visited struct {
	mode ir.Mode
	made string
}

func (g visibilityCheck) prop(p *ir.Prop, m ir.Mode) {
	switch t := p.Type.(type) {
	case ir.Array:
		g.prop(t.Item, m.Nested())
	case ir.Map:
		g.prop(t.Value, m)
	case ir.Alternatives:
		for _, c := range t.Of.Cases {
			g.collection(c, m.Nested())
		}
	case ir.Object:
		g.collection(t.Of(), m)
	}
}

func (g visibilityCheck) collection(c *ir.Collection, m ir.Mode) {
	if here := (visited{m, c.Fingerprint()}); g.seen[here] {
		return
	} else {
		g.seen[here] = true
	}
	g.rules(c, m)
	for _, member := range c.In(m) {
		if member.Guarded() {
			g.member(c, member, m)
		}
		g.prop(member.Prop, m)
	}
	if c.Rest != nil {
		g.prop(c.Rest, m.Nested())
	}
}

func (g visibilityCheck) member(c *ir.Collection, m *ir.Member, mode ir.Mode) {
	at := ir.Fault{At: m.ScopesAt}
	if len(g.d.guards.Schemes) == 0 {
		if here := position(m.ScopesAt) + m.Prop.Name; !g.known[here] {
			g.known[here] = true
			g.fault(at, "collection %q: member %q is visible to the scope %s, but the API has no Authenticate that tells who has it",
				c.Name, m.Prop.Name, quoted(m.Scopes))
		}
		return
	}
	if g.replaces && mode == ir.Create && !ensures(g.op.Security, m.Scopes) {
		g.fault(at, "%s %s: member %q of collection %q is visible to the scope %s alone, so that others would replace what they do not see; "+
			"read the collection with Replace, which keeps it", g.op.Method, g.op.Path, m.Prop.Name, c.Name, quoted(m.Scopes))
		return
	}
	if mode == ir.Create && m.Required(mode) && !ensures(g.op.Security, m.Scopes) {
		g.fault(at, "%s %s: member %q of collection %q is required, and visible to the scope %s alone, so that others could never send the rest; "+
			"give it a default, make it optional, or ask for the scope with Scopes", g.op.Method, g.op.Path, m.Prop.Name, c.Name, quoted(m.Scopes))
	}
}

// rules checks that nobody breaks a rule of the user's own who does not see all that
// it is about: whether it is kept would tell.
func (g visibilityCheck) rules(c *ir.Collection, mode ir.Mode) {
	if !mode.Input() {
		return
	}
	for _, placed := range c.ObjectRulesIn(ir.Create) {
		r, own := placed.Rule.(ir.Between)
		if !own {
			continue
		}
		for _, p := range r.Members {
			m := c.MemberOf(p)
			if m == nil || !m.Guarded() || ensures(g.op.Security, m.Scopes) {
				continue
			}
			i := slices.IndexFunc(r.Members, func(q *ir.Prop) bool {
				other := c.MemberOf(q)
				return other != nil && !alike(other.Scopes, m.Scopes)
			})
			here := position(placed.At) + r.Name
			if i < 0 || g.known[here] {
				continue
			}
			g.known[here] = true
			g.fault(ir.Fault{At: placed.At}, "%s %s: Rule(%q) of collection %q is about %q, which is visible to the scope %s alone, and about %q, "+
				"which others send: whether they break it would tell them what they do not see; guard both alike, or ask for the scope with Scopes",
				g.op.Method, g.op.Path, r.Name, c.Name, m.Prop.Name, quoted(m.Scopes), r.Members[i].Name)
		}
	}
}

// alike reports whether two sets of scopes are the same.
func alike(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// outside checks that a guarded property is not told beside the content.
func (g visibilityCheck) outside(visibility ir.Visibility) {
	check := func(p *ir.Prop, what string) {
		for _, set := range visibility.Of[p.ID] {
			if !ensures(g.op.Security, set) {
				g.fault(ir.Fault{At: p.At}, "%s %s: %s %q is a member that is visible to the scope %s alone, and is told to all; "+
					"use another property, or ask for the scope with Scopes", g.op.Method, g.op.Path, what, p.Name, quoted(set))
				return
			}
		}
	}
	for _, in := range g.op.Inputs {
		if in.In == ir.InPath {
			check(in.Prop, "path parameter")
		}
	}
	for _, p := range g.op.ResponseHeaders {
		check(p, "header")
	}
}

// ensures reports whether everybody who may call an operation has one of the
// scopes.
func ensures(s *ir.Security, scopes []string) bool {
	if s == nil || s.Access == nil {
		return false
	}
	return slices.ContainsFunc(s.Access.Clauses, func(c ir.Clause) bool {
		return !slices.ContainsFunc(c.Any, func(g ir.Grant) bool { return g.Kind != ir.GrantScope || !slices.Contains(scopes, g.Name) })
	})
}

func quoted(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, strconv.Quote(name))
	}
	return strings.Join(all, " or ")
}

func position(at callsite.PC) string {
	file, line := at.Position()
	return fmt.Sprintf("%s:%d ", file, line)
}
