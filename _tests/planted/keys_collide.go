package planted

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// keysCollide distinguishes the callers, but not their keys.
type keysCollide struct{ idempotency.Store }

func short(k idempotency.Key) (s idempotency.Key) {
	copy(s[:8], k[:8]) // the digest of the scope
	return s
}

func (s keysCollide) Reserve(ctx context.Context, k idempotency.Key, f idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	return s.Store.Reserve(ctx, short(k), f, ttl)
}

func (s keysCollide) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	return s.Store.Complete(ctx, short(k), t, a)
}

func (s keysCollide) Release(ctx context.Context, k idempotency.Key, t idempotency.Ticket) error {
	return s.Store.Release(ctx, short(k), t)
}
