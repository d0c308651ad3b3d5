// Package outbox keeps the events of an API in a table of SQLite or PostgreSQL, beside the data
// that they are about:
//
//	box, err := outbox.New(db, outbox.PostgreSQL)
//	…
//	err := sqltx.Do(ctx, db, func(tx *sql.Tx) error {
//		if _, err := tx.ExecContext(ctx, `UPDATE products …`); err != nil {
//			return err
//		}
//		return box.Emit(ctx, tx, productChanged.Of(product))
//	})
//
// An event is committed with the change that it reports, or not at all: no crash loses an event
// or reports a change that was rolled back.
//
// # Order
//
// [Outbox.Run] gives committed messages consecutive sequences. A reader that has seen a sequence
// has seen all before it, whatever the order in which transactions ended. Messages with the same
// key are in the order of the changes of the entity, if the transactions that change it lock its
// row, as UPDATE and SELECT … FOR UPDATE do.
//
// # Readers
//
// [Events] are the messages as server-sent events: a client that reconnects to any server of the
// database continues after its last event. Package event/delivery delivers messages to webhooks,
// brokers and other destinations. [Outbox.Messages] and [Outbox.Read] are for readers of your own.
//
// # The table
//
// [Schema] returns the statements that create the table, for the migrations of the application.
// Call [Outbox.Sweep] regularly, so that the table does not grow. SQLite has one writer at a time;
// open it with a busy timeout.
package outbox
