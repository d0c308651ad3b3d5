package quota

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// Policy is a declared rate limit. It is an interface, because package throttle, which implements it,
// imports another module for its stores (ADR 26).
type Policy interface {
	// Node returns the description of the limit.
	Node() *tree.Limit
	// Open returns the limiter of a place where the policy is declared: "" for an API,
	// the method and path for a route. The keys of a store hold the place, so that it
	// must have the same name in all processes that share the store.
	Open(place string, logger *slog.Logger) (Limiter, error)
}

// Sealed is a throttle.Policy, which embeds [Core].
type Sealed interface{ policy() Policy }

// Core holds a policy. Its method is unexported, so that users of throttle do not see
// it.
type Core struct{ p Policy }

// CoreOf returns the core of a policy.
func CoreOf(p Policy) Core { return Core{p} }

func (c Core) policy() Policy {
	if c.p == nil {
		return noPolicy{&tree.Limit{At: tree.Here(), N: 1, Cost: 1, Faults: []tree.Fault{
			tree.Faultf("a policy was not created by a constructor such as throttle.PerMinute"),
		}}}
	}
	return c.p
}

// noPolicy is the policy of the zero throttle.Policy. It has a fault, so that Build
// reports the misuse with all other faults.
type noPolicy struct{ node *tree.Limit }

func (p noPolicy) Node() *tree.Limit { return p.node }

func (p noPolicy) Open(string, *slog.Logger) (Limiter, error) { return nil, FaultOf(p.node) }

// FaultOf returns an error for the first fault of a limit, or nil.
func FaultOf(n *tree.Limit) error {
	if len(n.Faults) == 0 {
		return nil
	}
	return errors.New("rate limit " + strconv.Quote(n.Name) + ": " + n.Faults[0].Message)
}

// PolicyOf returns the policy of a throttle.Policy.
func PolicyOf(s Sealed) Policy { return s.policy() }

// Limiter counts the requests of one place where a policy is declared.
type Limiter interface {
	// Early reports whether the limiter runs before authentication.
	Early() bool
	// Take counts a request. The identity is "" for anonymous requests.
	Take(r *http.Request, identity string) Verdict
	// Attempt reports whether the credentials of a request may be checked, for a limiter
	// that is not early. If it admits the request, Settle follows.
	Attempt(r *http.Request) Verdict
	// Settle notes whether the credentials were rejected.
	Settle(r *http.Request, rejected bool)
	// Close closes the stores. After that the limiter behaves as if the store were
	// unavailable.
	Close() error
}

// Verdict says whether a request is admitted. [Headers] writes it.
type Verdict struct {
	Admitted bool
	Limit    int // requests in a window
	// Remaining is how many more requests the window admits, never below 0.
	Remaining int
	// Reset is when the next window begins; zero if the store is unavailable.
	Reset time.Time
	// Left is the time until then from when the request was counted.
	Left time.Duration
	// RetryAfter is how long a rejected client should wait; above 0 if, and only if, the
	// request is not admitted.
	RetryAfter time.Duration
	// Unavailable reports that the store is unavailable and the policy fails closed: the
	// response is a 503, not a 429.
	Unavailable bool
	// Alone reports that the store is unavailable and this process counts by itself.
	Alone bool

	// Stamp is what headers say of the policy; nil if they say nothing.
	Stamp *Stamp
}

// Policy returns the name of the policy, for the problem of a rejected request.
func (v Verdict) Policy() string {
	if v.Stamp == nil {
		return ""
	}
	return v.Stamp.name
}
