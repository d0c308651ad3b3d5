package payments

import (
	"maps"
	"slices"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An Intent is a payment, from its start to its end.
type Intent struct {
	ID, Status, Currency string
	Amount               int64
	Fee                  *int64
	Customer             *Payer
	Method               *string
	Metadata             map[string]string
	Created              time.Time
	Canceled             *time.Time
}

// A Payer is the ID of a customer, or the customer if a client expands it.
type Payer struct {
	ID       string
	Expanded *Customer
}

var payers = collection.OneOf("Payer",
	collection.Case(customerID, func(id string) Payer { return Payer{ID: id} }, func(p Payer) (string, bool) { return p.ID, p.Expanded == nil }),
	collection.Case(customers, func(c Customer) Payer { return Payer{c.ID, &c} }, func(p Payer) (c Customer, ok bool) {
		if ok = p.Expanded != nil; ok {
			c = *p.Expanded
		}
		return c, ok
	}),
)

var (
	intentID = id("pi")
	amount   = prop.Int64("amount").Min(1).Max(99_999_999).Describe("In the smallest unit of the currency.")
	cents    = prop.Int64("cents").Min(0).Max(99_999_999)
	status   = prop.Enum("status", "canceled", "requires_confirmation", "requires_payment_method", "succeeded").ReadOnly()
	method   = prop.String("payment_method").MaxLen(64)
)

var intents = collection.Of("PaymentIntent", func(i *Intent) collection.Fields {
	return collection.Fields{
		intentID.ReadOnly().At(&i.ID).Key(),
		object("payment_intent"),
		amount.At(&i.Amount),
		prop.Nullable(cents).As("application_fee_amount").ReadOnly().At(&i.Fee),
		currency.At(&i.Currency),
		prop.Nullable(prop.Union(payers)).As("customer").ReadOnly().At(&i.Customer),
		prop.Nullable(method).At(&i.Method),
		status.At(&i.Status),
		metadata.At(&i.Metadata),
		created.At(&i.Created),
		prop.Nullable(prop.UnixTime("canceled_at")).ReadOnly().At(&i.Canceled),
	}
})

// The requests have other members than the object. An empty text removes the fee.
var (
	fee = collection.OneOf("ApplicationFee",
		collection.CaseOf[any](cents), collection.CaseOf[any](prop.Const("none", "")),
	).Property().As("application_fee_amount").Optional()
	payer    = customerID.As("customer").Optional()
	newOnes  = collection.New("NewPaymentIntent", amount, currency, payer, method.Optional(), metadata, expands)
	updates  = collection.New("PaymentIntentChanges", fee, metadata, expands)
	confirms = collection.New("Confirmation", method.Optional(), expands)
)

// Unexpected is the problem of a payment that is not in the right state.
var Unexpected = render.NewProblem(400, "payment_intent_unexpected_state", "The payment is not in a state for this.")

// Declined is the problem of a card that does not pay.
var Declined = render.NewProblem(402, "card_declined", "The card was declined.")

func (s *server) intents() route.Member {
	byID := intentID.As("intent")
	return route.Group("/payment_intents",
		route.Post("", form(newOnes, metadata, expands), intents.View()).Status(200).
			ID("PostPaymentIntents").Summary("Create a payment").
			Idempotent(24*time.Hour, s.keys).Fails(Missing).
			Handle(func(_ *route.Call, in collection.Record) (Intent, error) {
				i := Intent{Amount: amount.Get(in), Currency: currency.Get(in), Metadata: metadata.Get(in), Status: "requires_payment_method"}
				if id, ok := payer.Lookup(in); ok {
					i.Customer = &Payer{ID: id}
					if err := s.customer(id, func(*Customer) {}); err != nil {
						return i, err
					}
				}
				if m, ok := method.Lookup(in); ok {
					i.Method, i.Status = &m, "requires_confirmation"
				}
				s.mu.Lock()
				i.ID, i.Created = s.next("pi"), s.clock()
				s.intentRows = append([]Intent{i}, s.intentRows...)
				s.mu.Unlock()
				return s.expanded(i, expands.Get(in))
			}),
		route.List("", intents.List(), pages(intentID, "/v1/payment_intents")).
			ID("GetPaymentIntents").Summary("List payments").Renderer(listed).
			DefaultOrder(paginate.Desc(created)).
			Query(route.DeepObject(createdIn)).
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Intent], error) {
				return page(c, s, q, intents, &s.intentRows, func(i Intent) (time.Time, bool) { return i.Created, false })
			}),
		route.Group("/{intent}",
			route.Get("", intents.View()).
				ID("GetPaymentIntentsIntent").Summary("Retrieve a payment").
				Query(expand).
				Handle(func(c *route.Call) (Intent, error) {
					return s.change(byID.Get(c), expands.Get(c), func(*Intent) error { return nil })
				}),
			route.Post("", form(updates, metadata, expands), intents.View()).Status(200).
				ID("PostPaymentIntentsIntent").Summary("Update a payment").
				Idempotent(24*time.Hour, s.keys).
				Handle(func(c *route.Call, in collection.Record) (Intent, error) {
					return s.change(byID.Get(c), expands.Get(in), func(i *Intent) error {
						if v, ok := fee.Lookup(in); ok {
							i.Fee = nil
							if n, ok := v.(int64); ok {
								i.Fee = &n
							}
						}
						maps.Copy(i.Metadata, metadata.Get(in))
						return nil
					})
				}),
			route.Post("/confirm", form(confirms, expands), intents.View()).Status(200).
				ID("PostPaymentIntentsIntentConfirm").Summary("Confirm a payment").
				Idempotent(24*time.Hour, s.keys).Fails(Unexpected, Declined).
				Handle(func(c *route.Call, in collection.Record) (Intent, error) {
					return s.change(byID.Get(c), expands.Get(in), func(i *Intent) error {
						if m, ok := method.Lookup(in); ok && i.Status == "requires_payment_method" {
							i.Method, i.Status = &m, "requires_confirmation"
						}
						switch {
						case i.Status != "requires_confirmation":
							return Unexpected.Detail("The status of the payment is " + i.Status + ".")
						case *i.Method == "pm_card_declined":
							i.Method, i.Status = nil, "requires_payment_method"
							return Declined
						}
						i.Status = "succeeded"
						return nil
					})
				}),
			route.Post("/cancel", collection.NoContent(), intents.View()).Status(200).
				ID("PostPaymentIntentsIntentCancel").Summary("Cancel a payment").
				Idempotent(24*time.Hour, s.keys).Fails(Unexpected).
				Handle(func(c *route.Call, _ collection.Empty) (Intent, error) {
					return s.change(byID.Get(c), nil, func(i *Intent) error {
						if i.Canceled != nil || i.Status == "succeeded" {
							return Unexpected.Detail("The status of the payment is " + i.Status + ".")
						}
						now := s.clock()
						i.Status, i.Canceled = "canceled", &now
						return nil
					})
				}),
		).Path(byID).Fails(Missing),
	).Tag("Payments")
}

// change changes the payment that has an ID, and returns it with the members that a client expands.
func (s *server) change(id string, members []string, f func(*Intent) error) (Intent, error) {
	s.mu.Lock()
	i, err := find(s.intentRows, id, func(i *Intent) *string { return &i.ID })
	if err == nil {
		err = f(i)
	}
	var out Intent
	if err == nil {
		out = *i
	}
	s.mu.Unlock()
	if err != nil {
		return out, err
	}
	return s.expanded(out, members)
}

func (s *server) expanded(i Intent, members []string) (Intent, error) {
	if i.Customer == nil || !slices.Contains(members, "customer") {
		return i, nil
	}
	err := s.customer(i.Customer.ID, func(c *Customer) { copied := *c; i.Customer = &Payer{c.ID, &copied} })
	return i, err
}
