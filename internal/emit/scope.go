package emit

import (
	"context"
	"sync/atomic"

	"github.com/tenon-go/tenon/tree"
)

// Scope has the events that an operation declares. It is safe for concurrent use.
type Scope struct {
	operation string
	events    []Declaration
}

// Declaration is an event that an operation declares.
type Declaration struct {
	Event   *tree.Event
	emitted atomic.Bool
}

// Emitted reports whether the operation has emitted the event since the API was built.
func (d *Declaration) Emitted() bool { return d.emitted.Load() }

// Emit records that the operation emits the event.
func (d *Declaration) Emit() {
	if !d.emitted.Load() {
		d.emitted.Store(true)
	}
}

// NewScope returns the scope of an operation with its events.
func NewScope(n *tree.Operation, events []*tree.Event) *Scope {
	s := &Scope{operation: n.Method + " " + n.Path, events: make([]Declaration, len(events))}
	for i, e := range events {
		s.events[i].Event = e
	}
	return s
}

// Operation returns the method and the path of the operation.
func (s *Scope) Operation() string { return s.operation }

// Events returns the events of the operation, which must not change.
func (s *Scope) Events() []Declaration { return s.events }

// Find returns the declaration of the event with a name; nil if the operation declares none.
func (s *Scope) Find(name string) *Declaration {
	for i := range s.events {
		if d := &s.events[i]; d.Event.Name == name {
			return d
		}
	}
	return nil
}

type contextKey struct{}

// NewContext returns the context of a request of the operation.
func NewContext(ctx context.Context, s *Scope) context.Context {
	return context.WithValue(ctx, contextKey{}, s)
}

// FromContext returns the scope of a request, or nil.
func FromContext(ctx context.Context) *Scope {
	s, _ := ctx.Value(contextKey{}).(*Scope)
	return s
}
