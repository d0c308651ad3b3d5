package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/event"
)

// Sender sends messages to the subscriptions of a store: it is an [event.Publisher], whose
// destinations are the IDs of subscriptions. It is safe for concurrent use.
type Sender struct {
	store        Store
	guard        guard
	client       *http.Client
	resolver     *net.Resolver
	roots        *x509.CertPool
	timeout      time.Duration
	maxRetry     time.Duration
	disableAfter time.Duration // 0: never
	match        func(Subscription, event.Message) bool
	userAgent    string
	now          func() time.Time
}

var (
	_ event.Publisher = (*Sender)(nil)
	_ event.Owned     = (*Sender)(nil)
)

// DefaultTimeout is the time of one attempt.
const DefaultTimeout = 15 * time.Second

// NewSender returns a sender. The error reports a nil store, options that are not positive, and
// invalid prefixes.
func NewSender(store Store, options ...Option) (*Sender, error) {
	s := &Sender{store: store, timeout: DefaultTimeout, maxRetry: time.Hour, userAgent: "tenon-webhook", now: time.Now}
	for _, o := range options {
		o(s)
	}
	switch {
	case store == nil:
		return nil, errors.New("webhook: the store is nil")
	case s.timeout <= 0 || s.maxRetry <= 0 || s.disableAfter < 0:
		return nil, errors.New("webhook: Timeout, MaxRetryAfter and DisableAfter must be positive")
	case s.now == nil:
		return nil, errors.New("webhook: the clock is nil")
	case !s.guard.unmap():
		return nil, errors.New("webhook: AllowNetworks or DenyNetworks has an invalid prefix")
	}
	dialer := &net.Dialer{Resolver: s.resolver, ControlContext: s.guard.control}
	s.client = &http.Client{
		CheckRedirect: s.redirect,
		// No proxy, also not that of the environment: it would connect to any address.
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: s.roots},
			MaxIdleConns:           100,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: maxResponse,
			DisableCompression:     true,
		},
	}
	return s, nil
}

// CheckURL reports why webhooks cannot be sent to a URL: an error that wraps [ErrForbidden]. A
// name may still be resolved to an address that is not allowed, which a connection reports.
func (s *Sender) CheckURL(text string) error {
	if err := s.guard.checkURL(text); err != nil {
		return forbidden{err}
	}
	return nil
}

// forbidden is an error of CheckURL.
type forbidden struct{ error }

func (e forbidden) Unwrap() []error { return []error{ErrForbidden, e.error} }

// Destinations implements [event.Publisher]: the enabled subscriptions that receive the
// message.
func (s *Sender) Destinations(ctx context.Context, m event.Message) (ids []string, err error) {
	all, err := s.store.Enabled(ctx, m.Type)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if s.receives(&all[i], m) {
			ids = append(ids, all[i].ID)
		}
	}
	return ids, nil
}

func (s *Sender) receives(to *Subscription, m event.Message) bool {
	if !to.Enabled() || !to.Receives(m) {
		return false
	}
	if s.match == nil {
		return true
	}
	one := to.Clone()
	one.Keys = nil
	return s.match(one, m)
}

// Owner implements [event.Owned]: the owner of a subscription.
func (s *Sender) Owner(ctx context.Context, destination string) (string, error) {
	to, err := s.find(ctx, destination)
	return to.Owner, err
}

// find returns the subscription of a destination.
func (s *Sender) find(ctx context.Context, destination string) (Subscription, error) {
	to, err := s.store.Find(ctx, destination)
	if errors.Is(err, ErrNotFound) {
		err = event.Permanent(fmt.Errorf("%w: %w", event.ErrNoDestination, err))
	}
	return to, err
}

// Publish implements [event.Publisher]: one attempt to send a message to a subscription. The
// ID and the body are the same for each attempt, the timestamp and the signatures are new.
//
// A response of 2xx is a success, and 410 disables the subscription. The error is
// [event.Permanent] after 410, and if the subscription does not exist (event.ErrNoDestination), is
// disabled or does not receive the message any more. With Retry-After in a 429 or 503 it is [event.RetryAfter]. The
// error of an attempt is a [*DeliveryError].
func (s *Sender) Publish(ctx context.Context, destination string, m event.Message) error {
	to, err := s.find(ctx, destination)
	switch {
	case err != nil:
		return err
	case !to.Enabled():
		return event.Permanent(errors.New("webhook: the subscription is disabled"))
	case !s.receives(&to, m):
		return event.Permanent(errors.New("webhook: the subscription does not receive the message any more"))
	case len(to.Keys) == 0: // a later attempt may find them
		return errors.New("webhook: the secrets of the subscription cannot be read")
	}
	failure, err := s.attempt(ctx, &to, m)
	switch {
	case err != nil:
		return event.Permanent(err) // such as a message with an invalid ID
	case failure == nil:
		s.recovered(ctx, &to)
		return nil
	case ctx.Err() != nil: // not a failure of the receiver
		return context.Cause(ctx)
	}
	return s.failed(ctx, &to, failure)
}

// recovered ends a series of failures. If the store is unavailable, the next success does it: the
// message has been delivered.
func (s *Sender) recovered(ctx context.Context, to *Subscription) {
	if to.FailingSince.IsZero() {
		return
	}
	_, _ = s.store.Change(ctx, to.ID, func(now *Subscription) error {
		if now.FailingSince.IsZero() {
			return ErrUnchanged
		}
		now.FailingSince = time.Time{}
		return nil
	})
}

// failed records a failure, and returns the error of Publish.
func (s *Sender) failed(ctx context.Context, to *Subscription, failure *DeliveryError) error {
	at := s.now().UTC().Truncate(time.Microsecond) // as databases do
	disabled := false
	if failure.Status == http.StatusGone || to.FailingSince.IsZero() || s.expired(to, at) {
		after, err := s.store.Change(ctx, to.ID, func(now *Subscription) error {
			switch {
			case now.URL != to.URL || !now.Enabled(): // the owner has changed it meanwhile
				return ErrUnchanged
			case failure.Status == http.StatusGone:
				now.disable(at, Gone)
				return nil
			case now.FailingSince.IsZero():
				now.FailingSince = at
				return nil
			case s.expired(now, at):
				now.disable(at, Failing)
				return nil
			}
			return ErrUnchanged
		})
		switch {
		case errors.Is(err, ErrNotFound):
			disabled = true
		case err != nil:
			return errors.Join(failure, err) // the next attempt records it
		default:
			disabled = !after.Enabled()
		}
	}
	switch {
	case disabled:
		return event.Permanent(failure)
	case failure.retryAfter > 0:
		return event.RetryAfter(failure, min(failure.retryAfter, s.maxRetry))
	}
	return failure
}

// expired reports whether a subscription has failed for long enough to be disabled.
func (s *Sender) expired(to *Subscription, now time.Time) bool {
	return s.disableAfter > 0 && !to.FailingSince.IsZero() && now.Sub(to.FailingSince) >= s.disableAfter
}
