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
// # Transactions
//
// With [New] every statement is a transaction of its own: a server that crashes between the work
// of a handler and its response leaves a reservation, and the handler runs at most once. With
// [NewTransactional] a request has one transaction, which its handler joins with sqltx.Do:
//
//	keys, err := sqlstore.NewTransactional(db, sqlstore.PostgreSQL)
//	…
//	route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, keys).
//		Handle(func(c *route.Call, in Payment) (Payment, error) {
//			err := sqltx.Do(c.Context(), db, func(tx *sql.Tx) error { return insert(c.Context(), tx, in) })
//			return in, err
//		})
//
// A crash leaves the key, the work and the response, or none of them, so that a request that is
// repeated takes effect exactly once. Both have the same table.
//
// # Databases
//
// In PostgreSQL a transactional store never waits for another request with the same key: it
// takes an advisory lock, whose number is a digest. SQLite has one writer at a time; open it with
// a busy timeout, or concurrent requests fail with 503. A transactional store keeps the writer
// while the handler runs: requests with keys run one after another, and one that waits for
// another with its key gets its response. With _txlock=immediate, or without, it waits in its
// first statement. MySQL has no transactional store.
//
// The connection must be to the primary, because a replica may not have a row yet that was just
// written.
package sqlstore
