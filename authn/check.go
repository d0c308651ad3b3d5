package authn

import (
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// Refusal says why a request is not let in. It is for sibling packages.
type Refusal struct {
	ir.Refusal
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
	asked, found bool
	who          Identity
	err          error
}

func (o *outcome) valid() bool { return o.found && o.err == nil }

// check tries the alternatives in order, asking each scheme once.
func (d *demand) check(r *http.Request, required bool) (Identity, *Refusal) {
	var few [4]outcome
	outcomes := few[:min(len(d.schemes), len(few))]
	if len(d.schemes) > len(few) {
		outcomes = make([]outcome, len(d.schemes))
	}
	for _, combination := range d.any {
		met := true
		for _, i := range combination {
			o := &outcomes[i]
			if !o.asked {
				o.asked = true
				o.who, o.found, o.err = d.schemes[i].authenticate(r)
			}
			if o.err != nil && refusal(o.err) == ir.DoubtfulCredentials {
				return Identity{}, d.refuse(outcomes, o.err)
			}
			met = met && o.valid()
		}
		if met {
			return d.merge(outcomes, combination), nil
		}
	}
	if err := worst(outcomes); err != nil {
		return Identity{}, d.refuse(outcomes, err)
	}
	if required {
		return Identity{}, d.refuse(outcomes, nil)
	}
	return d.guest, nil
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
func (d *demand) refuse(outcomes []outcome, err error) *Refusal {
	out := &Refusal{Refusal: ir.NoCredentials, Cause: err}
	if err != nil {
		out.Refusal, out.Reason, out.RetryAfter = refusal(err), reason(err), RetryAfter(err)
	}
	if out.Status >= 500 {
		return out
	}
	for i, s := range d.schemes {
		denial := ir.Denial{Refusal: ir.NoCredentials}
		if e := outcomes[i].err; e != nil {
			denial = ir.Denial{Refusal: refusal(e), Reason: reason(e).Text}
		}
		out.challenge(s, denial)
	}
	return out
}

func (out *Refusal) challenge(s *scheme, d ir.Denial) {
	if line := challenge(s.node, d); line != "" && !slices.Contains(out.Challenges, line) {
		out.Challenges = append(out.Challenges, line)
	}
}

// Challenges implements [Requirement].
func (d *demand) Challenges(ir.Key) []string {
	var out Refusal
	for _, s := range d.schemes {
		out.challenge(s, ir.Denial{Refusal: ir.NoCredentials})
	}
	return out.Challenges
}

// Insufficient implements [Requirement].
func (d *demand) Insufficient(_ ir.Key, who Identity, scopes ...string) *Refusal {
	out := &Refusal{Refusal: ir.LacksScope}
	for _, s := range d.schemes {
		if _, ok := who.By(s.node.Name); ok {
			out.challenge(s, ir.Denial{Refusal: ir.LacksScope, Scopes: scopes})
		}
	}
	return out
}
