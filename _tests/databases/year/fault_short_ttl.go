package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// changedTTL reserves keys for another time than the route declares.
type changedTTL struct {
	keyStore
	by time.Duration
}

func (s changedTTL) Reserve(ctx context.Context, k idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	return s.keyStore.Reserve(ctx, k, print, ttl+s.by)
}

// shortTTL ends a second early.
func shortTTL(p *parts) {
	p.store = func(_ *server, _ string, next keyStore) keyStore { return changedTTL{next, -time.Second} }
}
