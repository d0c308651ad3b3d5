// Package nats publishes events to NATS JetStream:
//
//	js, err := jetstream.New(conn)
//	publisher, err := nats.New(js)
//	deliveries, err := delivery.New(db, outbox.PostgreSQL, delivery.To("nats", publisher))
//
// A message is published to the subject of its event, events.product.created, which a stream of
// the server must store. It is a CloudEvent in binary mode (NATS protocol binding for CloudEvents
// 1.0 §3.1): the headers ce-id, ce-type and so on beside the data. The header Nats-Msg-Id has its
// ID too, so that JetStream drops a message that is published twice within its duplicate window.
package nats
