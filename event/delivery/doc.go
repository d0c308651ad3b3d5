// Package delivery delivers the messages of an outbox to webhooks, brokers and other destinations,
// with River (https://riverqueue.com) on PostgreSQL or SQLite:
//
//	deliveries, err := delivery.New(db, outbox.PostgreSQL, delivery.To("webhooks", sender))
//	box, err := outbox.New(db, outbox.PostgreSQL, outbox.To(deliveries))
//	…
//	go box.Run(ctx)
//	err = deliveries.Run(ctx, box)
//
// # Guarantees
//
// A message is delivered to each of its destinations at least once: a server that crashes between
// a delivery and its record delivers again. Destinations recognize a repeated message by its ID.
//
// Messages with the same key are delivered to a destination one after another, in the order of
// their sequence. While one fails, those after it wait. Messages with different keys, and
// destinations, do not wait for each other.
//
// # Failures
//
// A delivery that fails is tried again after the delays of [Delays]. After the last, and after an
// error that is [event.Permanent], the message is a dead letter of the destination: [Deliveries.Dead]
// lists dead letters, and [Deliveries.Redeliver] delivers one again. The messages after a dead letter
// are delivered.
//
// # Tables
//
// [Schema] returns the statements that create the tables of this package, or [SchemaOf] for an
// outbox whose table has another name, and [Migrate] creates those of River. A row is deleted once
// its message is delivered.
package delivery
