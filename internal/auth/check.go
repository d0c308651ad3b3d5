package auth

import (
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// Failure says why a request is rejected.
type Failure struct {
	tree.BuiltinProblem
	// Challenges are the values of WWW-Authenticate, each on a line of its own:
	// some clients cannot split them at commas (RFC 9110 §11.6.1).
	Challenges []string
	// Reason is the client-visible reason of the check. Without a key it is in the words
	// of the application; without a text there is none.
	Reason tree.Detail
	// RetryAfter is when an outage may be over; 0 if that is unknown.
	RetryAfter time.Duration
	// Cause is the error of the check. It holds no credentials.
	Cause error

	asks []int // the challenges that may have the scopes of the operation
}

// Asks reports whether challenges may have the scopes of the operation: the schemes have a service, whose clients request
// them.
func (f *Failure) Asks() bool { return f != nil && len(f.asks) > 0 }

// Ask adds the scopes of the operation.
func (f *Failure) Ask(scopes []string) {
	for _, i := range f.asks {
		f.Challenges[i] += scopeParam(scopes)
	}
	f.asks = nil
}

// outcome is the result of one scheme for a request.
type outcome struct {
	found    bool
	identity Identity
	err      error
}

func (o *outcome) valid() bool { return o.found && o.err == nil }

// Check returns the identity of a request that must be authenticated.
func (r *Requirement) Check(req *http.Request) (Identity, *Failure) { return r.check(req, true) }

// CheckOptional is Check for a public route: credentials are optional, but those that
// the request has must be valid.
func (r *Requirement) CheckOptional(req *http.Request) (Identity, *Failure) {
	return r.check(req, false)
}

// check runs every scheme, because a request must not carry invalid credentials for any
// of them, and uses the first alternative that is satisfied.
func (r *Requirement) check(req *http.Request, required bool) (Identity, *Failure) {
	var few [4]outcome
	n := len(r.schemes) + len(r.others)
	outcomes := few[:min(n, len(few))]
	if n > len(few) {
		outcomes = make([]outcome, n)
	}
	for i := range outcomes {
		o := &outcomes[i]
		o.identity, o.found, o.err = r.scheme(i).authenticate(req)
		if o.err != nil && problemOf(o.err) == tree.MalformedCredentials {
			return Identity{}, r.reject(outcomes, o.err)
		}
	}
	if err := worst(outcomes); err != nil {
		return Identity{}, r.reject(outcomes, err)
	}
	for _, combination := range r.any {
		if !slices.ContainsFunc(combination, func(i int) bool { return !outcomes[i].valid() }) {
			return r.merge(outcomes, combination), nil
		}
	}
	if required {
		return Identity{}, r.reject(outcomes, nil)
	}
	return r.anonymous, nil
}

// scheme returns a scheme of the requirement, or beyond those one of the others.
func (r *Requirement) scheme(i int) *Scheme {
	if i < len(r.schemes) {
		return r.schemes[i]
	}
	return r.others[i-len(r.schemes)]
}

// worst returns the error to report: errors of the server before those of the client.
func worst(outcomes []outcome) (err error) {
	for i := range outcomes {
		e := outcomes[i].err
		if e != nil && (err == nil || problemOf(e).Status > problemOf(err).Status) {
			err = e
		}
	}
	return err
}

// reject returns the failure for an error, or for a request without credentials.
func (r *Requirement) reject(outcomes []outcome, err error) *Failure {
	f := &Failure{BuiltinProblem: tree.Unauthenticated, Cause: err}
	if err != nil {
		f.BuiltinProblem, f.Reason, f.RetryAfter = problemOf(err), reasonOf(err), RetryAfter(err)
	}
	if f.Status >= 500 {
		return f
	}
	for i := range outcomes {
		var c tree.ChallengeParams
		switch e := outcomes[i].err; {
		case e != nil:
			c = tree.ChallengeParams{Refusal: problemOf(e), Reason: reasonOf(e).Text}
		case i >= len(r.schemes):
			continue // its credentials would not satisfy the requirement
		}
		f.challenge(r.scheme(i), c)
	}
	return f
}

func (f *Failure) challenge(s *Scheme, c tree.ChallengeParams) {
	if line := s.Challenge(c); line != "" && !slices.Contains(f.Challenges, line) {
		f.Challenges = append(f.Challenges, line)
		if s.node.Service != "" && f.Status == http.StatusUnauthorized {
			f.asks = append(f.asks, len(f.Challenges)-1)
		}
	}
}

// Challenges returns the values of WWW-Authenticate for a request that the application
// rejects as unauthenticated.
func (r *Requirement) Challenges() []string {
	var f Failure
	for _, s := range r.schemes {
		f.challenge(s, tree.ChallengeParams{Refusal: tree.Unauthenticated})
	}
	return f.Challenges
}

// Expired returns the failure of an identity whose credentials have expired since they
// were checked.
func (r *Requirement) Expired(identity Identity) *Failure {
	f := &Failure{BuiltinProblem: tree.InvalidCredentials, Reason: tree.CredentialsExpired}
	for _, s := range r.schemes {
		var c tree.ChallengeParams
		if part, ok := identity.ByScheme(s.node.Name); ok && part.Expired() {
			c = tree.ChallengeParams{Refusal: tree.InvalidCredentials, Reason: tree.CredentialsExpired.Text}
		}
		f.challenge(s, c)
	}
	return f
}

// InsufficientScope returns the failure of an identity that lacks scopes of a route.
func (r *Requirement) InsufficientScope(identity Identity, scopes ...string) *Failure {
	f := &Failure{BuiltinProblem: tree.InsufficientScope}
	for _, s := range r.schemes {
		if _, ok := identity.ByScheme(s.node.Name); ok {
			f.challenge(s, tree.ChallengeParams{Refusal: tree.InsufficientScope, Scopes: scopes})
		}
	}
	return f
}
