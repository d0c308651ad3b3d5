// Package clock tests that everything in the library that knows time takes it from package time, so
// that a bubble of testing/synctest has all of it: tokens and key sets, limits, idempotency keys and
// leases, timeouts, streams, the client, and Serve over connections in memory.
package clock
