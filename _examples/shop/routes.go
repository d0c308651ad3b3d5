package main

import (
	"iter"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/webhook"
)

// remembered is how long an idempotency key is valid.
const remembered = 24 * time.Hour

// Filters with their own descriptions.
var (
	minPrice = paginate.AtLeast(price).Describe("Only products of this price in cents, or above.")
	maxPrice = paginate.AtMost(price).Describe("Only products of this price in cents, or below.")
	tagged   = paginate.Equal(tag).Describe("Only products with this tag.")
)

// productRoutes declares the operations of products: list, create, view, update, replace and
// delete, because Products implements all of them.
func productRoutes(store *Store, plan paginate.Plan) route.Member {
	return route.Resource("/products", products, id, Products{store}).
		Paginate(plan).
		Sorting(name, price, created).
		DefaultOrder(paginate.Asc(created)).
		Filters(paginate.In(status), minPrice, maxPrice, tagged, paginate.Contains(name), paginate.IsNull(note)).
		NotFound(NoSuchProduct).
		Conflict(SKUTaken).
		WriteScopes(writeProducts).
		Set(
			route.On(route.OpList|route.OpView).Public(),
			route.On(route.OpCreate).Idempotent(remembered, store.Keys).Emits(productCreated).Returns("The product as it was stored."),
			route.On(route.OpUpdate|route.OpReplace).Emits(productChanged),
			route.On(route.OpReplace).RequirePrecondition(), // clients replace what they have seen
			route.On(route.OpDelete).Emits(productDeleted).Fails(HasOrders).Returns("Which product was deleted."),
		).
		Tag("products")
}

// orderRoutes declares the operations of the orders of a product. Each request has its own
// Orders, for the product in its path and its caller.
func orderRoutes(store *Store) route.Member {
	return route.ResourceOf("/products/{product_id}/orders", orders, number,
		func(c *route.Call) Orders { return Orders{store, productID.Get(c), c.Identity()} }).
		Path(productID).
		Paginate(paginate.ByPage().Default(10).MaxPage(1_000)).
		Sorting(number, quantity, placed).
		DefaultOrder(paginate.Desc(number)).
		Filters(paginate.Equal(progress)).
		NotFound(NoSuchOrder).
		Conflict(NotForSale).
		ReadScopes(readOrders).WriteScopes(writeOrders).
		AuthorizeEntity(ownOrder).
		Set(
			route.On(route.OpList|route.OpCreate).Fails(NoSuchProduct),
			route.On(route.OpCreate).ID("placeOrder").Summary("Place an order").Idempotent(remembered, store.Keys).Emits(orderPlaced),
			route.On(route.OpUpdate).Fails(OrderClosed),
		).
		AuthorizeUpdate(shipping).
		Tag("orders")
}

// streamRoutes declares the streams.
func streamRoutes(store *Store) route.RouteGroup {
	export := route.Get("/products/export", route.Lines(products.View())).
		ID("exportProducts").Summary("Export all products").
		Describe("The oldest product comes first. What changes meanwhile may or may not be in it.").
		Limits(route.Limits{Streams: 16}). // others get 503 and retry
		Timeout(5 * time.Minute).          // ends the streams of slow clients
		Returns("All products, one on each line.").
		Handle(func(c *route.Call) (iter.Seq2[Product, error], error) {
			return Products{store}.All(c.Context())
		})

	watch := route.Get("/products/events", route.Events(changes.View())).
		ID("watchProducts").Summary("Watch products change").
		Describe("Reports what happens from now on. A client that reconnects sends the ID of its last event, to any server, "+
			"and gets what happened in between.").
		Header(lastEvent).
		Returns("Changes as they happen.").
		Also(http.StatusNoContent, "The events after the last one are not available any more: list the products again.").
		Handle(store.watch)

	return route.Group("", export, watch).Scopes(readProducts).Tag("products")
}

// webhookRoutes declares the operations with which programs subscribe to events.
func webhookRoutes(store *Store) route.Member {
	return webhook.Resource("/webhooks", store.hooks,
		webhook.Events(productCreated, productChanged, productDeleted, orderPlaced),
		webhook.Audiences(audiences),
		webhook.Failures(store.deliveries.Webhooks(hooks))).
		Scopes(writeWebhooks).
		Tag("webhooks")
}

// audiences returns the audiences that a caller belongs to.
func audiences(caller authn.Identity) []string {
	if caller.Has(manageOrders) {
		return []string{staff}
	}
	return nil
}
