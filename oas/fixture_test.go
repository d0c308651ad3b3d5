package oas_test

import (
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// appOf returns an app with a tree, which it does not serve.
func appOf(api *tree.API) *tenon.App {
	app := new(tenon.App)
	probe.SetTree(app, api)
	return app
}

// byVersion is the expected text of each version, in their order. An empty text and a missing
// version mean the text of the previous version.
type byVersion []string

func (b byVersion) in(v oas.Version) string {
	for i := min(int(v), len(b)-1); i >= 0; i-- {
		if b[i] != "" {
			return b[i]
		}
	}
	return ""
}

type (
	status   string
	size     struct{ W, H int32 }
	category struct {
		Name     string
		Parent   *category
		Children []category
	}
	product struct {
		ID       string
		Name     string
		Price    int64
		Weight   float64
		Status   status
		Tags     []string
		Size     size
		Box      *size
		Note     *string
		Grade    *status
		Labels   map[string]string
		Released *time.Time
		Created  time.Time
		Secret   string
		Stock    uint64
		Sold     bool
		Category category
	}
)

var (
	id     = prop.UUID("id").ReadOnly().Example("123e4567-e89b-12d3-a456-426614174000")
	name   = prop.String("name").MinLen(1).MaxLen(80).Title("Name").Describe("What customers see.").Example("Keyboard").Example("Mouse")
	price  = prop.Int64("price").Min(0).Describe("In cents.").Rule("even", "must be a multiple of {of}", func(v int64) bool { return v%2 == 0 }, prop.Param{Name: "of", JSON: "2"})
	weight = prop.Float64("weight").ExclusiveMin(0).Max(1e300).MultipleOf(0.01).Example(0.75)
	state  = prop.Enum[status]("status", "draft", "active", "no").Default("draft").Docs(meta.Extension("x-order", `{"first":"draft","rest":[1,2.50,null,true]}`))
	tags   = prop.Array(prop.String("tags").MaxLen(20).Pattern("^[a-z]+$")).MinItems(1).MaxItems(10).Unique().Example([]string{"new", "sale"})
	grade  = prop.Nullable(prop.Enum[status]("grade", "a", "b"))
	note   = prop.Nullable(prop.String("note").MaxLen(500).Deprecated())
	labels = prop.Map(prop.String("labels").MaxLen(80))
	day    = prop.Date("released").Optional()
	made   = prop.DateTime("created_at").ReadOnly().Example(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	secret = prop.String("secret").WriteOnly().MinLen(8)
	stock  = prop.Uint64("stock")
	sold   = prop.Bool("sold")
	sizeOf = sizes.Object().As("size").Describe("In millimetres.").Example(size{10, 20})
	box    = prop.Nullable(sizes.Object().As("box"))

	sizes = collection.Of("Size", func(s *size) collection.Fields {
		return collection.Fields{
			prop.Int32("w").Min(1).At(&s.W),
			prop.Int32("h").ExclusiveMin(0).At(&s.H),
		}
	})

	products = collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			name.At(&p.Name),
			price.At(&p.Price),
			weight.At(&p.Weight),
			state.At(&p.Status),
			tags.At(&p.Tags),
			sizeOf.At(&p.Size),
			box.At(&p.Box),
			note.At(&p.Note).Except(collection.List),
			grade.At(&p.Grade),
			labels.At(&p.Labels),
			day.AtOptional(&p.Released),
			made.At(&p.Created),
			secret.At(&p.Secret),
			collection.Computed(stock, func(p *product) uint64 { return p.Stock }),
			sold.At(&p.Sold),
			prop.Lazy("category", categories).At(&p.Category),
		}
	}).Title("Product").Describe("Something for sale.").Docs(meta.Extension("x-owner", `"shop"`))
)

// categories contains itself and returns a new value at each call.
func categories() *collection.Collection[category] {
	return collection.Of("Category", func(c *category) collection.Fields {
		return collection.Fields{
			prop.String("name").At(&c.Name),
			prop.Lazy("parent", categories).Optional().Describe("What it is part of.").AtOptional(&c.Parent),
			prop.Array(prop.Lazy("children", categories)).At(&c.Children),
		}
	})
}

func node(p prop.Prop) *tree.Prop { return property.NodeOf(p) }

func answer(status int, b oas.Body) tree.Response {
	return tree.Response{At: tree.Here(), Status: status, Body: codec.BodyOf(b).Node}
}

func query(p prop.Prop, s tree.Style) tree.Input {
	return tree.Input{Prop: node(p), In: tree.InQuery, Style: s}
}

var noSuchProduct = tree.Failure{Status: 404, Code: "no_such_product", Title: "No such product.", Type: "https://example.com/problems/no-such-product", Doc: "It *never* existed."}

// shop returns an API with every feature.
func shop() *tenon.App {
	byID := tree.Input{Prop: node(id), In: tree.InPath}
	area := collection.New("Area", prop.Int("w").Optional(), prop.Int("h").Optional())
	zones := collection.New("Zone", prop.Int("number")).IgnoreUnknown()
	kind, number, iban := prop.Enum("kind", "card", "debit", "cash"), prop.String("number").Optional(), prop.String("iban").Optional()
	payments := collection.New("Payment", kind, number, iban, prop.Decimal("amount").Scale(2).Min("0.01"), prop.Duration("within").Optional()).
		RequiredWhen(collection.Equals(kind, "card"), number).
		AllOrNone(number, iban).
		MinProperties(2).
		Rule("plausible", "must not be paid twice", func(*collection.Record) bool { return true })
	etag := node(prop.String("ETag").Describe("Names the state.").Example(`"1"`))
	return appOf(&tree.API{
		Title: "Shop", Version: "1.0", Doc: "Sells things.\n\nAt fixed prices: no haggling.",
		Servers:  []tree.Server{{URL: "https://api.shop.test/v1", Doc: "The only one."}},
		Tags:     []tree.Tag{{Name: "products", Doc: "What is for sale."}},
		Envelope: "data",
		Operations: []*tree.Operation{
			{
				At: tree.Here(), Method: "POST", Path: "/products", ID: "createProduct", Summary: "Add a product", Tags: []string{"products"},
				Body: codec.BodyOf(products.Create()).Node, Success: answer(201, products.View()),
				Also: []tree.Response{{Status: 202, Doc: "It will be there soon."}},
				ResponseHeaders: []*tree.Prop{
					etag,
					node(prop.Array(prop.Int("Sizes")).Optional().Deprecated()),
				},
				Fails: []tree.Failure{
					{Status: 409, Code: "name_taken", Title: "The name is taken."},
					{Status: 409, Code: "sold_out", Title: "It is sold out"},
					{Status: 422, Code: "too_dear", Title: "Nobody would pay that."},
				},
				Extensions: []tree.Extension{{Name: "x-cost", JSON: "5"}},
			},
			{
				At: tree.Here(), Method: "GET", Path: "/products", ID: "listProducts", Summary: "List products", Tags: []string{"products", "search"},
				Inputs: []tree.Input{
					query(prop.Int("page").Min(1).Default(1).Describe("From 1.").Example(2), tree.Simple),
					query(prop.Array(prop.Enum[status]("status", "draft", "active")).Example([]status{"draft"}).Example([]status{"active", "draft"}), tree.Simple),
					query(prop.Array(prop.String("order_by")).Optional().Deprecated(), tree.CSV),
					query(area.Object().As("area").Optional(), tree.DeepObject),
					{Prop: node(prop.Array(prop.Int("X-Levels")).Optional()), In: tree.InHeader},
					{Prop: node(prop.String("session").Optional()), In: tree.InCookie},
				},
				Success: answer(200, collection.Many(products.List())),
			},
			{
				At: tree.Here(), Method: "GET", Path: "/products/{id}", ID: "showProduct", Summary: "Show a product", Tags: []string{"products"},
				Inputs: []tree.Input{byID}, Success: answer(200, products.View()), Fails: []tree.Failure{noSuchProduct},
			},
			{
				At: tree.Here(), Method: "DELETE", Path: "/products/{id}", ID: "deleteProduct", Summary: "Take a product away", Tags: []string{"products"}, Deprecated: true,
				Inputs: []tree.Input{byID}, Success: answer(200, products.Delete()), Fails: []tree.Failure{noSuchProduct, noSuchProduct},
			},
			{
				At: tree.Here(), Method: "PATCH", Path: "/products/{id}", ID: "updateProduct", Summary: "Change a product", Tags: []string{"products"},
				Inputs: []tree.Input{byID}, Body: codec.BodyOf(products.Update()).Node, Success: answer(200, products.View()), Fails: []tree.Failure{noSuchProduct},
			},
			{
				At: tree.Here(), Method: "PUT", Path: "/areas/{codes}", ID: "setArea", Summary: "Set an area", Doc: "All of it.", Tags: []string{"areas"},
				Inputs: []tree.Input{{Prop: node(prop.Array(prop.Int("codes"))), In: tree.InPath}},
				Body:   codec.BodyOf(collection.Many(zones.Create())).Node, Success: tree.Response{Status: 204},
			},
			{
				At: tree.Here(), Method: "POST", Path: "/payments", ID: "pay", Summary: "Pay",
				Body: codec.BodyOf(payments.Create()).Node, Success: answer(200, payments.View()),
			},
			{At: tree.Here(), Method: "GET", Path: "/hidden", Hidden: true, Success: tree.Response{Status: 204}},
		},
		Extensions: []tree.Extension{{Name: "x-stage", JSON: `"beta"`}},
	})

}
