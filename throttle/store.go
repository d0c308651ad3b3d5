package throttle

import (
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"
)

// Memory makes the store that a policy has without [Policy.Store]: the memory
// of this process, which needs no breaker. It is exported to be wrapped.
//
// A key is forgotten when its window is over and another one, or a minute, has
// passed; a sweep looks for such keys once in a window, at least every hour and
// at most every second. A request that comes for such a key in the microseconds
// in which it is being forgotten may go uncounted. Close ends the sweeps.
func Memory(tokens uint64, window time.Duration) (limiter.Store, error) {
	return memorystore.New(&memorystore.Config{
		Tokens:        tokens,
		Interval:      window,
		SweepInterval: min(max(window, time.Second), time.Hour),
		SweepMinTTL:   window + min(window, time.Minute), // counted from the start of a window
		InitialAlloc:  64,
	})
}

// Store keeps buckets in another store than the memory of the process. The
// function is called when the API is built, for each place where the policy is
// declared, and once more for the spare of [Policy.Burst]; the stores are
// closed with the API. It is given how many requests a window admits, and how
// long it is. All of them may share one database: keys tell the policy, its
// numbers and the place. The window must be at least a second.
//
//	.Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
//		return redisstore.NewWithPool(&redisstore.Config{Tokens: tokens, Interval: window}, &redis.Pool{MaxIdle: 64, Dial: dial})
//	})
//
// A store is asked by at most 64 requests at a time, and by 16 more that probe
// whether it is back. With go-redisstore v0.3.0, mind that New keeps no connection,
// so that each request waits for one to be made; that its windows go by
// the clocks of the servers, and that a window is not filled up again to more
// tokens than the square root of its nanoseconds: 31,622 a second, 244,948 a
// minute.
func (p Policy) Store(factory func(tokens uint64, window time.Duration) (limiter.Store, error)) Policy {
	switch w := p.declared().node.Window; {
	case factory == nil:
		return p.fault("Store has a nil function")
	case w > 0 && w < time.Second: // go-redisstore would forget each key at once
		return p.fault("Store: a window of %s is below a second, which stores do not keep", w)
	}
	return p.edit(func(d *declaration) { d.store = factory })
}

// Timeout sets how long a request waits for a store, 30 ms without it. A store
// that takes longer counts as away. The memory of the process is not timed.
func (p Policy) Timeout(wait time.Duration) Policy {
	if wait <= 0 {
		return p.fault("Timeout(%s) leaves no time", wait)
	}
	return p.edit(func(d *declaration) { d.timeout = wait })
}

// FailOpen admits requests while the store is away; this is what a policy does
// from the start. A limit guards a service, and should not be what takes it
// down: an outage of the store would be one of the API. What it costs is that
// nobody is limited in the meantime, which is logged.
func (p Policy) FailOpen() Policy { return p.edit(func(d *declaration) { d.closed = false }) }

// FailClosed refuses requests with a 503 while the store is away. It is for
// limits whose breach does more harm than an outage, such as on attempts to
// guess a password.
func (p Policy) FailClosed() Policy { return p.edit(func(d *declaration) { d.closed = true }) }
