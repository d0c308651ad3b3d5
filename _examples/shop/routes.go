package main

import (
	"iter"
	"net/http"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

// remembered is how long a client may repeat a request with the same key.
const remembered = 24 * time.Hour

// Filters that say more than which property they compare.
var (
	minPrice = paginate.AtLeast(price).Describe("Only products of this price in cents, or above.")
	maxPrice = paginate.AtMost(price).Describe("Only products of this price in cents, or below.")
	tagged   = paginate.Equal(tag).Describe("Only products with this tag.")
)

// A collection without a Go type; its values are records.
var (
	state  = prop.OneOf("status", "ok")
	health = collection.New("Health", state).Describe("Whether the shop can serve.")
)

// Unavailable is told while the store cannot be reached.
var Unavailable = render.NewProblem(503, "unavailable", "The shop is unavailable.").
	Describe("The store cannot be reached; try again later.")

// newAPI declares what the shop serves. Only its handlers use the store. The
// first key signs cursors, the others are those of before.
func newAPI(store *Store, keys ...[]byte) (*tenon.App, error) {
	check := route.Get("/health", health.View()).
		ID("checkHealth").Summary("Check that the shop can serve").Tag("operations").
		Returns("The shop can serve.").
		Fails(Unavailable).
		Handle(func(c *route.Call) (collection.Record, error) {
			rec := collection.Make(health)
			if err := store.Ping(c.Context()); err != nil {
				return rec, Unavailable.Because(err)
			}
			state.Set(rec, "ok")
			return rec, nil
		})

	return tenon.New("Shop", "1.0.0").
		Describe("Products, what they cost and how many are left.").
		License("MIT", "https://opensource.org/license/mit").
		Server("/", "This server.").
		Tag("products", "What the shop sells.").
		Tag("orders", "What customers want.").
		Tag("operations", "For those who keep the shop running.").
		Group("/v1",
			productRoutes(store, paginate.ByCursor(keys[0], keys[1:]...)),
			streamRoutes(store),
			photoRoutes(store),
			orderRoutes(store),
			check).
		Build()
}

// productRoutes declares what can be done with products: list, create, view,
// update, replace and delete, because Products has a method for each.
func productRoutes(store *Store, plan paginate.Plan) route.Member {
	return route.Resource("/products", products, id, Products{store}).
		Paginate(plan).
		Sorting(name, price, created).
		Order(paginate.Asc(created)).
		Filters(paginate.In(status), minPrice, maxPrice, tagged, paginate.Contains(name), paginate.IsNull(note)).
		NotFound(NoSuchProduct).
		Conflict(SKUTaken).
		Create(func(w *route.Writing[Product, Product]) *route.Writing[Product, Product] {
			return w.Idempotent(remembered, store.Keys).Returns("The product as it was stored.")
		}).
		// What a client replaces it must have seen.
		Replace((*route.Writing[collection.Replacement[Product], Product]).RequireMatch).
		Delete(func(r *route.Reading[Product]) *route.Reading[Product] {
			return r.Fails(HasOrders).Returns("Which product was deleted.")
		}).
		Tag("products")
}

// orderRoutes declares what can be done with the orders of a product. Each
// request has its own Orders, those of the product in its path.
func orderRoutes(store *Store) route.Member {
	return route.ResourceOf("/products/{product_id}/orders", orders, number,
		func(c *route.Call) Orders { return Orders{store, productID.Get(c)} }).
		Path(productID).
		Paginate(paginate.ByPage().Default(10)).
		Sorting(number, quantity, placed).
		Order(paginate.Desc(number)).
		Filters(paginate.Equal(progress)).
		NotFound(NoSuchOrder).
		Conflict(NotForSale).
		List(func(l *route.Listing[Order]) *route.Listing[Order] { return l.Fails(NoSuchProduct) }).
		Create(func(w *route.Writing[Order, Order]) *route.Writing[Order, Order] {
			return w.ID("placeOrder").Summary("Place an order").Fails(NoSuchProduct).Idempotent(remembered, store.Keys)
		}).
		Update(func(w *route.Writing[collection.Patch[Order], Order]) *route.Writing[collection.Patch[Order], Order] {
			return w.Fails(OrderClosed)
		}).
		Tag("orders")
}

// streamRoutes declares what answers with more than one value.
func streamRoutes(store *Store) route.Grouped {
	export := route.Get("/products/export", route.Lines(products.View())).
		ID("exportProducts").Summary("Export all products").
		Describe("The oldest product comes first.").
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

	return route.Group("", export, watch).Tag("products")
}

// newRouter serves the API, and its documents beside it.
func newRouter(app *tenon.App) http.Handler {
	router := mux.NewRouter().UseEncodedPath()
	gorilla.Register(router, app)
	router.Path("/{document:openapi[^/]*}").Handler(app.Wrap(oas.Handler(app)))
	return router
}
