// Package sqlstore stores the responses of package idempotency in a table of SQLite, PostgreSQL
// or MySQL, through database/sql and any driver:
//
//	store, err := sqlstore.New(db, sqlstore.PostgreSQL)
//	…
//	route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, store)
//
// # The table
//
// [Schema] returns the statements that create the table, for the migrations of the application;
// the store creates nothing. Expired rows do no harm, and are replaced if their key is used
// again. Call [Store.Sweep] regularly, such as once an hour, so that the table does not grow.
//
// # Time
//
// The clock of the calling server decides whether a row has expired. If clocks differ by a few
// seconds, the end of a ttl and of a lease shifts by as much, and nothing else changes. Times are
// stored in milliseconds, rounded up: nothing ends early.
//
// # Databases
//
// Every statement is a transaction of its own: the store neither needs nor joins a transaction
// of the handler. SQLite has one writer at a time; open it with a busy timeout, or concurrent
// requests fail with 503. The connection must be to the primary, because a replica may not have
// a row yet that was just written.
package sqlstore
