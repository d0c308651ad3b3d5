package event

import "time"

// Message is an event that has happened, with its data as JSON.
type Message struct {
	ID        string    // unique; a UUID of version 7 (RFC 9562 §5.7)
	Type      string    // the name of the event, such as product.created
	Version   string    // the version of the data; "" if the event has none
	Key       string    // messages with the same key are delivered in order; "" for no order
	Time      time.Time // when it happened, in UTC
	Audiences []string  // who may receive it; none: everyone
	Data      []byte    // JSON
	Sequence  int64     // its place in the log of an outbox, from 1; 0 before it is there
}
