package planted

import (
	"context"
	"sync"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// looksFirst finds out that a key is free, and reserves it later.
type looksFirst struct {
	idempotency.Store
	known *sync.Map
}

func (s looksFirst) Reserve(ctx context.Context, k idempotency.Key, f idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	if _, known := s.known.Load(k); known {
		return s.Store.Reserve(ctx, k, f, ttl)
	}
	time.Sleep(time.Millisecond)
	s.known.Store(k, true)
	if o, err := s.Store.Reserve(ctx, k, f, ttl); err != nil || o.State == idempotency.Started {
		return o, err
	}
	return idempotency.Outcome{State: idempotency.Started, Ticket: idempotency.NewTicket()}, nil
}

func (s looksFirst) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	_ = s.Store.Complete(ctx, k, t, a)
	return nil
}
