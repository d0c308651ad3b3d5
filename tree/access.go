package tree

import (
	"slices"
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
	Name string
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
