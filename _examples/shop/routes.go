package main

import (
	"iter"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// remembered is how long a client may repeat a request with the same key.
const remembered = 24 * time.Hour

// Filters that say more than which property they compare.
var (
	minPrice = paginate.AtLeast(price).Describe("Only products of this price in cents, or above.")
	maxPrice = paginate.AtMost(price).Describe("Only products of this price in cents, or below.")
	tagged   = paginate.Equal(tag).Describe("Only products with this tag.")
)

// productRoutes declares what can be done with products: list, create, view,
// update, replace and delete, because Products has a method for each.
func productRoutes(store *Store, plan paginate.Plan) route.Member {
	return route.Resource("/products", products, id, Products{store}).
		Paginate(plan).
		Sorting(name, price, created).
		DefaultOrder(paginate.Asc(created)).
		Filters(paginate.In(status), minPrice, maxPrice, tagged, paginate.Contains(name), paginate.IsNull(note)).
		NotFound(NoSuchProduct).
		Conflict(SKUTaken).
		WriteScopes(writeProducts).
		List(public).
		View(public).
		Create(func(w *route.WriteRoute[Product, Product]) *route.WriteRoute[Product, Product] {
			return w.Idempotent(remembered, store.Keys).Returns("The product as it was stored.")
		}).
		// What a client replaces it must have seen.
		Replace((*route.WriteRoute[collection.Replacement[Product], Product]).RequirePrecondition).
		Delete(func(r *route.ReadRoute[Product]) *route.ReadRoute[Product] {
			return r.Fails(HasOrders).Returns("Which product was deleted.")
		}).
		Tag("products")
}

// orderRoutes declares what can be done with the orders of a product. Each
// request has its own Orders, those of the product in its path, for who asks.
func orderRoutes(store *Store) route.Member {
	return route.ResourceOf("/products/{product_id}/orders", orders, number,
		func(c *route.Call) Orders { return Orders{store, productID.Get(c), c.Identity()} }).
		Path(productID).
		Paginate(paginate.ByPage().Default(10)).
		Sorting(number, quantity, placed).
		DefaultOrder(paginate.Desc(number)).
		Filters(paginate.Equal(progress)).
		NotFound(NoSuchOrder).
		Conflict(NotForSale).
		ReadScopes(readOrders).WriteScopes(writeOrders).
		AuthorizeEntity(ownOrder).
		List(func(l *route.ListRoute[Order]) *route.ListRoute[Order] { return l.Fails(NoSuchProduct) }).
		Create(func(w *route.WriteRoute[Order, Order]) *route.WriteRoute[Order, Order] {
			return w.ID("placeOrder").Summary("Place an order").Fails(NoSuchProduct).Idempotent(remembered, store.Keys)
		}).
		Update(func(w *route.WriteRoute[collection.Patch[Order], Order]) *route.WriteRoute[collection.Patch[Order], Order] {
			return w.Fails(OrderClosed).AuthorizeInput(shipping)
		}).
		Tag("orders")
}

// streamRoutes declares what answers with more than one value.
func streamRoutes(store *Store) route.RouteGroup {
	export := route.Get("/products/export", route.Lines(products.View())).
		ID("exportProducts").Summary("Export all products").
		Describe("The oldest product comes first. What changes meanwhile may or may not be in it.").
		Limits(route.Limits{Streams: 16}). // others get 503, and try again
		Timeout(5 * time.Minute).          // a client that reads too slowly does not keep its place
		Returns("All products, one a line.").
		Handle(func(c *route.Call) (iter.Seq2[Product, error], error) {
			return Products{store}.All(c.Context())
		})

	watch := route.Get("/products/events", route.Events(changes.View())).
		ID("watchProducts").Summary("Watch products change").
		Describe("Tells what happens from now on. The stream ends for a client that reads too slowly, and when the shop shuts down; " +
			"who comes back lists the products again, for nothing is repeated.").
		Returns("Changes as they happen.").
		Handle(func(c *route.Call) (iter.Seq2[route.Event[Change], error], error) {
			heard := store.Changes.Listen(c.Context()) // before the answer begins: what follows it is not missed
			return func(yield func(route.Event[Change], error) bool) {
				for change := range heard {
					if !yield(route.Event[Change]{Name: string(change.Kind), Data: change}, nil) {
						return
					}
				}
			}, nil
		})

	return route.Group("", export, watch).Scopes(readProducts).Tag("products")
}
