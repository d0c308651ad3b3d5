package event

import (
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

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

	of  *tree.Event // nil: the message was not created by Type.Of
	err error
}

// Err returns why the message must not be emitted: the event has faults, or its data violates the
// declaration. A message that [Type.Of] did not create has no error.
func (m *Message) Err() error { return m.err }

// Of returns a message with the data v that happens now. It does not panic: what is wrong with v
// or with the declaration is the error of the message ([Message.Err]), which Outbox.Emit returns. The
// time has microseconds, as databases do.
func (t *Type[T]) Of(v T) Message {
	m := newMessage(Tree(t), time.Now())
	m.fill(t.whole(), place.Of(&v))
	return m
}

func newMessage(n *tree.Event, now time.Time) Message {
	return Message{
		ID: newID(now), Type: n.Name, Version: n.Version,
		Time: now.UTC().Truncate(time.Microsecond), Audiences: slices.Clone(n.Audiences),
		of: n,
	}
}
