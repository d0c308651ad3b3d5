package webhook

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tenon-go/tenon/event"
)

// Subscription is a destination of webhooks.
type Subscription struct {
	ID          string
	Owner       string   // whose it is; see [Owner]
	URL         string   // where webhooks are sent
	Events      []string // the names of the events; none: all
	Audiences   []string // the audiences that the owner belongs to
	Description string
	CreatedAt   time.Time // in UTC
	// DisabledAt is when the subscription was disabled, and Reason why. The zero time means that it
	// is enabled.
	DisabledAt time.Time
	Reason     Reason
	// FailingSince is when the first attempt failed after the last success; the zero time means that
	// none has.
	FailingSince time.Time
	Keys         []Key // its secrets, the newest first; none if a store cannot read them
	Revision     int64 // grows with each change
}

// Key is a secret of a subscription.
type Key struct {
	Secret Secret
	Until  time.Time // when it ends, after a rotation; the zero time means never
}

// Reason is why a subscription is disabled.
type Reason string

// The reasons.
const (
	Requested Reason = "requested" // by a request of the owner
	Gone      Reason = "gone"      // the receiver responded with 410
	Failing   Reason = "failing"   // all attempts have failed for the time of DisableAfter
)

// Enabled reports whether webhooks are sent.
func (s *Subscription) Enabled() bool { return s.DisabledAt.IsZero() }

// Secrets returns the secrets that sign webhooks at a time, the newest first.
func (s *Subscription) Secrets(now time.Time) (all []Secret) {
	for _, k := range s.Keys {
		if k.Until.IsZero() || now.Before(k.Until) {
			all = append(all, k.Secret)
		}
	}
	return all
}

// Receives reports whether the subscription is to the event of a message, and the message for
// one of its audiences. A message without audiences is for everyone.
func (s *Subscription) Receives(m event.Message) bool {
	return s.subscribes(m.Type) &&
		(len(m.Audiences) == 0 || slices.ContainsFunc(m.Audiences, func(a string) bool { return slices.Contains(s.Audiences, a) }))
}

func (s *Subscription) subscribes(name string) bool {
	return len(s.Events) == 0 || slices.Contains(s.Events, name)
}

// disable disables an enabled subscription.
func (s *Subscription) disable(now time.Time, why Reason) {
	if s.Enabled() {
		s.DisabledAt, s.Reason = now.UTC(), why
	}
}

// enable enables a subscription again, and forgets earlier failures.
func (s *Subscription) enable() {
	if !s.Enabled() {
		s.DisabledAt, s.Reason, s.FailingSince = time.Time{}, "", time.Time{}
	}
}

// Clone returns a copy that shares nothing that can change.
func (s *Subscription) Clone() Subscription {
	c := *s
	c.Events, c.Audiences, c.Keys = slices.Clone(s.Events), slices.Clone(s.Audiences), slices.Clone(s.Keys)
	return c
}

// Store stores subscriptions. It is safe for concurrent use. [Memory] returns one for a single
// process, package webhook/sqlstore has one in a table.
type Store interface {
	// Enabled returns the enabled subscriptions to an event, without their Keys. It may return others,
	// too.
	Enabled(ctx context.Context, event string) ([]Subscription, error)
	// Owned returns all subscriptions of an owner, in the order of their creation.
	Owned(ctx context.Context, owner string) ([]Subscription, error)
	// Find returns a subscription. The error is [ErrNotFound] if there is none.
	Find(ctx context.Context, id string) (Subscription, error)
	// Insert stores a new subscription. The error is [ErrFull] if its owner has max subscriptions
	// already.
	Insert(ctx context.Context, s Subscription, max int) error
	// Change loads a subscription, calls change, whose error it returns unchanged, and stores
	// the result with the next revision. Nothing else changes the subscription in between; if
	// something does, it may begin again. The error is [ErrNotFound] if there is none. If change
	// returns [ErrUnchanged], nothing is stored, and there is no error.
	Change(ctx context.Context, id string, change func(*Subscription) error) (Subscription, error)
	// Delete loads a subscription, calls check, whose error it returns unchanged, and deletes it.
	// The error is [ErrNotFound] if there is none.
	Delete(ctx context.Context, id string, check func(*Subscription) error) (Subscription, error)
}

// Errors of stores.
var (
	ErrNotFound  = errors.New("webhook: there is no such subscription")
	ErrFull      = errors.New("webhook: the owner has too many subscriptions")
	ErrUnchanged = errors.New("webhook: nothing has changed")
)
