// Package once tests requests with an Idempotency-Key whose key, work and response are one
// transaction.
package once
