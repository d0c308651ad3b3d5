package main

import (
	"iter"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

// What requests and answers carry beside products.
var (
	limit    = prop.Int("limit").Min(1).Max(100).Default(20).Describe("The most products to answer with.")
	offset   = prop.Int("offset").Min(0).Default(0).Describe("How many products to leave out before.")
	inStatus = status.Optional().Describe("Only products in this status.")
	minPrice = price.As("min_price").Optional().Describe("Only products of this price in cents, or above.")
	tagged   = tag.Optional().Describe("Only products with this tag.")
	location = prop.String("Location").Describe("Where the product is, relative to the path of the request.")
)

// A collection without a Go type; its values are records.
var (
	state  = prop.OneOf("status", "ok")
	health = collection.New("Health", state).Describe("Whether the shop can serve.")
)

// Unavailable is told while the store cannot be reached.
var Unavailable = render.NewProblem(503, "unavailable", "The shop is unavailable.").
	Describe("The store cannot be reached; try again later.")

// newAPI declares what the shop serves. Only its handlers use the store.
func newAPI(store *Store) (*tenon.App, error) {
	list := route.Get("/products", collection.Many(products.List())).
		ID("listProducts").Summary("List products").
		Describe("The oldest product comes first.").
		Query(limit, offset, inStatus, minPrice, tagged).
		Returns("Some of the products.").
		Handle(func(c *route.Call) ([]Product, error) {
			return store.List(c.Context(), Filter{
				Status:   inStatus.Pointer(c),
				MinPrice: minPrice.Pointer(c),
				Tag:      tagged.Pointer(c),
				Limit:    limit.Get(c),
				Offset:   offset.Get(c),
			})
		})

	create := route.Post("/products", products.Create(), products.View()).
		ID("createProduct").Summary("Create a product").
		Sends(location).
		Returns("The product as it was stored.").
		Fails(SKUTaken).
		Handle(func(c *route.Call, in Product) (Product, error) {
			p, err := store.Insert(c.Context(), in)
			location.Set(c, "products/"+p.ID)
			return p, err
		})

	show := route.Get("/products/{id}", products.View()).
		ID("showProduct").Summary("Show one product").
		Path(id).
		Returns("The product.").
		Fails(NoSuchProduct).
		Handle(func(c *route.Call) (Product, error) {
			return store.Find(c.Context(), id.Get(c))
		})

	update := route.Patch("/products/{id}", products.Update(), products.View()).
		ID("updateProduct").Summary("Change some of a product").
		Describe("What the patch leaves out stays; `null` takes away what may be absent or null.").
		Path(id).
		Returns("The product as it is now.").
		Fails(NoSuchProduct, SKUTaken).
		Handle(func(c *route.Call, patch collection.Patch[Product]) (Product, error) {
			return store.Change(c.Context(), id.Get(c), patch.Apply)
		})

	replace := route.Put("/products/{id}", products.Create(), products.View()).
		ID("replaceProduct").Summary("Replace a product").
		Path(id).
		Returns("The product as it is now.").
		Fails(NoSuchProduct, SKUTaken).
		Handle(func(c *route.Call, in Product) (Product, error) {
			return store.Change(c.Context(), id.Get(c), func(p *Product) error { *p = in; return nil })
		})

	remove := route.Delete("/products/{id}", products.Delete()).
		ID("deleteProduct").Summary("Delete a product").
		Path(id).
		Returns("What was deleted.").
		Fails(NoSuchProduct).
		Handle(func(c *route.Call) (Product, error) {
			return store.Delete(c.Context(), id.Get(c))
		})

	export := route.Get("/products/export", route.Lines(products.View())).
		ID("exportProducts").Summary("Export all products").
		Describe("The oldest product comes first.").
		Returns("All products, one a line.").
		Handle(func(c *route.Call) (iter.Seq2[Product, error], error) {
			return store.All(c.Context())
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
		Tag("operations", "For those who keep the shop running.").
		Group("/v1", route.Group("", list, create, export, watch, show, update, replace, remove, photoRoutes(store)).Tag("products"), check).
		Build()
}

// newRouter serves the API, and its documents beside it.
func newRouter(app *tenon.App) http.Handler {
	router := mux.NewRouter().UseEncodedPath()
	gorilla.Register(router, app)
	router.Path("/{document:openapi[^/]*}").Handler(app.Wrap(oas.Handler(app)))
	return router
}
