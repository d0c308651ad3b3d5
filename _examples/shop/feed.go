package main

import (
	"context"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Change says what happened to a product, and not what the product is now: a
// listener that wants to know asks for it, and never gets an older state.
type Change struct {
	Kind Kind
	ID   string // of the product
	At   time.Time
}

// Kind is a kind of change.
type Kind string

const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
)

var (
	kind = prop.OneOf("kind", Created, Changed, Deleted).Describe("The name of the event, too.").Example(Changed)
	at   = prop.DateTime("at").Example(morning)

	changes = collection.Of("Change", func(c *Change) collection.Fields {
		return collection.Fields{
			kind.At(&c.Kind),
			id.At(&c.ID),
			at.At(&c.At),
		}
	}).Describe("Something that happened to a product.")
)

// backlog is how many changes a listener may lag behind.
const backlog = 64

// Feed hands changes to everyone who listens at that time. It keeps none and
// waits for nobody. The zero value is ready, and safe for concurrent use.
type Feed struct {
	mu        sync.Mutex
	listeners map[chan Change]struct{}
	closed    bool
}

// Listen returns the changes from now on. The channel is closed when ctx is
// done, when the listener lags too far behind, or when the feed is closed.
func (f *Feed) Listen(ctx context.Context) <-chan Change {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := make(chan Change, backlog)
	if f.closed {
		close(l)
		return l
	}
	if f.listeners == nil {
		f.listeners = map[chan Change]struct{}{}
	}
	f.listeners[l] = struct{}{}
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.drop(l)
	})
	return l
}

// Publish tells all listeners of a change.
func (f *Feed) Publish(c Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for l := range f.listeners {
		select {
		case l <- c:
		default:
			f.drop(l)
		}
	}
}

// Close lets every listener go, also those to come.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for l := range f.listeners {
		f.drop(l)
	}
}

// drop closes the channel of a listener, unless it has been before.
func (f *Feed) drop(l chan Change) {
	if _, ok := f.listeners[l]; ok {
		delete(f.listeners, l)
		close(l)
	}
}
