package tree

import (
	"slices"
	"strings"
)

// Access describes what an identity needs to call an operation: a grant of every clause.
type Access struct {
	Clauses []Clause
	Faults  []Fault
}

// Clause requires at least one of its grants.
type Clause struct {
	At  Position
	Any []Grant
}

// Grant is something that an identity may have.
type Grant struct {
	Kind GrantKind
	Name string // parameters of the path have braces: repository:{name}:pull
}

// PathParams returns the parameters of the path in the name of a grant. A policy has none.
func (g Grant) PathParams() (params []string) {
	if g.Kind != GrantPolicy {
		g.Filled(func(param string) string {
			params = append(params, param)
			return ""
		})
	}
	return params
}

// Filled returns the name of a grant with values of its parameters.
func (g Grant) Filled(value func(param string) string) string {
	var b strings.Builder
	for rest := g.Name; ; {
		text, after, _ := strings.Cut(rest, "{")
		param, behind, closed := strings.Cut(after, "}")
		if !closed {
			return b.String() + rest
		}
		b.WriteString(text + value(param))
		rest = behind
	}
}

// HasPathParams reports whether what callers need depends on parameters of the path.
func (a *Access) HasPathParams() bool {
	return a != nil && slices.ContainsFunc(a.Clauses, func(c Clause) bool {
		return slices.ContainsFunc(c.Any, func(g Grant) bool { return len(g.PathParams()) > 0 })
	})
}

// GrantKind is a kind of grant, as documents name it.
type GrantKind string

// The kinds of grants.
const (
	GrantScope      GrantKind = "scope"
	GrantRole       GrantKind = "role"
	GrantPermission GrantKind = "permission"
	GrantPolicy     GrantKind = "policy" // decided by a function of the application
)

// AllGrantKinds returns every kind.
func AllGrantKinds() []GrantKind {
	return []GrantKind{GrantScope, GrantRole, GrantPermission, GrantPolicy}
}

// equal reports whether a and b have the same clauses.
func (a *Access) equal(b *Access) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Clauses, b.Clauses, func(x, y Clause) bool { return slices.Equal(x.Any, y.Any) })
}

// ScopeToken reports whether s can be the name of a scope (RFC 6749 §3.3).
func ScopeToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return s != ""
}
