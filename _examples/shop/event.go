package main

import (
	"errors"
	"iter"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Change names a product that changed, but does not contain its state: listeners request
// the product, and never get an outdated state.
type Change struct {
	Kind Kind
	ID   string // of the product
	At   time.Time
}

// Kind is a kind of change.
type Kind string

const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
)

var (
	kind = prop.Enum("kind", Created, Changed, Deleted).Example(Changed)
	at   = prop.DateTime("at").Example(morning)

	lastEvent = outbox.LastEventID()

	changes = collection.Of("Change", func(c *Change) collection.Fields {
		return collection.Fields{
			kind.At(&c.Kind),
			id.At(&c.ID),
			at.At(&c.At),
		}
	}).Describe("A change to a product.")
)

// The events of the shop. Those of a product are in order, and so are the orders of one. Webhooks and
// brokers get them, and the events of products are a stream.
var (
	productCreated = event.New("product.created", changes.View()).Key(id).Summary("A product was created").Describe("The product may be a draft.")
	productChanged = event.New("product.changed", changes.View()).Key(id).Summary("A product was changed").Describe("A product was changed or replaced.")
	productDeleted = event.New("product.deleted", changes.View()).Key(id).Summary("A product was deleted").Describe("Its orders are not: it had none.")
	orderPlaced    = event.New("order.placed", orders.View()).Key(productID).Audience(staff).Summary("A product was ordered").Describe("A customer ordered a product.")
)

// staff are the callers who may see all orders.
const staff = "staff"

// watch returns the changes of products after the last event that a client got, and from then on.
func (s *Store) watch(c *route.Call) (iter.Seq2[route.Event[Change], error], error) {
	var after *int64
	if last, ok := lastEvent.Lookup(c); ok {
		after = &last
	}
	stream, err := outbox.Events(c.Context(), s.Events, after, outbox.Filter{}, productCreated, productChanged, productDeleted)
	if errors.Is(err, outbox.ErrGone) {
		c.Status(http.StatusNoContent) // browsers do not reconnect then (HTML §9.2.3)
		return func(func(route.Event[Change], error) bool) {}, nil
	}
	return stream, err
}
