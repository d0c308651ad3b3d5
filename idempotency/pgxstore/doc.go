// Package pgxstore stores the responses of package idempotency in a table of PostgreSQL, through
// pgx, in the transactions of handlers:
//
//	keys, err := pgxstore.New(pool)
//	…
//	route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, keys).
//		Handle(func(c *route.Call, in Payment) (Payment, error) {
//			err := pgxstore.Do(c.Context(), pool, func(tx pgx.Tx) error { return insert(c.Context(), tx, in) })
//			return in, err
//		})
//
// The key of a request, the work that its handler does in [Do], and its response are one
// transaction: a crash leaves all of them or none, and a request that is repeated takes effect
// exactly once. Of concurrent requests with one key, one runs; the others get a 409 at once.
//
// The table is that of package idempotency/sqlstore: its Schema for PostgreSQL creates it, and
// servers with either store can use it at the same time. Call [Store.Sweep] regularly.
//
// The transaction of a request holds a connection of the pool, and the locks of what it wrote,
// while the handler runs.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/idempotency.md
package pgxstore
