// Package year simulates a year of three servers in seconds, in a bubble of testing/synctest.
//
// The servers share a SQL store of idempotency keys and of entities, and a store of rate limits.
// Their clocks disagree and are set ahead or back, servers crash between the work of a request and its
// response, the provider of tokens rotates its keys or is down, keys of callers expire, and keys of
// cursors are rotated while clients iterate over a list. Everything is random by a seed, and one seed
// has one history.
//
// Each response is compared with a model: which token is valid at which server, which request of a key
// runs, how much of a window is left. Many requests are sent at the last millisecond of something, and
// at its end.
//
// The files that begin with fault_ have servers with a fault of timing each. The tests measure that the
// year finds all of them, and nothing in servers without one.
package year
