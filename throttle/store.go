package throttle

import (
	"time"

	"github.com/sethvargo/go-limiter"
)

// Store keeps buckets in another store than the memory of the process. The
// function is called when the API is built, for each place where the policy is
// declared, and once more for the tokens of [Policy.Burst]; the stores are
// closed with the API. It is given how many requests a window admits, and how
// long it is. All of them may share one database: keys tell the policy, its
// numbers and the place. The window must be at least a second.
//
//	.Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
//		return redisstore.NewWithPool(&redisstore.Config{Tokens: tokens, Interval: window}, &redis.Pool{MaxIdle: 64, Dial: dial})
//	})
//
// A store is called by at most 64 requests at a time, and by one in a while that
// probes whether it is back. What it has said of a key is kept in this process until
// the window ends, so that a client that has spent its tokens costs no more calls,
// and so that a store which comes back without its buckets opens no window anew: one
// process never admits more than the limit in a window that it knows.
//
// With go-redisstore v0.3.0, mind that New keeps no connection, so that each request
// waits for one to be made; that its windows go by the wall clocks of the servers; and
// that a window is not filled up again to more tokens than the square root of its
// nanoseconds: 31,622 a second, 244,948 a minute.
func (p Policy) Store(factory func(tokens uint64, window time.Duration) (limiter.Store, error)) Policy {
	switch w := p.declared().node.Window; {
	case factory == nil:
		return p.fault("Store has a nil function")
	case w > 0 && w < time.Second: // go-redisstore would forget each key at once
		return p.fault("Store: a window of %s is below a second, which stores do not keep", w)
	}
	return p.edit(func(d *declaration) { d.store = factory })
}

// Timeout sets how long a call of a store may take; the default is 30 ms. A request
// that finds 64 others at the store waits as long for its turn before that. A call
// that takes longer has failed; see [Policy.FailOpen] for what happens then. A token
// that the store takes after all may be lost: a limit then admits fewer, never more.
// The memory of the process is not timed.
func (p Policy) Timeout(wait time.Duration) Policy {
	if wait <= 0 {
		return p.fault("Timeout(%s) leaves no time", wait)
	}
	return p.edit(func(d *declaration) { d.timeout = wait })
}

// FailOpen counts a request in the memory of this process when the store fails or
// is too slow for it; this is the default. The same limit then holds for each
// process, together with the counts that the store has returned before: there is always
// a limit, and an outage of the store is not an outage of the API. While the store is unavailable, P
// processes admit at most P times the limit.
//
// Three failures in a row open the breaker, which is logged: the store is left alone
// but for a probe every 1 to 30 seconds, until one succeeds.
func (p Policy) FailOpen() Policy { return p.edit(func(d *declaration) { d.closed = false }) }

// FailClosed rejects a request with 503 Service Unavailable when the store fails or
// is too slow for it. It is for limits whose breach does more harm than an outage, such as on
// attempts to guess a password, where even a limit in each process is too much.
func (p Policy) FailClosed() Policy { return p.edit(func(d *declaration) { d.closed = true }) }

// MaxKeys bounds how many keys this process remembers at each place where the policy
// is declared; the default is [DefaultMaxKeys]. Each costs about 100 bytes, and as
// much again for the tokens of [Policy.Burst] and for addresses that fail to
// authenticate under [Policy.ByIdentity]. See [Memory] for what happens beyond.
func (p Policy) MaxKeys(n int) Policy {
	if n < 1 || n > maxMaxKeys {
		return p.fault("MaxKeys(%d) is not between 1 and %d", n, maxMaxKeys)
	}
	return p.edit(func(d *declaration) { d.maxKeys = n })
}

// maxMaxKeys keeps indexes of a table within 32 bits.
const maxMaxKeys = 1 << 30

// Clock sets the clock, for tests; the default is time.Now. Windows in
// memory, pauses of the breaker and the headers go by it. Times without a monotonic
// reading are taken by the wall clock. A test with testing/synctest needs none.
func (p Policy) Clock(now func() time.Time) Policy {
	if now == nil {
		return p.fault("Clock has a nil function")
	}
	return p.edit(func(d *declaration) { d.now = now })
}
