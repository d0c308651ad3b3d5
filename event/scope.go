package event

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/emit"
)

// ErrUndeclared is in the error of [Declared].
var ErrUndeclared = errors.New("event: the route does not declare the event")

// Declared reports whether a message may be emitted with the context. Functions that store or
// publish messages for an application call it, such as Outbox.Emit. The error is [Message.Err], or
// wraps [ErrUndeclared] if ctx is that of a request, its API declares events, and the route does
// not declare this one with Emits. Without a request any event may be emitted. A declared one
// counts as emitted for tests; see apitest.Emitted.
func Declared(ctx context.Context, m Message) error {
	if m.err != nil {
		return m.err
	}
	s := emit.FromContext(ctx)
	if s == nil {
		return nil
	}
	d := s.Find(m.Type)
	switch {
	case d == nil:
		return fmt.Errorf("%w: %s emits %s; declare it with Emits", ErrUndeclared, s.Operation(), m.Type)
	case m.of != nil && m.of.Data != d.Event.Data:
		return fmt.Errorf("%w: %s emits %s as declared at %s, and declares the one at %s", ErrUndeclared, s.Operation(), m.Type, m.of.At, d.Event.At)
	}
	d.Emit()
	return nil
}
