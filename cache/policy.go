package cache

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Policy says what caches may do with the responses of a route. It is an immutable
// value: every method returns a changed copy.
type Policy struct{ n *ir.Caching }

// NoStore lets no cache keep a response: Cache-Control: no-store.
func NoStore() Policy {
	return Policy{&ir.Caching{At: callsite.Here(), Value: "no-store", Kind: ir.CacheNone}}
}

// Private lets the client's own cache keep a response, and no other. It may use the
// response for maxAge, in whole seconds, without asking again. 0 makes it ask every
// time, which costs little where entities have versions:
//
//	Private(time.Minute)  Cache-Control: private, max-age=60
//	Private(0)            Cache-Control: private, no-cache
func Private(maxAge time.Duration) Policy { return kept("Private", ir.CachePrivate, maxAge) }

// Public lets every cache keep a response, also those that serve many clients:
//
//	Public(time.Minute)  Cache-Control: public, max-age=60
//	Public(0)            Cache-Control: public, no-cache
func Public(maxAge time.Duration) Policy { return kept("Public", ir.CachePublic, maxAge) }

func kept(name string, kind ir.CacheKind, maxAge time.Duration) Policy {
	n := &ir.Caching{At: callsite.Here(), Kind: kind, MaxAge: maxAge}
	if what := unsendable(maxAge); what != "" {
		n.Faults = append(n.Faults, ir.Faultf("%s(%v): %s", name, maxAge, what))
	}
	return Policy{n.Written()}
}

// Shared sets another age for caches that serve many clients: s-maxage. It is for
// [Public].
func (p Policy) Shared(maxAge time.Duration) Policy {
	return p.edit("Shared", maxAge, func(n *ir.Caching) { n.Shared, n.HasShared = maxAge, true })
}

// StaleWhileRevalidate lets caches that serve many clients send a response that is
// too old for so long, while they ask for another (RFC 5861 §3). It is for [Public].
func (p Policy) StaleWhileRevalidate(d time.Duration) Policy {
	return p.edit("StaleWhileRevalidate", d, func(n *ir.Caching) { n.Stale = d })
}

func (p Policy) edit(name string, d time.Duration, change func(*ir.Caching)) Policy {
	n := *p.known()
	n.Faults = append([]ir.Fault(nil), n.Faults...)
	if what := unsendable(d); what != "" {
		n.Faults = append(n.Faults, ir.Faultf("%s(%v): %s", name, d, what))
	}
	if n.Kind != ir.CachePublic {
		n.Faults = append(n.Faults, ir.Faultf("%s is for cache.Public", name))
	}
	change(&n)
	return Policy{n.Written()}
}

// known returns the policy. A zero value has one with a fault, so that misuse is
// reported with the others.
func (p Policy) known() *ir.Caching {
	if p.n != nil {
		return p.n
	}
	return &ir.Caching{At: callsite.Here(), Value: "no-store", Faults: []ir.Fault{
		ir.Faultf("a policy was not started by a constructor such as cache.Private"),
	}}
}

// unsendable says why no header can have a duration; "" if one can.
func unsendable(d time.Duration) string {
	const most = 1<<31 - 1 // RFC 9111 §1.2.2
	switch seconds := int64(d / time.Second); {
	case d < 0:
		return "it is below 0"
	case d%time.Second != 0:
		return "it is not in whole seconds"
	case seconds > most:
		return "it is above " + strconv.Itoa(most) + " seconds"
	}
	return ""
}

// Node describes the policy. It is for sibling packages.
func (p Policy) Node(ir.Key) *ir.Caching { return p.known() }

// String returns the value of Cache-Control.
func (p Policy) String() string { return p.known().Value }
