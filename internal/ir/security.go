package ir

import "slices"

// Security describes the access control of an operation.
type Security struct {
	// Public operations need no identity, but credentials must be valid if there are any.
	Public  bool
	Schemes [][]*Scheme // alternatives, each of schemes that are required together
	Others  []*Scheme   // other schemes of the API, whose credentials must be valid if there are any
	Access  *Access     // nil: no grants are needed
	Limits  []*Limit
}

// Forbidden rejects an identity without permission, whatever its scopes.
var Forbidden = BuiltinProblem{403, "forbidden", "The identity does not have permission for this operation."}

// Secured reports whether credentials are read.
func (s *Security) Secured() bool { return s != nil && len(s.Schemes) > 0 }

// QueryKeys returns the query parameters in which API keys are sent.
func (s *Security) QueryKeys() (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, together := range s.Schemes {
		for _, scheme := range together {
			if scheme.Kind == APIKey && scheme.In == InQuery && !slices.Contains(names, scheme.Param) {
				names = append(names, scheme.Param)
			}
		}
	}
	return names
}

// Limited reports whether there are rate limits.
func (s *Security) Limited() bool { return s != nil && len(s.Limits) > 0 }

// problems returns the problems of access control, in the order of the status.
func (s *Security) problems() (out []BuiltinProblem) {
	if s.Secured() {
		out = append(out, MalformedCredentials, InvalidCredentials)
		if !s.Public {
			out = append(out, Unauthenticated)
		}
		if s.Access != nil && len(s.Access.Clauses) > 0 {
			out = append(out, InsufficientScope, Forbidden)
		}
		out = append(out, AuthenticationUnavailable)
	}
	if s.Limited() {
		out = append(out, RateLimited, RateLimitUnavailable)
	}
	return out
}
