// Package delivery delivers the messages of an outbox to webhooks, brokers and other destinations, on
// PostgreSQL or SQLite:
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
// are delivered. Each failure is logged at WARN with the event, its ID and the reason, and counted
// ([Deliveries.Counts]).
//
// No message stops one that has another key, and no publisher another one, whatever fails: an error,
// a panic, a method that does not return, a row of the log that is damaged. If the destinations of a
// message are not known, because Destinations fails or does not return within a second, the message
// waits for them, and those with the same key behind it; others go on. After its last attempt it is a
// dead letter of the publisher: webhooks/. A name of a destination has 1 to 512 bytes of text; another
// one is a dead letter.
//
// # Bounds
//
// [Workers] bounds the attempts of a process, of a destination and of an owner, so that receivers that
// do not respond delay nobody else. [DeadLetters] bounds what is kept of failures.
//
// # Tables
//
// [Schema] returns the statements that create the tables of this package, or [SchemaOf] for an
// outbox whose table has another name, and [Migrate] updates those of an earlier version. A row is
// deleted once its message is delivered.
package delivery
