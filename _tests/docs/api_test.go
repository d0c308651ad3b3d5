package docs_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type product struct {
	ID    string
	Name  string
	Price int64
	Kind  string
}

var (
	id    = prop.UUID("id").ReadOnly()
	name  = prop.String("name").MinLen(1).MaxLen(80).Example("Keyboard")
	price = prop.Int64("price").Min(0).Describe("In cents.").Example(4900)
	kind  = prop.Enum("kind", "goods", "service").Default("goods")

	products = collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			name.At(&p.Name),
			price.At(&p.Price),
			kind.At(&p.Kind),
		}
	})

	noSuchProduct = render.NewProblem(404, "no_such_product", "No such product.")
)

const keyboard = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"

// A shop stores products in memory.
type shop struct {
	mu  sync.Mutex
	all []product
}

func (s *shop) insert(_ *route.Call, p product) (product, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ID = keyboard
	s.all = append(s.all, p)
	return p, nil
}

func (s *shop) find(c *route.Call) (product, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.all {
		if p.ID == id.Get(c) {
			return p, nil
		}
	}
	return product{}, noSuchProduct
}

func (s *shop) list(*route.Call, paginate.Query) (paginate.Result[product], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return paginate.Result[product]{Items: s.all, Total: len(s.all)}, nil
}

func verify(_ context.Context, token string) (authn.Identity, error) {
	if token != "open-sesame" {
		return authn.Identity{}, authn.Invalid("The token is not known.")
	}
	return authn.New("ali"), nil
}

// serve serves an API and its page, and returns the URL of the page.
func serve(t *testing.T) string {
	t.Helper()
	var s shop
	app, err := tenon.New("Shop <beta>", "1.0.0").
		Describe("Sells *things*.").
		Server("/v1", "This one").
		Tag("products", "What is for sale.").
		Authenticate(
			authn.Bearer("token", verify),
			authn.OAuth2("login", verify, authn.AuthorizationCode("https://id.example.com/authorize", "https://id.example.com/token").Scope("products:write", "Changes products.")),
		).
		Add(
			route.Post("/products", products.Create(), products.View()).ID("createProduct").Summary("Add a product").Tag("products").Handle(s.insert),
			route.List("/products", products.List(), paginate.ByPage()).ID("listProducts").Summary("List products").Tag("products").Sorting(name, price).
				Filters(paginate.Equal(kind)).Public().Handle(s.list),
			route.Get("/products/{id}", products.View()).ID("showProduct").Summary("Show one product").Tag("products").Path(id).Fails(noSuchProduct).Public().Handle(s.find),
		).
		SecurityHeaders(tenon.HeaderPolicy{}).
		Build()
	if err != nil {
		t.Fatal(err)
	}
	page, err := docs.Page(app, docs.Client("docs", "products:write"))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/v1/", http.StripPrefix("/v1", app))
	mux.Handle("/docs/", app.Wrap(page))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/docs/"
}
