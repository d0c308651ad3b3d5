// Package keytable has the table of idempotency keys: its schema, its statements, and what its
// rows mean. Packages sqlstore and pgxstore use it through their drivers.
package keytable
