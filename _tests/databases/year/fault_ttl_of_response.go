package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// ofResponse begins the ttl when the response is stored, not when the key is reserved.
type ofResponse struct {
	keyStore
	s     *server
	table string
	ttl   time.Duration
}

func (s ofResponse) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, r idempotency.Response) error {
	err := s.keyStore.Complete(ctx, k, t, r)
	if err == nil {
		s.s.w.exec("UPDATE "+s.table+" SET ends = ? WHERE id = ?", up(s.s.clock().Add(s.ttl)), k[:])
	}
	return err
}

func ttlOfResponse(p *parts) {
	p.store = func(s *server, table string, next keyStore) keyStore {
		ttl := s.w.payments.ttl
		if table == "reports" {
			ttl = s.w.reports.ttl
		}
		return ofResponse{next, s, table, ttl}
	}
}
