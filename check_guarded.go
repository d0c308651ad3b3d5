package tenon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// checkGuarded checks the members that only some identities see.
func (b *build) checkGuarded() {
	known := map[string]bool{} // whose missing Authenticate has been told
	for _, op := range b.ops {
		g := guardedCheck{b, op.Node, map[visited]bool{}, known}
		for body := range bodiesOf(op.Node) {
			if len(ir.GuardingOf(body.Prop).Sets) > 0 {
				g.prop(body.Prop, body.Mode)
			}
		}
		for _, in := range op.Node.Inputs {
			g.prop(in.Prop, ir.Create)
		}
	}
}

// guardedCheck checks the members that lie in one operation.
type guardedCheck struct {
	*build
	op    *ir.Operation
	seen  map[visited]bool
	known map[string]bool
}

// visited is a collection in a mode, by what it is made of.
type visited struct {
	mode ir.Mode
	made string
}

func (g guardedCheck) prop(p *ir.Prop, m ir.Mode) {
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

func (g guardedCheck) collection(c *ir.Collection, m ir.Mode) {
	if here := (visited{m, c.Made()}); g.seen[here] {
		return
	} else {
		g.seen[here] = true
	}
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

func (g guardedCheck) member(c *ir.Collection, m *ir.Member, mode ir.Mode) {
	at := ir.Fault{At: m.ScopesAt}
	if len(g.d.guards.Schemes) == 0 {
		if here := position(m.ScopesAt) + m.Prop.Name; !g.known[here] {
			g.known[here] = true
			g.fault(at, "collection %q: member %q is visible to the scope %s, but the API has no Authenticate that tells who has it",
				c.Name, m.Prop.Name, quoted(m.Scopes))
		}
		return
	}
	if mode == ir.Create && m.Required(mode) && !ensures(g.op.Security, m.Scopes) {
		g.fault(at, "%s %s: member %q of collection %q is required, and visible to the scope %s alone, so that others could never send the rest; "+
			"give it a default, make it optional, or ask for the scope with Scopes", g.op.Method, g.op.Path, m.Prop.Name, c.Name, quoted(m.Scopes))
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
