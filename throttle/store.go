package throttle

import (
	"time"

	"github.com/sethvargo/go-limiter"
)

// Store sets a function that opens stores for buckets, in place of the memory of the process.
// Build calls it for each place where the policy is declared, and once more for the tokens of
// [Policy.Burst]; App.Close closes the stores. Its arguments are the number of requests that a
// window admits, and its length, which must be at least a second. All stores may share one
// database: keys contain the policy, its numbers and the place.
//
//	.Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
//		return redisstore.NewWithPool(&redisstore.Config{Tokens: tokens, Interval: window}, &redis.Pool{MaxIdle: 64, Dial: dial})
//	})
//
// At most 64 requests call a store at a time, and an occasional probe. This process caches the
// responses of the store until the window ends, so that a client without tokens causes no more
// calls, and a store that has lost its buckets does not open a window again: one process never
// admits more than the limit in a window that it knows.
//
// Note for go-redisstore v0.3.0: New keeps no connections, so that each request waits for a new
// one; its windows depend on the wall clocks of the servers; and a window refills at most the
// square root of its nanoseconds: 31,622 tokens a second, 244,948 a minute.
func (p Policy) Store(factory func(tokens uint64, window time.Duration) (limiter.Store, error)) Policy {
	switch w := p.declared().node.Window; {
	case factory == nil:
		return p.fault("Store has a nil function")
	case w > 0 && w < time.Second: // go-redisstore would remove each key at once
		return p.fault("Store: the window %s is shorter than a second, which stores do not support", w)
	}
	return p.edit(func(d *declaration) { d.store = factory })
}

// Timeout sets how long a call of a store may take. The default is 30 ms. If 64 other requests
// are calling the store, a request first waits as long for its turn. A call that takes longer
// fails; see [Policy.FailOpen]. A token that the store takes nevertheless may be lost: a limit
// then admits fewer requests, never more. The timeout does not apply to the memory of the
// process.
func (p Policy) Timeout(wait time.Duration) Policy {
	if wait <= 0 {
		return p.fault("Timeout(%s) must be positive", wait)
	}
	return p.edit(func(d *declaration) { d.timeout = wait })
}

// FailOpen counts requests in the memory of this process if the store fails or is too slow.
// This is the default. The same limit then applies to each process, including the counts that
// the store has returned before: there is always a limit, and an outage of the store is not an
// outage of the API. While the store is unavailable, P processes admit at most P times the
// limit.
//
// Three consecutive failures open the breaker, which is logged: only a probe every 1 to 30
// seconds calls the store, until one succeeds.
func (p Policy) FailOpen() Policy { return p.edit(func(d *declaration) { d.closed = false }) }

// FailClosed rejects requests with 503 Service Unavailable if the store fails or is too slow.
// It is for limits whose violation does more harm than an outage, such as on attempts to guess
// a password.
func (p Policy) FailClosed() Policy { return p.edit(func(d *declaration) { d.closed = true }) }

// MaxKeys bounds the number of keys that this process has in memory for each place where the
// policy is declared. The default is [DefaultMaxKeys]. A key takes about 100 bytes, and as much
// again for the tokens of [Policy.Burst] and for failed credentials of an address under
// [Policy.ByIdentity]. See [Memory] for what happens beyond the bound.
func (p Policy) MaxKeys(n int) Policy {
	if n < 1 || n > maxMaxKeys {
		return p.fault("MaxKeys(%d) is not between 1 and %d", n, maxMaxKeys)
	}
	return p.edit(func(d *declaration) { d.maxKeys = n })
}

// maxMaxKeys keeps indexes of a table within 32 bits.
const maxMaxKeys = 1 << 30

// Clock sets the clock, for tests; the default is time.Now. It determines windows in memory,
// pauses of the breaker and headers. Times without a monotonic reading are compared by the wall
// clock. A test with testing/synctest needs none.
func (p Policy) Clock(now func() time.Time) Policy {
	if now == nil {
		return p.fault("Clock has a nil function")
	}
	return p.edit(func(d *declaration) { d.now = now })
}
