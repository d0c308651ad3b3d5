// Package throttle declares rate limits: how many requests a client may send in
// a window of time.
//
//	var calm = throttle.PerMinute(600)
//	var each = throttle.PerHour(1000).Name("account").ByIdentity()
//	var shared = throttle.PerMinute(30).TrustedProxies("10.0.0.0/8").Store(redis).FailClosed()
//
// A policy is an immutable value like a property: every method returns a changed
// copy. Declared on an API it has one bucket a client for all routes together;
// declared on a route, one for that route alone.
//
// # Windows
//
// A window begins with the first request of a key and lasts as long as the
// policy says, by the monotonic clock. A policy of N admits exactly N requests in a
// window and none more until it ends. These are fixed windows: around the end of one,
// up to 2N requests can come close together. [Policy.Burst] and [Policy.Cost] say more
// of tokens. [Policy.Clock] sets the clock, for tests; those with testing/synctest
// need none.
//
// # Keys
//
// Requests are counted by the client's address unless [Policy.ByIdentity],
// [Policy.ByHeader] or [Policy.By] says otherwise. The address is that of the
// connection. X-Forwarded-For and Forwarded are what a client writes them to
// be, and are not read unless the connection comes from a proxy that
// [Policy.TrustedProxies] trusts. IPv6 addresses count by their /64, which is what one
// subscriber has.
//
// A store never sees what a client sent in a header, nor an identity: only
// addresses and SHA-256 sums.
//
// # What counts
//
// Every request that reaches an operation counts once, whatever its response: also
// HEAD, one whose query or header is too long, one that is not authenticated or not
// authorized, a replay (Idempotency-Key), and a stream, which counts when it begins. A request that
// reaches no operation, 404, 405 and OPTIONS, counts toward the limits of the API.
//
// Policies are asked in the order of their declaration, those of the API first, then
// those of groups, then those of the route; all that are not by identity come before
// authentication. A request that one of them rejects has counted for those before it,
// and does not count for those after it.
//
// What does not count: CORS preflights, which the API handles by itself; handlers
// beside the App, also within App.Wrap; and what net/http rejects, such as a header
// that is too large for the server.
//
// # Stores
//
// Buckets are kept in memory, one set in each process; [Memory] says how it is
// bounded. [Policy.Store] takes any store of github.com/sethvargo/go-limiter in place
// of it, such as Redis for more than one machine. It is called through a breaker: a store that fails or
// hangs holds up a request for at most twice [Policy.Timeout], and after three
// failures in a row it is left alone but for a probe now and then. In the meantime the
// same limit holds in each process, see [Policy.FailOpen], or all requests are rejected, see
// [Policy.FailClosed].
//
// # Headers
//
// Responses have X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset of the
// policy that is closest to rejecting; [Policy.Headers] adds RateLimit and
// RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-11. A rejected request gets
// Retry-After (RFC 9110 §10.2.3).
//
// # Security considerations
//
// Only a limit by address, or by identity, holds against a hostile client: one
// by a header or a function of the request is evaded by sending another value. Put a
// limit by address beside it.
//
// Many keys do not exhaust memory, do not lock out others, and do not reset a limit cheaply;
// [Memory] has the numbers. Credentials that fail count by address also under a limit by
// identity, see [Policy.ByIdentity].
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/rate-limits.md
package throttle
