// Package limits tests rate limits, and the limits on streams, items and stored idempotency keys:
// no client takes what is meant for others.
package limits
