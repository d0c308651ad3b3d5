// Package kit is what the acceptance tests share: it builds an API or fails with its faults,
// sends a request and reads the response, in memory or over a connection, and has the
// collections, identities and errors that the tests declare routes with.
package kit
