package compatible_test

import (
	"context"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// edition is an API at some time. Edits change its fields.
type edition struct {
	version, description, server, summary string
	schemes                               []authn.Scheme
	public                                bool

	// Members of a product.
	name, price, kind, size, made, note, secret, shade, maker prop.Prop
	more                                                      []prop.Prop
	collection                                                string

	path, itemPath, id string
	status             int
	scopes             []string
	limit              route.RateLimit
	asks, sends        []prop.Prop
	fails              []*render.Problem
	form, deprecated   bool
	with               []route.Member
	withoutShow        bool

	plan    paginate.Plan
	sorts   []prop.Prop
	filters []paginate.Filterer
	payment func(payments) []collection.Variant[payment]

	hook, method, notify string
	event                []prop.Prop // members of a webhook and a callback
	reply                []prop.Prop // members of their response
}

var (
	productID = prop.UUID("id").ReadOnly()
	colour    = prop.String("colour").MaxLen(20)
	weight    = prop.Int("weight")
	soldOut   = render.NewProblem(409, "sold_out", "It is sold out.")

	token = authn.Bearer("token", func(context.Context, string) (authn.Identity, error) { return authn.New("ali"), nil })
	key   = authn.APIKeyHeader("key", "X-Api-Key", func(context.Context, authn.Secret) (authn.Identity, error) { return authn.New("ali"), nil })
)

// payment is a card or a bill.
type payment any

type (
	card struct{ Number string }
	bill struct{ Address string }
	coin struct{ Amount int }
	swap struct{ Goods string }
)

// payments has the cases of payments.
type payments struct{ card, bill, coin, swap collection.Variant[payment] }

func ways() payments {
	cards := collection.Of("Card", func(c *card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("by", "card")),
			prop.String("number").At(&c.Number),
		}
	})
	bills := collection.Of("Bill", func(b *bill) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("by", "bill")),
			prop.String("address").At(&b.Address),
		}
	})
	coins := collection.Of("Coin", func(c *coin) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("by", "coin")),
			prop.Int("amount").At(&c.Amount),
		}
	})
	swaps := collection.Of("Swap", func(s *swap) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("by", "swap")),
			prop.String("goods").At(&s.Goods),
		}
	})
	return payments{collection.CaseOf[payment](cards), collection.CaseOf[payment](bills), collection.CaseOf[payment](coins), collection.CaseOf[payment](swaps)}
}

// first returns the edition that clients were written for.
func first() *edition {
	e := &edition{
		version: "1.0.0", description: "Sells things.", server: "https://shop.example.com", summary: "Add a product",
		schemes:    []authn.Scheme{token},
		name:       prop.String("name").MinLen(1).MaxLen(80).Pattern("^[a-z ]+$"),
		price:      prop.Int64("price").Min(0).Max(1000).MultipleOf(5),
		kind:       prop.Enum("kind", "goods", "service").Default("goods"),
		size:       prop.Enum("size", "small", "large").ReadOnly(),
		made:       prop.Date("made").ReadOnly(),
		note:       prop.Nullable(prop.String("note").MaxLen(500)).Optional(),
		secret:     prop.String("secret").WriteOnly().MaxLen(20),
		shade:      prop.Enum("shade", "light", "dark").WriteOnly().Optional(),
		maker:      prop.String("maker").ReadOnly().Optional(),
		collection: "Product",
		path:       "/products", itemPath: "/products/{id}", id: "createProduct", status: 201,
		limit: throttle.PerMinute(60).Name("writes"),
		plan:  paginate.ByPage().Default(20).Max(100),
		sends: []prop.Prop{prop.String("X-Stock")},
		fails: []*render.Problem{soldOut},
		hook:  "restocked", method: "POST", notify: "{$request.body#/url}",
		event: []prop.Prop{prop.Int("left").Max(100), prop.Enum("reason", "delivery", "return")},
		reply: []prop.Prop{prop.Int("wants").Max(10)},
	}
	e.sorts = []prop.Prop{colour, weight}
	e.filters = []paginate.Filterer{paginate.Equal(colour), paginate.AtLeast(weight)}
	e.payment = func(p payments) []collection.Variant[payment] {
		return []collection.Variant[payment]{p.card, p.bill, p.coin}
	}
	return e
}

func (e *edition) build(t *testing.T) *tenon.App {
	t.Helper()
	members := append([]prop.Prop{productID, e.name, e.price, e.kind, e.size, e.made, e.note, e.secret, e.shade, e.maker, colour, weight}, e.more...)
	members = without(members)
	products := collection.New(e.collection, members...)
	api := tenon.New("Shop", e.version).Describe(e.description).Authenticate(e.schemes...)
	if e.server != "" {
		api = api.Server(e.server, "")
	}
	var input route.Body[collection.Record] = products.Create()
	if e.form {
		input = route.Form(input)
	}
	create := route.Post(e.path, input, products.View()).ID(e.id).Summary(e.summary).Status(e.status).
		Header(e.asks...).ResponseHeader(e.sends...).Fails(e.fails...).Throttle(e.limit)
	if len(e.scopes) > 0 {
		create = create.Scopes(e.scopes...)
	}
	if e.deprecated {
		create = create.Deprecated()
	}
	if e.public {
		create = create.Public()
	}
	itemID := productID
	if e.itemPath == "/products/{number}" {
		itemID = prop.UUID("number")
	}
	paying := collection.OneOf("Payment", e.payment(ways())...)
	var routes []route.Member
	routes = append(routes,
		create.Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
		route.List("/products", products.List(), e.plan).ID("listProducts").Tiebreaker(productID).Sorting(e.sorts...).Filters(e.filters...).
			Handle(func(*route.Call, paginate.Query) (paginate.Result[collection.Record], error) {
				return paginate.Result[collection.Record]{}, nil
			}),
		route.Post("/payments", paying.Create(), paying.View()).ID("pay").Public().Handle(func(_ *route.Call, in payment) (payment, error) { return in, nil }),
	)
	if !e.withoutShow {
		routes = append(routes, route.Get(e.itemPath, products.View()).ID("showProduct").Path(itemID).Public().
			Handle(func(*route.Call) (collection.Record, error) { return collection.NewRecord(products), nil }))
	}
	events := collection.New("Event", without(e.event)...)
	if e.hook != "" {
		api = api.Webhook(e.hook, route.Outgoing(e.method, events.View()).ID("sayRestocked").Answered(collection.New("Reply", e.reply...).Create()))
	}
	watch := route.Post("/watches", collection.New("Watch", prop.URI("url"), prop.URI("backup")).Create(), collection.NoContent()).ID("watch").Public()
	if e.notify != "" {
		watch = watch.Callback("gone", e.notify, route.Outgoing("PUT", events.View()).ID("sayGone"))
	}
	routes = append(routes, watch.Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil }))
	app, err := api.Add(append(routes, e.with...)...).Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	return app
}

// without returns the properties that an edition has.
func without(all []prop.Prop) (out []prop.Prop) {
	for _, p := range all {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}
