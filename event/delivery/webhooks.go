package delivery

import (
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

// most is the number of dead letters that are listed.
const most = 1_000

// Failed implements [webhook.Deliveries].
func (w webhooks) Failed(ctx context.Context, destination string) ([]webhook.FailedDelivery, error) {
	dead, err := w.deliveries.Dead(ctx, w.publisher+"/"+destination, nil, most)
	list := make([]webhook.FailedDelivery, len(dead))
	for i, l := range dead {
		list[i] = webhook.FailedDelivery{Sequence: l.Sequence, MessageID: l.Message, Type: l.Type, FailedAt: l.Time, Attempts: l.Attempts, Error: l.Error}
	}
	return list, err
}

// Redeliver implements [webhook.Deliveries].
func (w webhooks) Redeliver(ctx context.Context, destination string, sequence int64) error {
	err := w.deliveries.Redeliver(ctx, w.publisher+"/"+destination, sequence)
	if errors.Is(err, ErrNotDead) {
		return webhook.ErrNotFound
	}
	return err
}
