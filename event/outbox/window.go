package outbox

import "github.com/tenon-go/tenon/event"

// The window has at most this many messages and bytes of data.
const (
	windowMessages = 1_000
	windowBytes    = 4 << 20
)

// window has the latest messages of the log, so that streams need not read the database each.
type window struct {
	last      int64 // the sequence of the last message of the log
	messages  []event.Message
	bytes     int
	listeners int
	changed   chan struct{} // closed when last changes
}

// advance adds the messages that follow. Without messages it forgets those that it has.
func (w *window) advance(last int64, messages []event.Message) {
	w.last = last
	if messages == nil {
		w.messages, w.bytes = nil, 0
	}
	for _, m := range messages {
		w.bytes += len(m.Data)
	}
	w.messages = append(w.messages, messages...)
	drop := 0
	for len(w.messages)-drop > windowMessages || w.bytes > windowBytes && drop < len(w.messages) {
		w.bytes -= len(w.messages[drop].Data)
		drop++
	}
	if drop > 0 {
		w.messages = append([]event.Message(nil), w.messages[drop:]...) // readers may have the old array
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

// after returns the messages after a sequence; known is false if some of them are not here.
func (w *window) after(sequence int64) (messages []event.Message, known bool) {
	switch {
	case sequence >= w.last:
		return nil, true
	case len(w.messages) == 0 || w.messages[0].Sequence > sequence+1:
		return nil, false
	}
	return w.messages[sequence+1-w.messages[0].Sequence:], true
}
