package main

import (
	"context"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A Change names a product that changed, but does not contain its state: listeners request
// the product, and never get an outdated state.
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
	kind = prop.Enum("kind", Created, Changed, Deleted).Describe("The name of the event, too.").Example(Changed)
	at   = prop.DateTime("at").Example(morning)

	changes = collection.Of("Change", func(c *Change) collection.Fields {
		return collection.Fields{
			kind.At(&c.Kind),
			id.At(&c.ID),
			at.At(&c.At),
		}
	}).Describe("A change to a product.")
)

// backlog is the number of changes that a listener may lag behind.
const backlog = 64

// A Feed sends changes to its current listeners. It neither stores changes nor waits for
// listeners. The zero value is ready to use. A Feed is safe for concurrent use.
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

// Publish sends a change to all listeners.
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

// Close closes the channels of all listeners, including later ones.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for l := range f.listeners {
		f.drop(l)
	}
}

// drop closes the channel of a listener unless it is closed already.
func (f *Feed) drop(l chan Change) {
	if _, ok := f.listeners[l]; ok {
		delete(f.listeners, l)
		close(l)
	}
}
