package authn

import (
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// AuthFailure says why a request is not let in. It is for sibling packages.
type AuthFailure struct {
	ir.BuiltinProblem
	// Challenges are the values of WWW-Authenticate, each on a line of its own:
	// some clients cannot part them at commas (RFC 9110 §11.6.1).
	Challenges []string
	// Reason is what the check had to say to the client. Without a key it is in
	// somebody else's words, without a text there is nothing to say.
	Reason ir.Detail
	// RetryAfter is when an outage may be over; 0 where nobody knows.
	RetryAfter time.Duration
	// Cause is the error of the check. It holds no credentials.
	Cause error
}

// outcome is what a scheme made of a request.
type outcome struct {
	found bool
	who   Identity
	err   error
}

func (o *outcome) valid() bool { return o.found && o.err == nil }

// check asks every scheme, for no request may carry credentials that are no good, and
// takes the first alternative that is met.
func (d *alternatives) check(r *http.Request, required bool) (Identity, *AuthFailure) {
	var few [4]outcome
	n := len(d.schemes) + len(d.others)
	outcomes := few[:min(n, len(few))]
	if n > len(few) {
		outcomes = make([]outcome, n)
	}
	for i := range outcomes {
		o := &outcomes[i]
		o.who, o.found, o.err = d.scheme(i).authenticate(r)
		if o.err != nil && refusal(o.err) == ir.MalformedCredentials {
			return Identity{}, d.refuse(outcomes, o.err)
		}
	}
	if err := worst(outcomes); err != nil {
		return Identity{}, d.refuse(outcomes, err)
	}
	for _, combination := range d.any {
		if !slices.ContainsFunc(combination, func(i int) bool { return !outcomes[i].valid() }) {
			return d.merge(outcomes, combination), nil
		}
	}
	if required {
		return Identity{}, d.refuse(outcomes, nil)
	}
	return d.guest, nil
}

// scheme returns one of those that are asked for, and then of the others.
func (d *alternatives) scheme(i int) *scheme {
	if i < len(d.schemes) {
		return d.schemes[i]
	}
	return d.others[i-len(d.schemes)]
}

// worst returns the error to tell: what is no fault of the client's before what
// is.
func worst(outcomes []outcome) (err error) {
	for i := range outcomes {
		e := outcomes[i].err
		if e != nil && (err == nil || refusal(e).Status > refusal(err).Status) {
			err = e
		}
	}
	return err
}

// refuse makes the refusal for an error, or for a request without credentials.
func (d *alternatives) refuse(outcomes []outcome, err error) *AuthFailure {
	out := &AuthFailure{BuiltinProblem: ir.Unauthenticated, Cause: err}
	if err != nil {
		out.BuiltinProblem, out.Reason, out.RetryAfter = refusal(err), reason(err), RetryAfter(err)
	}
	if out.Status >= 500 {
		return out
	}
	for i := range outcomes {
		denial := ir.ChallengeParams{Refusal: ir.Unauthenticated}
		switch e := outcomes[i].err; {
		case e != nil:
			denial = ir.ChallengeParams{Refusal: refusal(e), Reason: reason(e).Text}
		case i >= len(d.schemes):
			continue // credentials for it would be of no use
		}
		out.challenge(d.scheme(i), denial)
	}
	return out
}

func (out *AuthFailure) challenge(s *scheme, d ir.ChallengeParams) {
	if line := challenge(s.node, d); line != "" && !slices.Contains(out.Challenges, line) {
		out.Challenges = append(out.Challenges, line)
	}
}

// Challenges implements [Requirement].
func (d *alternatives) Challenges(ir.Key) []string {
	var out AuthFailure
	for _, s := range d.schemes {
		out.challenge(s, ir.ChallengeParams{Refusal: ir.Unauthenticated})
	}
	return out.Challenges
}

// Expired implements [Requirement].
func (d *alternatives) Expired(_ ir.Key, who Identity) *AuthFailure {
	out := &AuthFailure{BuiltinProblem: ir.InvalidCredentials, Reason: ir.CredentialsExpired}
	for _, s := range d.schemes {
		denial := ir.ChallengeParams{Refusal: ir.Unauthenticated}
		if part, ok := who.ByScheme(s.node.Name); ok && part.Expired() {
			denial = ir.ChallengeParams{Refusal: ir.InvalidCredentials, Reason: ir.CredentialsExpired.Text}
		}
		out.challenge(s, denial)
	}
	return out
}

// InsufficientScope implements [Requirement].
func (d *alternatives) InsufficientScope(_ ir.Key, who Identity, scopes ...string) *AuthFailure {
	out := &AuthFailure{BuiltinProblem: ir.InsufficientScope}
	for _, s := range d.schemes {
		if _, ok := who.ByScheme(s.node.Name); ok {
			out.challenge(s, ir.ChallengeParams{Refusal: ir.InsufficientScope, Scopes: scopes})
		}
	}
	return out
}
