package auth

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// Rule is what an identity needs; the zero Rule needs nothing. An authz.Rule is one. It
// is never changed.
type Rule struct{ clauses []Clause }

// Clause is satisfied by any one of its grants.
type Clause struct {
	tree.Clause
	Policy func(context.Context, Identity) bool // of a grant that a function decides
	Faults []tree.Fault
}

// RuleOf returns a rule of clauses, each of which must be satisfied.
func RuleOf(clauses ...Clause) Rule { return Rule{clauses} }

// And returns a rule that is satisfied if both are.
func (r Rule) And(other Rule) Rule { return Rule{append(slices.Clip(r.clauses), other.clauses...)} }

// Node returns the description of the rule.
func (r Rule) Node() *tree.Access {
	a := &tree.Access{}
	for _, c := range r.clauses {
		if len(c.Any) > 0 {
			a.Clauses = append(a.Clauses, c.Clause)
		}
		a.Faults = append(a.Faults, c.Faults...)
	}
	return a
}

// Empty reports whether a rule needs nothing, which is a fault where it is declared.
func (r Rule) Empty() bool {
	n := r.Node()
	return len(n.Clauses) == 0 && len(n.Faults) == 0
}

// Check reports whether an identity satisfies the rule. If not, it returns the missing
// scopes; none if scopes alone would not help. named returns the name of a grant for the request; nil:
// all are as declared.
func (r Rule) Check(ctx context.Context, identity Identity, named func(tree.Grant) string) (missing []string, ok bool) {
	ok = true
	for i := range r.clauses {
		c := &r.clauses[i]
		if c.satisfied(ctx, identity, named) {
			continue
		}
		ok = false
		for _, g := range c.Any {
			name := nameOf(g, named)
			if g.Kind == tree.GrantScope && !slices.Contains(missing, name) {
				missing = append(missing, name)
				break // one of them is enough
			}
		}
	}
	return missing, ok
}

func nameOf(g tree.Grant, named func(tree.Grant) string) string {
	if named == nil || g.Kind == tree.GrantPolicy {
		return g.Name
	}
	return named(g)
}

func (c *Clause) satisfied(ctx context.Context, identity Identity, named func(tree.Grant) string) bool {
	for _, g := range c.Any {
		has, name := false, nameOf(g, named)
		switch g.Kind {
		case tree.GrantScope:
			has = identity.Has(name)
		case tree.GrantRole:
			has = identity.HasRole(name)
		case tree.GrantPermission:
			has = identity.HasPermission(name)
		case tree.GrantPolicy:
			has = !identity.Anonymous() && c.Policy(ctx, identity)
		}
		if has {
			return true
		}
	}
	return false
}
