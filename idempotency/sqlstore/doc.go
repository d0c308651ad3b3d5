// Package sqlstore stores the responses of package idempotency in a table of SQLite,
// PostgreSQL or MySQL, through database/sql and any driver:
//
//	store, err := sqlstore.New(db, sqlstore.PostgreSQL)
//	…
//	route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, store)
//
// # The table
//
// [Schema] is the text of the table, to be put among the migrations of the
// application; nothing is created at run time. Expired rows do no harm,
// and are replaced when their key comes again; call [Store.Sweep] now and then, such
// as once an hour, so that the table does not grow.
//
// # Time
//
// The clock of the calling server decides whether a row has expired. Clocks
// that differ by a few seconds move the end of a ttl and of a lease by as much, and
// nothing else.
//
// # Databases
//
// Every statement is a transaction of its own: a transaction of the handler's is
// neither needed nor joined. SQLite has one writer at a time; open it with a busy
// time-out, or requests at the same time fail with 503. The connection must lead
// to the primary: a replica that lags may not show a row that was just written.
package sqlstore
