// Package sqltx runs the work of handlers in transactions of database/sql:
//
//	func (s *Store) Create(ctx context.Context, in Order) (Order, error) {
//		err := sqltx.Do(ctx, s.db, func(tx *sql.Tx) error {
//			return insert(ctx, tx, in)
//		})
//		return in, err
//	}
//
// If the route is Idempotent with a store of sqlstore.NewTransactional on the same database, a
// request with an Idempotency-Key has one transaction: for its key, for the work of its handler
// and for its response. A crash at any point leaves all of them or none, so that a request that
// is repeated takes effect exactly once.
//
// # What a handler must know
//
// The transaction of a request is open while its handler runs. It holds a connection of the
// pool and the locks of what it wrote: do slow work, such as calls of other services, outside of
// such handlers. A handler that uses the database without [Do] needs a second connection, and in
// SQLite, which has one writer, writes without Do wait for the transaction of their own request
// until the busy timeout ends.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/idempotency.md
package sqltx
