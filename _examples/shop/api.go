package main

import (
	"net/http"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/asyncapi"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

// settings are the dependencies of the shop. The document contains only the limits.
type settings struct {
	store   *Store
	cursors [][]byte // the first key signs cursors; the others are older keys
	verify  verifier // nil rejects every token
	limits  limits
	origins []string // allowed by CORS
}

// patience is the timeout of handlers.
const patience = 15 * time.Second

// newAPI declares the API of the shop. Only its handlers use the store.
func newAPI(s settings) (*tenon.App, error) {
	return declaration(s).Build()
}

func declaration(s settings) tenon.API { return outline(s).Group("/v1", routes(s)...) }

// declared returns the API without a database, with the default limits: tenon check and tenon
// openapi find it.
func declared() (*tenon.App, error) {
	o, err := parseOptions(nil)
	if err != nil {
		return nil, err
	}
	return withoutStore(o.limits)
}

// withoutStore returns the API without a database, which needs none unless a handler is called.
func withoutStore(l limits) (*tenon.App, error) {
	return newAPI(settings{store: unopened(), cursors: [][]byte{paginate.NewKey()}, limits: l})
}

// routes returns the operations of the shop.
func routes(s settings) []route.Member {
	return []route.Member{
		productRoutes(s.store, paginate.ByCursor(s.cursors[0], s.cursors[1:]...)),
		streamRoutes(s.store),
		photoRoutes(s.store),
		orderRoutes(s.store),
		webhookRoutes(s.store),
		route.Health("/health", route.HealthCheck{Name: "database", Run: s.store.Ping}).ID("checkHealth").Tag("operations"),
	}
}

// outline declares the options of all operations.
func outline(s settings) tenon.API {
	api := tenon.New("Shop", "1.0.0").
		Summary("A shop of keyboards.").
		Describe("Products, their prices and their stock.").
		Contact("The shop", "https://shop.example/developers", "developers@shop.example").
		License("MIT", "https://opensource.org/license/mit").
		Servers(tenon.NewServer("/").Name("here").Describe("This server.")).
		Tags(
			tenon.NewTag("products").Summary("Products").Describe("What the shop sells."),
			tenon.NewTag("orders").Summary("Orders").Describe("The orders of customers.").Parent("products"),
			tenon.NewTag("webhooks").Summary("Webhooks").Describe("Subscriptions to the events of the shop."),
			tenon.NewTag("operations").Summary("Operations").Describe("For operators."),
		).
		Authenticate(schemes(s.verify, s.store)...).
		Throttle(s.limits.policies()...).
		Locales(languages()).
		RequestIDs().
		Observe(tenon.LogObserver(nil)).
		SecurityHeaders(tenon.HeaderPolicy{}).
		Timeout(patience)
	if len(s.origins) > 0 {
		api = api.CORS(cors.Origins(s.origins...).MaxAge(time.Hour))
	}
	return api
}

// newRouter serves the API, its documents in OpenAPI and AsyncAPI, a page to read and try them, and a page at /
// that links to it.
func newRouter(app *tenon.App, opts ...docs.Option) (http.Handler, error) {
	page, err := docs.Page(app, opts...)
	if err != nil {
		return nil, err
	}
	router := mux.NewRouter().UseEncodedPath()
	gorilla.Register(router, app)
	router.Path("/{document:openapi[^/]*}").Handler(app.Wrap(oas.Handler(app)))
	router.Path("/{document:asyncapi[^/]*}").Handler(app.Wrap(asyncapi.Handler(app)))
	router.PathPrefix("/docs/").Handler(app.Wrap(page))
	router.Path("/docs").Handler(http.RedirectHandler("docs/", http.StatusMovedPermanently))
	router.Path("/").Methods(http.MethodGet, http.MethodHead).Handler(app.Wrap(http.HandlerFunc(home)))
	return router, nil
}
