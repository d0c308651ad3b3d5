package planted

import (
	"context"

	"github.com/tenon-go/tenon/idempotency"
)

// emptyReplay loses the body of a stored response.
type emptyReplay struct{ idempotency.Store }

func (s emptyReplay) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	a.Body = []byte("{}")
	return s.Store.Complete(ctx, k, t, a)
}
