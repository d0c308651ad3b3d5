package planted

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// anyRequest takes each request with a known key for a retry.
type anyRequest struct{ idempotency.Store }

func (s anyRequest) Reserve(ctx context.Context, k idempotency.Key, _ idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	return s.Store.Reserve(ctx, k, idempotency.Fingerprint{}, ttl)
}
