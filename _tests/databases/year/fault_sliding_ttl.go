package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// sliding begins the ttl again with each replay.
type sliding struct {
	keyStore
	s     *server
	table string
}

func (s sliding) Reserve(ctx context.Context, k idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	out, err := s.keyStore.Reserve(ctx, k, print, ttl)
	if out.State == idempotency.Completed {
		s.s.w.exec("UPDATE "+s.table+" SET ends = ? WHERE id = ?", up(s.s.clock().Add(ttl)), k[:])
	}
	return out, err
}

func slidingTTL(p *parts) {
	p.store = func(s *server, table string, next keyStore) keyStore { return sliding{next, s, table} }
}
