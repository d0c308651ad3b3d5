package authz

import (
	"context"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Rule declares what an identity needs. It is an immutable value; the zero Rule needs
// nothing.
type Rule rule

type rule = auth.Rule

// Scopes requires every one of the scopes.
func Scopes(names ...string) Rule { return each(tree.GrantScope, "Scopes", names) }

// AnyScope requires one of the scopes.
func AnyScope(names ...string) Rule { return anyOf(tree.GrantScope, "AnyScope", names) }

// Roles requires every one of the roles.
func Roles(names ...string) Rule { return each(tree.GrantRole, "Roles", names) }

// AnyRole requires one of the roles.
func AnyRole(names ...string) Rule { return anyOf(tree.GrantRole, "AnyRole", names) }

// Permissions requires every one of the permissions.
func Permissions(names ...string) Rule { return each(tree.GrantPermission, "Permissions", names) }

// AnyPermission requires one of the permissions.
func AnyPermission(names ...string) Rule { return anyOf(tree.GrantPermission, "AnyPermission", names) }

// Policy requires that a function allows the request. It is called for authenticated
// identities only, and must be safe for concurrent use. The name tells readers of the
// document what it decides, such as "office hours".
func Policy(name string, allow func(context.Context, authn.Identity) bool) Rule {
	c := auth.Clause{Policy: func(ctx context.Context, i auth.Identity) bool { return allow(ctx, authn.Identity(i)) }}
	c.At, c.Any = tree.Here(), []tree.Grant{{Kind: tree.GrantPolicy, Name: name}}
	switch {
	case name == "":
		c.Faults = append(c.Faults, tree.Faultf("Policy needs a name"))
	case allow == nil:
		c.Faults = append(c.Faults, tree.Faultf("Policy(%q): the function is nil", name))
	}
	return Rule(auth.RuleOf(c))
}

// And returns a rule that requires all of the rules.
func (r Rule) And(others ...Rule) Rule {
	all := auth.Rule(r)
	for _, o := range others {
		all = all.And(auth.Rule(o))
	}
	return Rule(all)
}

func each(kind tree.GrantKind, function string, names []string) Rule {
	if len(names) == 0 {
		return anyOf(kind, function, nil)
	}
	var r Rule
	for _, name := range names {
		r = r.And(anyOf(kind, function, []string{name}))
	}
	return r
}

func anyOf(kind tree.GrantKind, function string, names []string) Rule {
	var c auth.Clause
	c.At = tree.Here()
	for _, name := range names {
		c.Any = append(c.Any, tree.Grant{Kind: kind, Name: name})
		if !tree.ScopeToken(name) {
			c.Faults = append(c.Faults, tree.Faultf(`%s(%q): a %s is printable ASCII without spaces, " and \`, function, name, kind))
		}
	}
	if len(names) == 0 {
		c.Faults = append(c.Faults, tree.Faultf("%s names nothing", function))
	}
	return Rule(auth.RuleOf(c))
}
