package delivery

import (
	"cmp"
	"context"
	"errors"

	"github.com/tenon-go/tenon/webhook"
)

// Webhooks returns the dead letters of a publisher of webhooks, for [webhook.Failures].
func (d *Deliveries) Webhooks(publisher string) webhook.Deliveries { return webhooks{d, publisher} }

type webhooks struct {
	deliveries *Deliveries
	publisher  string
}

// unattempted is the error for an owner whose receiver is not the reason. That of the server is in the
// log and in [Deliveries.Dead].
const unattempted = "webhook: the server did not send it"

// Failed implements [webhook.Deliveries].
func (w webhooks) Failed(ctx context.Context, destination string) ([]webhook.FailedDelivery, error) {
	dead, err := w.deliveries.Dead(ctx, w.publisher+"/"+destination, nil, w.deliveries.most)
	list := make([]webhook.FailedDelivery, len(dead))
	for i, l := range dead {
		list[i] = webhook.FailedDelivery{
			Sequence: l.Sequence, MessageID: l.Message, Type: l.Type, FailedAt: l.Time, Attempts: l.Attempts, Error: cmp.Or(l.Reason, unattempted),
		}
	}
	return list, err
}

// Forget implements [webhook.Forgetter].
func (w webhooks) Forget(ctx context.Context, destination string) error {
	return w.deliveries.forget(ctx, w.publisher+"/"+destination)
}

// Redeliver implements [webhook.Deliveries].
func (w webhooks) Redeliver(ctx context.Context, destination string, sequence int64) error {
	err := w.deliveries.Redeliver(ctx, w.publisher+"/"+destination, sequence)
	if errors.Is(err, ErrNotDead) || errors.Is(err, ErrSwept) {
		return webhook.ErrNotFound
	}
	return err
}
