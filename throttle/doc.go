// Package throttle declares rate limits: how many requests a client may send in
// a window of time.
//
//	var calm = throttle.PerMinute(600)
//	var each = throttle.PerHour(1000).Name("account").ByIdentity()
//	var shared = throttle.PerMinute(30).Behind("10.0.0.0/8").Store(redis).FailClosed()
//
// A policy is an immutable value like a property: every method returns a changed
// copy. Declared on an API it has one bucket a client for all routes together;
// declared on a route, one for that route alone.
//
// # Windows
//
// A window begins with the first request of a key and lasts as long as the
// policy says; the next one follows it without a gap. A policy of N admits
// exactly N requests in a window and none more until it ends. These are fixed
// windows: around the end of one, up to 2N requests can come close together.
// [Policy.Burst] and [Policy.Cost] say more of tokens.
//
// # Keys
//
// Requests are counted by the client's address unless [Policy.ByIdentity],
// [Policy.ByHeader] or [Policy.By] says otherwise. The address is that of the
// connection. X-Forwarded-For and Forwarded are what a client writes them to
// be, and are not read unless the connection comes from a proxy that
// [Policy.Behind] trusts. IPv6 addresses count by their /64, which is what one
// subscriber has.
//
// A store never sees what a client sent in a header, nor an identity: only
// addresses and SHA-256 sums.
//
// # Stores
//
// Buckets are kept in memory, one set in each process. [Policy.Store] takes any
// store of github.com/sethvargo/go-limiter in place of it, such as Redis for
// more than one machine. It is asked through a breaker: a store that fails or
// hangs holds up a handful of requests for at most [Policy.Timeout], and is
// then left alone but for a probe now and then. What happens to requests in the
// meantime is up to [Policy.FailOpen] and [Policy.FailClosed].
//
// # Headers
//
// Answers carry X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset
// of the policy that is closest to refusing; [Policy.Headers] adds RateLimit
// and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-11. A refusal
// has Retry-After (RFC 9110 §10.2.3).
//
// # Security
//
// Only a limit by address, or by identity, holds against a hostile client: one
// by a header or a function of the request is evaded by sending another value,
// which also makes the store remember another key. Put a limit by address
// beside it. go-limiter's memory store has no bound on the number of keys; each
// costs about 200 bytes for two windows at most.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/rate-limits.md
package throttle
