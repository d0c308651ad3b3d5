package payments

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A Refund returns a payment, or a part of it.
type Refund struct {
	ID, Intent, Currency string
	Amount               int64
	Reason               *string
	Metadata             map[string]string
	Created              time.Time
}

var (
	refundID = id("re")
	refunded = intentID.As("payment_intent")
	reason   = prop.Enum("reason", "duplicate", "fraudulent", "requested_by_customer").Optional()
)

var refunds = collection.Of("Refund", func(r *Refund) collection.Fields {
	return collection.Fields{
		refundID.ReadOnly().At(&r.ID).Key(),
		object("refund"),
		amount.At(&r.Amount),
		currency.At(&r.Currency),
		refunded.At(&r.Intent),
		reason.AtNullable(&r.Reason),
		metadata.At(&r.Metadata),
		created.At(&r.Created),
	}
})

var newRefunds = collection.New("NewRefund", refunded, amount.Optional(), reason, metadata)

// TooMuch is the problem of a refund that is more than what is left of the payment.
var TooMuch = render.NewProblem(400, "amount_too_large", "The refund is more than what is left of the payment.")

func (s *server) refunds() route.Member {
	byID := refundID.As("refund")
	return route.Group("/refunds",
		route.Post("", form(newRefunds, metadata), refunds.View()).Status(200).
			ID("PostRefunds").Summary("Refund a payment").
			Idempotent(24*time.Hour, s.keys).Fails(Missing, TooMuch).
			Handle(func(_ *route.Call, in collection.Record) (Refund, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				paid, err := find(s.intentRows, refunded.Get(in), func(i *Intent) *string { return &i.ID })
				if err != nil {
					return Refund{}, err
				}
				left := paid.Amount
				if paid.Status != "succeeded" {
					left = 0
				}
				for _, r := range s.refundRows {
					if r.Intent == paid.ID {
						left -= r.Amount
					}
				}
				r := Refund{Intent: paid.ID, Currency: paid.Currency, Amount: left, Reason: reason.Pointer(in), Metadata: metadata.Get(in)}
				if part, ok := amount.Lookup(in); ok {
					r.Amount = part
				}
				if r.Amount > left || left == 0 {
					return Refund{}, TooMuch
				}
				r.ID, r.Created = s.next("re"), s.clock()
				s.refundRows = append(s.refundRows, r)
				return r, nil
			}),
		route.Get("/{refund}", refunds.View()).
			ID("GetRefundsRefund").Summary("Retrieve a refund").
			Path(byID).Fails(Missing).
			Handle(func(c *route.Call) (Refund, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				r, err := find(s.refundRows, byID.Get(c), func(r *Refund) *string { return &r.ID })
				if err != nil {
					return Refund{}, err
				}
				return *r, nil
			}),
	).Tag("Refunds")
}
