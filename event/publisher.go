package event

import (
	"context"
	"errors"
	"time"
)

// Publisher delivers messages. It is safe for concurrent use. Its methods return when their context
// is done. A panic is an error of the message.
type Publisher interface {
	// Destinations returns the names of the destinations that receive the message, such as
	// the IDs of webhooks. An error means that all of them are unknown at the moment.
	Destinations(ctx context.Context, m Message) ([]string, error)
	// Publish delivers a message to one of them. It may deliver a message more than once.
	// After an error the message is delivered again later, unless the error is [Permanent].
	Publish(ctx context.Context, destination string, m Message) error
}

// Owned is a [Publisher] whose destinations have owners, who share its time fairly.
type Owned interface {
	// Owner returns the owner of a destination, which does not change; "" if it has none. The error
	// wraps [ErrNoDestination] if there is no such destination any more: what waits for it is deleted,
	// and so are its dead letters.
	Owner(ctx context.Context, destination string) (string, error)
}

// ErrNoDestination reports that a destination does not exist. If the error of [Publisher.Publish]
// wraps it, the message does not become a dead letter.
var ErrNoDestination = errors.New("event: the destination does not exist")

// Permanent returns an error of [Publisher.Publish] after which the message is not delivered
// again to the destination, such as one that no longer exists.
func Permanent(err error) error { return &publishError{err: err, permanent: true} }

// RetryAfter returns an error of [Publisher.Publish] after which the message is delivered again
// after at least d.
func RetryAfter(err error, d time.Duration) error { return &publishError{err: err, after: d} }

// IsPermanent reports whether the error, or one that it wraps, is [Permanent].
func IsPermanent(err error) bool {
	e, ok := errors.AsType[*publishError](err)
	return ok && e.permanent
}

// RetryDelay returns the duration of [RetryAfter]; 0 if there is none.
func RetryDelay(err error) time.Duration {
	if e, ok := errors.AsType[*publishError](err); ok {
		return e.after
	}
	return 0
}

type publishError struct {
	err       error
	permanent bool
	after     time.Duration
}

func (e *publishError) Error() string { return e.err.Error() }

func (e *publishError) Unwrap() error { return e.err }
