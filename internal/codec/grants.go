package codec

import "github.com/tenon-go/tenon/internal/ir"

// Grants is who reads and writes: it tells whether one of the scopes is there
// that guard a member. It is asked for guarded members alone.
//
// nil is the program itself, to which every member is open. What serves requests
// must never leave it at nil: a guest is somebody who is granted nothing.
type Grants interface{ HasAny(scopes ...string) bool }

// isVisible reports whether a member with these scopes is there for somebody.
func isVisible(who Grants, scopes []string) bool {
	return scopes == nil || who == nil || who.HasAny(scopes...)
}

// Anonymous is granted nothing.
var Anonymous Grants = anonymous{}

type anonymous struct{}

func (anonymous) HasAny(...string) bool { return false }

// ScopeIssue is the issue of a member or a parameter that may be sent only by who
// has one of the scopes.
func ScopeIssue(scopes []string) *Issue {
	if len(scopes) == 1 {
		return newIssue("scope", ir.TextParam("scope", scopes[0]))
	}
	return newTyped("scope", "scope.any", ir.TextsParam("scopes", scopes))
}
