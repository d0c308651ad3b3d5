package ir

import "slices"

// Security describes what an operation asks of who calls it.
type Security struct {
	// Public operations need no identity; credentials that are offered must be
	// good all the same.
	Public  bool
	Schemes [][]*Scheme // alternatives, each of schemes that it needs together
	Others  []*Scheme   // of the API, which prove nothing here and must be good all the same
	Access  *Access     // what the identity must have; nil: nothing
	Limits  []*Limit    // how often
}

// Forbidden is the refusal of an identity that may not, whatever its scopes.
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

// Limited reports whether requests are counted.
func (s *Security) Limited() bool { return s != nil && len(s.Limits) > 0 }

// refusals returns what an operation may be refused with, in the order of the
// status.
func (s *Security) refusals() (out []BuiltinProblem) {
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
