package year

import (
	"context"

	"github.com/tenon-go/tenon/idempotency"
)

// lateResponse stores the response of a request whose lease has ended, although another has the key.
type lateResponse struct {
	keyStore
	s     *server
	table string
}

func (s lateResponse) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, r idempotency.Response) error {
	err := s.keyStore.Complete(ctx, k, t, r)
	if err == idempotency.ErrLost {
		s.s.w.exec("UPDATE "+s.table+" SET status = ?, body = ? WHERE id = ?", r.Status, r.Body, k[:])
	}
	return err
}

func lateResponses(p *parts) {
	p.store = func(s *server, table string, next keyStore) keyStore { return lateResponse{next, s, table} }
}
