package tree

import "slices"

// Security describes the access control of an operation.
type Security struct {
	Credentials Credentials
	Schemes     [][]*Scheme // alternatives, each of schemes that are required together
	Others      []*Scheme   // other schemes of the API, whose credentials must be valid if there are any
	Access      *Access     // nil: no grants are needed
	Limits      []*Limit
}

// Credentials says what an operation does with the credentials of its callers.
type Credentials uint8

// What an operation does with credentials. The zero value admits nobody: Build reports it, and no
// endpoint is compiled of it, so that an operation whose access was forgotten is never served.
const (
	CredentialsUndecided Credentials = iota
	CredentialsUnread                // everyone may call: the API identifies nobody
	CredentialsIgnored               // everyone may call, whatever credentials a request has
	CredentialsOptional              // callers may have none, but must not have invalid ones
	CredentialsRequired              // callers must have valid ones
)

// Public reports whether callers need no credentials, although the operation reads them.
func (s *Security) Public() bool { return s.Credentials == CredentialsOptional }

// Identifies reports whether the operation reads credentials.
func (s *Security) Identifies() bool {
	return s.Credentials == CredentialsOptional || s.Credentials == CredentialsRequired
}

// Forbidden rejects an identity without permission, whatever its scopes.
var Forbidden = BuiltinProblem{403, "forbidden", "The identity does not have permission for this operation."}

// Secured reports whether credentials are read.
func (s *Security) Secured() bool { return s != nil && len(s.Schemes) > 0 }

// Equal reports whether s and t require the same schemes and grants of each request: not if these depend on its path.
func (s *Security) Equal(t *Security) bool {
	if !s.Secured() || !t.Secured() {
		return s.Secured() == t.Secured()
	}
	return s.Credentials == t.Credentials && slices.EqualFunc(s.Schemes, t.Schemes, slices.Equal) &&
		s.Access.equal(t.Access) && !s.Access.HasPathParams()
}

// QueryKeys returns the query parameters in which API keys are sent.
func (s *Security) QueryKeys() (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, together := range s.Schemes {
		for _, scheme := range together {
			if scheme.Kind == APIKey && scheme.In == InQuery {
				names = addName(names, scheme.Param)
			}
		}
	}
	return names
}

// Limited reports whether there are rate limits.
func (s *Security) Limited() bool { return s != nil && len(s.Limits) > 0 }

// Clauses returns what an identity needs: a grant of each clause.
func (s *Security) Clauses() []Clause {
	if !s.Secured() || s.Access == nil {
		return nil
	}
	return s.Access.Clauses
}

// Granted reports whether an identity needs a grant.
func (s *Security) Granted() bool { return len(s.Clauses()) > 0 }
