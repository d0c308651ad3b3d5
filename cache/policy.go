package cache

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/tree"
)

// Policy declares what caches may do with the responses of a route. It is an immutable
// value: every method returns a changed copy.
type Policy policy

type policy = seal.Box[*tree.Caching]

// NoStore keeps all caches from storing the response: Cache-Control: no-store.
func NoStore() Policy {
	return Policy(seal.New(&tree.Caching{At: tree.Here(), Value: tree.NoStore, Kind: tree.CacheNone}))
}

// Private allows only the cache of the client to store the response. The cache may reuse it
// for maxAge, in whole seconds, without revalidation. With 0 it revalidates every time,
// which costs little if entities have versions:
//
//	Private(time.Minute)  Cache-Control: private, max-age=60
//	Private(0)            Cache-Control: private, no-cache
func Private(maxAge time.Duration) Policy { return kept("Private", tree.CachePrivate, maxAge) }

// Public allows every cache to store the response, shared caches too:
//
//	Public(time.Minute)  Cache-Control: public, max-age=60
//	Public(0)            Cache-Control: public, no-cache
func Public(maxAge time.Duration) Policy {
	return kept("Public", tree.CachePublic, maxAge)
}

func kept(name string, kind tree.CacheKind, maxAge time.Duration) Policy {
	n := &tree.Caching{At: tree.Here(), Kind: kind, MaxAge: maxAge}
	if what := unsendable(maxAge); what != "" {
		n.Faults = append(n.Faults, tree.Faultf("%s(%v): %s", name, maxAge, what))
	}
	return Policy(seal.New(n.Written()))
}

// Shared sets the age for shared caches: s-maxage. It applies to [Public].
func (p Policy) Shared(maxAge time.Duration) Policy {
	return p.edit("Shared", maxAge, func(n *tree.Caching) { n.Shared, n.HasShared = maxAge, true })
}

// StaleWhileRevalidate allows shared caches to reuse a stale response for d while they
// revalidate it (RFC 5861 §3). It applies to [Public].
func (p Policy) StaleWhileRevalidate(d time.Duration) Policy {
	return p.edit("StaleWhileRevalidate", d, func(n *tree.Caching) { n.Stale = d })
}

func (p Policy) edit(name string, d time.Duration, change func(*tree.Caching)) Policy {
	n := *p.open()
	n.Faults = append([]tree.Fault(nil), n.Faults...)
	if what := unsendable(d); what != "" {
		n.Faults = append(n.Faults, tree.Faultf("%s(%v): %s", name, d, what))
	}
	if n.Kind != tree.CachePublic {
		n.Faults = append(n.Faults, tree.Faultf("%s is for cache.Public", name))
	}
	change(&n)
	return Policy(seal.New(n.Written()))
}

func (p Policy) open() *tree.Caching { return tree.CachingOf(policy(p).Open()) }

// unsendable says why a header cannot have a duration; "" if it can.
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

// String returns the value of Cache-Control.
func (p Policy) String() string { return p.open().Value }
