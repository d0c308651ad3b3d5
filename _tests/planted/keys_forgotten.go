package planted

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// keysForgotten never remembers a key.
type keysForgotten struct{ idempotency.Store }

func (s keysForgotten) Reserve(_ context.Context, _ idempotency.Key, _ idempotency.Fingerprint, _ time.Duration) (idempotency.Outcome, error) {
	return idempotency.Outcome{State: idempotency.Started, Ticket: idempotency.NewTicket()}, nil
}

func (s keysForgotten) Complete(context.Context, idempotency.Key, idempotency.Ticket, idempotency.Response) error {
	return nil
}
