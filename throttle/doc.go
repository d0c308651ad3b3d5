// Package throttle declares rate limits: how many requests a client may send in a window of
// time.
//
//	var calm = throttle.PerMinute(600)
//	var each = throttle.PerHour(1000).Name("account").ByIdentity()
//	var shared = throttle.PerMinute(30).TrustedProxies("10.0.0.0/8").Store(redis).FailClosed()
//
// A policy is an immutable value: every method returns a changed copy. A policy of an API has
// one bucket for each client and all routes together; a policy of a route has one for that
// route alone.
//
// # Windows
//
// A window begins with the first request of a key and is measured by the monotonic clock. A
// policy of N admits exactly N requests in a window. Windows are fixed: around the end of one,
// up to 2N requests can come close together. See [Policy.Burst] and [Policy.Cost] for tokens.
// [Policy.Clock] sets the clock for tests; those with testing/synctest need none.
//
// # Keys
//
// Requests are counted by the client's address, unless [Policy.ByIdentity], [Policy.ByHeader]
// or [Policy.By] sets another partition key. The address is that of the connection. Clients can
// send any X-Forwarded-For and Forwarded, which are read only if the connection comes from a
// proxy of [Policy.TrustedProxies]. IPv6 addresses count by their /64, which belongs to one
// subscriber.
//
// Stores get addresses and SHA-256 digests, never the value of a header or an identity.
//
// # What counts
//
// Every request that reaches an operation counts once, whatever its response. This includes
// HEAD, requests whose query or header is too long, unauthenticated and unauthorized ones,
// replays (Idempotency-Key), and streams, which count when they begin. A request without an
// operation (404, 405 and OPTIONS) counts toward the limits of the API.
//
// Policies count in the order of their declaration: those of the API, then those of groups,
// then those of the route. All except those by identity count before authentication. A request
// that one of them rejects has counted for those before it, and does not count for those after
// it.
//
// The following do not count: CORS preflights, which the API handles itself; handlers outside
// the App, even within App.Wrap; and requests that net/http rejects, such as those whose header
// is too large for the server.
//
// # Stores
//
// Buckets are in memory, separately for each process; see [Memory] for its bounds.
// [Policy.Store] uses any store of github.com/sethvargo/go-limiter instead, such as Redis for
// several servers. It is called through a circuit breaker: a store that fails or hangs delays a
// request for at most twice [Policy.Timeout], and after three consecutive failures only an
// occasional probe calls it. Meanwhile the same limit applies in each process (see
// [Policy.FailOpen]), or all requests are rejected (see [Policy.FailClosed]).
//
// # Headers
//
// Responses have X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset of the policy
// that is closest to rejecting; [Policy.Headers] adds RateLimit and RateLimit-Policy of
// draft-ietf-httpapi-ratelimit-headers-11. A rejected request gets Retry-After (RFC 9110
// §10.2.3).
//
// # Security considerations
//
// Only a limit by address or by identity withstands a hostile client: a limit by a header or a
// function of the request is evaded by sending another value. Combine it with a limit by
// address.
//
// Many keys do not exhaust memory, do not lock out others, and do not reset a limit cheaply;
// [Memory] has the numbers. Failed credentials count by address even with a limit by identity;
// see [Policy.ByIdentity].
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/rate-limits.md
package throttle
