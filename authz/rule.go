package authz

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Rule says what an identity needs. It is an immutable value; the zero Rule asks
// for nothing.
type Rule struct{ clauses []clause }

type clause struct {
	node   ir.Clause
	allow  func(context.Context, authn.Identity) bool // of a policy
	faults []ir.Fault
}

// Scopes asks for every one of the scopes.
func Scopes(names ...string) Rule { return each(ir.GrantScope, "Scopes", names) }

// AnyScope asks for one of the scopes.
func AnyScope(names ...string) Rule { return one(ir.GrantScope, "AnyScope", names) }

// Roles asks for every one of the roles.
func Roles(names ...string) Rule { return each(ir.GrantRole, "Roles", names) }

// AnyRole asks for one of the roles.
func AnyRole(names ...string) Rule { return one(ir.GrantRole, "AnyRole", names) }

// Permissions asks for every one of the permissions.
func Permissions(names ...string) Rule { return each(ir.GrantPermission, "Permissions", names) }

// AnyPermission asks for one of the permissions.
func AnyPermission(names ...string) Rule { return one(ir.GrantPermission, "AnyPermission", names) }

// Policy asks a function; the name tells readers of the document what it
// decides, such as "office hours". It must be safe for concurrent use.
func Policy(name string, allow func(context.Context, authn.Identity) bool) Rule {
	c := clause{node: ir.Clause{At: callsite.Here(), Any: []ir.Grant{{Kind: ir.GrantPolicy, Name: name}}}, allow: allow}
	switch {
	case name == "":
		c.faults = append(c.faults, ir.Faultf("Policy needs a name"))
	case allow == nil:
		c.faults = append(c.faults, ir.Faultf("Policy(%q): the function is nil", name))
	}
	return Rule{[]clause{c}}
}

// And asks for what both rules ask for.
func (r Rule) And(others ...Rule) Rule {
	all := slices.Clip(r.clauses)
	for _, o := range others {
		all = append(all, o.clauses...)
	}
	return Rule{all}
}

func each(kind ir.GrantKind, what string, names []string) Rule {
	var r Rule
	for _, name := range names {
		r.clauses = append(r.clauses, one(kind, what, []string{name}).clauses...)
	}
	if len(names) == 0 {
		r.clauses = append(r.clauses, clause{faults: []ir.Fault{ir.Faultf("%s names nothing", what)}})
	}
	return r
}

func one(kind ir.GrantKind, what string, names []string) Rule {
	c := clause{node: ir.Clause{At: callsite.Here()}}
	for _, name := range names {
		c.node.Any = append(c.node.Any, ir.Grant{Kind: kind, Name: name})
		if !ir.ScopeToken(name) {
			c.faults = append(c.faults, ir.Faultf(`%s(%q): a %s is printable ASCII without spaces, " and \`, what, name, kind))
		}
	}
	if len(names) == 0 {
		c.faults = append(c.faults, ir.Faultf("%s names nothing", what))
	}
	return Rule{[]clause{c}}
}

// Node describes the rule. It is for sibling packages.
func (r Rule) Node(ir.Key) *ir.Access {
	a := &ir.Access{}
	for _, c := range r.clauses {
		if len(c.node.Any) > 0 {
			a.Clauses = append(a.Clauses, c.node)
		}
		a.Faults = append(a.Faults, c.faults...)
	}
	return a
}

// Check reports whether an identity has what the rule asks for, and else the
// scopes that it lacks; none where no scope would help. It is for sibling
// packages.
func (r Rule) Check(_ ir.Key, ctx context.Context, who authn.Identity) (lacks []string, ok bool) {
	ok = true
	for i := range r.clauses {
		c := &r.clauses[i]
		if c.met(ctx, who) {
			continue
		}
		ok = false
		for _, g := range c.node.Any {
			if g.Kind == ir.GrantScope && !slices.Contains(lacks, g.Name) {
				lacks = append(lacks, g.Name)
				break // one of them is enough
			}
		}
	}
	return lacks, ok
}

func (c *clause) met(ctx context.Context, who authn.Identity) bool {
	for _, g := range c.node.Any {
		has := false
		switch g.Kind {
		case ir.GrantScope:
			has = who.Has(g.Name)
		case ir.GrantRole:
			has = who.HasRole(g.Name)
		case ir.GrantPermission:
			has = who.HasPermission(g.Name)
		case ir.GrantPolicy:
			has = !who.Anonymous() && c.allow(ctx, who)
		}
		if has {
			return true
		}
	}
	return false
}
