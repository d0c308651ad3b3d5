package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/oas/oastest/compatible"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// An edit is a change of the shop. It is a breaking change if Compatible reports says.
type edit struct {
	what   string
	change func(*edition)
	says   string
}

type (
	resource = route.ResourceRoutes[Product, string]
	ordering = route.ResourceRoutes[Order, int]
)

// breaking are edits that make the server reject a client's requests, or send responses that
// it does not expect.
var breaking = []edit{
	{"a shorter name", func(*edition) { name = prop.String("name").MinLen(1).MaxLen(63).NoNUL() },
		"ProductCreate.name, in requests: maxLength is 63, was 64"},
	{"no name of one letter", func(*edition) { name = prop.String("name").MinLen(2).MaxLen(64).NoNUL() },
		"ProductCreate.name, in requests: minLength is 2, was 1"},
	{"nothing for free", func(*edition) { price = prop.Int64("price").Min(1).Max(100_000_000) },
		"ProductCreate.price, in requests: minimum is 1, was 0"},
	{"another pattern", func(*edition) { sku = prop.String("sku").Pattern(`^[A-Z]{3}-00[0-9]{2}$`) },
		"ProductCreate.sku, in requests: pattern is"},
	{"another default", func(*edition) { status = prop.Enum("status", Draft, Active, Retired).Default(Active) },
		`ProductCreate.status, in requests: its default is "active", was "draft"`},
	{"another status in answers", func(*edition) { status = prop.Enum("status", Draft, Active, Retired, "lost").Default(Draft) },
		`Product.status, in responses: it may be "lost" now`},
	{"fewer tags", func(*edition) { tags = prop.Array(tag).As("tags").MaxItems(5).Unique().Default(nil) },
		"ProductCreate.tags, in requests: maxItems is 5, was 10"},
	{"a note is needed", func(*edition) { note = prop.Nullable(prop.String("note").MaxLen(500).NoNUL()) },
		"ProductCreate.note, in requests: it is required now"},
	{"a date without a time", func(*edition) { created = (*prop.DateTimeProp)(prop.Date("created_at").ReadOnly()) },
		"Product.created_at, in responses: format is date, was date-time"},
	{"a member has another name", func(*edition) { width = prop.Int("breadth").Min(1).Max(10_000) },
		"Size.breadth, in requests: it is new and required"},
	{"less stock", func(*edition) { stock = prop.Int("stock").Min(0).Max(10) },
		"Variant.stock, in requests: maximum is 10, was "},
	{"less off", func(*edition) { percent = prop.Int("percent").Min(1).Max(50) },
		"PercentOff.percent, in requests: maximum is 50, was 90"},
	{"another kind of discount", func(e *edition) { e.gifts = true },
		"Discount, in responses: the alternative gift is new"},
	{"an order cannot be cancelled", func(*edition) { progress = prop.Enum("status", Placed, Shipped) },
		`OrderChange.status, in requests: it must not be "cancelled" now`},
	{"shorter addresses", func(*edition) { email = prop.Email("email").MaxLen(100) },
		"OrderCreate.email, in requests: maxLength is 100, was 254"},
	{"fewer at once", func(*edition) { quantity = prop.Int("quantity").Min(1).Max(100) },
		"OrderCreate.quantity, in requests: maximum is 100, was 1000"},
	{"a list in another order", func(e *edition) {
		e.products = func(r resource) resource { return r.DefaultOrder(paginate.Desc(created)) }
	},
		`the order of the list: unless a client asks for another it is ["-created_at","-id"], was ["created_at","id"]; older cursors are rejected`},
	{"a filter that means something else", func(*edition) { minPrice = paginate.Greater(price).As("min_price") },
		`the filter min_price: it is {"greater":"price"}, was {"at_least":"price"}`},
	{"a filter with another name", func(*edition) { tagged = tagged.As("label") },
		"query parameter tag, in requests: it is gone"},
	{"shorter pages", func(e *edition) {
		e.orders = func(r ordering) ordering { return r.Paginate(paginate.ByPage().Default(5)) }
	}, "query parameter limit, in requests: its default is 5, was 10"},
	{"another scope", func(e *edition) { e.products = func(r resource) resource { return r.WriteScopes(manageOrders) } },
		"who may call: now only with the scope orders:manage"},
	{"an operation has another ID", func(e *edition) {
		e.orders = func(r ordering) ordering { return r.Set(route.On(route.OpCreate).ID("order")) }
	}, `operationId: it is "order", was "placeOrder"`},
	{"a header is needed", func(e *edition) {
		e.orders = func(r ordering) ordering {
			return r.Set(route.On(route.OpCreate).Header(prop.String("X-Till")))
		}
	}, "header parameter x-till, in requests: it is new and required"},
	{"an operation is gone", func(e *edition) { e.routes = func(all []route.Member) []route.Member { return all[:4] } },
		"the operation: it is gone\n\t  GET /v1/health"},
	{"fewer requests from an address", func(e *edition) { e.limits.address = 600 },
		"the rate limit address, per ip: it is 600 in 60 s, was 1200 in 60 s"},
	{"a rate limit more", func(e *edition) {
		e.products = func(r resource) resource { return r.Throttle(throttle.PerMinute(10).Name("products")) }
	}, "the rate limit products, per ip: it is new: 10 in 60 s"},
}

// harmless are compatible edits.
var harmless = []edit{
	{"nothing", func(*edition) {}, ""},
	{"no name at all", func(*edition) { name = prop.String("name").MaxLen(64).NoNUL() }, "ProductCreate.name, in requests: minLength is nothing, was 1"},
	{"higher prices", func(*edition) { price = prop.Int64("price").Min(0).Max(200_000_000) }, "ProductCreate.price, in requests: maximum is 200000000"},
	{"other words", func(*edition) { price = price.Title("Price").Describe("In euro cents.") }, ""},
	{"another example", func(*edition) { color = color.Example("white") }, ""},
	{"more tags", func(*edition) { tags = prop.Array(tag).As("tags").MaxItems(20).Unique().Default(nil) }, "ProductCreate.tags, in requests: maxItems is 20, was 10"},
	{"wider things", func(*edition) { width = prop.Int("width").Min(1).Max(20_000) }, "Size.width, in requests: maximum is 20000, was 10000"},
	{"no stock unless it is told", func(*edition) { stock = stock.Default(0) }, "VariantCreate.stock, in requests: it may be absent now"},
	{"more is told of a product", func(e *edition) {
		e.more = append(e.more, collection.AtFunc(prop.Int64("revision").ReadOnly(), func(p *Product) *int64 { return &p.Revision }))
	}, "Product.revision, in responses: it is new"},
	{"a problem in other words", func(*edition) { NoSuchProduct = render.NewProblem(404, "no_such_product", "There is no such product.") }, ""},
	{"more at once", func(*edition) { quantity = prop.Int("quantity").Min(1).Max(5000) }, "OrderCreate.quantity, in requests: maximum is 5000, was 1000"},
	{"longer addresses", func(*edition) { email = prop.Email("email").MaxLen(320) }, "OrderCreate.email, in requests: maxLength is 320, was 254"},
	{"more off", func(*edition) { percent = prop.Int("percent").Min(1).Max(95) }, "PercentOff.percent, in requests: maximum is 95, was 90"},
	{"another way to sort", func(e *edition) { e.orders = func(r ordering) ordering { return r.Sorting(email) } },
		`it may be "email", "+email", "-email" now`},
	{"a filter more", func(e *edition) { e.products = func(r resource) resource { return r.Filters(paginate.Equal(sku)) } },
		"query parameter sku, in requests: it is new"},
	{"longer pages", func(e *edition) {
		e.orders = func(r ordering) ordering { return r.Paginate(paginate.ByPage().Default(10).Max(200)) }
	}, "query parameter limit, in requests: maximum is 200, was 100"},
	{"something else goes wrong", func(e *edition) { e.products = func(r resource) resource { return r.Fails(Teapot) } },
		"the response 418, in problems: it is new"},
	{"an order is placed in other words", func(e *edition) {
		e.orders = func(r ordering) ordering {
			return r.Set(route.On(route.OpCreate).Summary("Order").Describe("Whatever you like."))
		}
	}, ""},
	{"a header may be sent", func(e *edition) {
		e.orders = func(r ordering) ordering {
			return r.Set(route.On(route.OpCreate).Header(prop.String("X-Till").Optional()))
		}
	}, "header parameter x-till, in requests: it is new"},
	{"a header more in answers", func(e *edition) {
		e.orders = func(r ordering) ordering {
			return r.Set(route.On(route.OpCreate).ResponseHeader(prop.String("X-Till").Optional()))
		}
	}, "the response 201, header X-Till, in responses: it is new"},
	{"an operation more", func(e *edition) {
		e.routes = func(all []route.Member) []route.Member {
			return append(all, route.Health("/ready").ID("checkReadiness"))
		}
	}, "the operation: it is new\n\t  GET /v1/ready"},
	{"operations are deprecated", func(e *edition) { e.orders = ordering.Deprecated }, "deprecated"},
	{"more requests of an identity", func(e *edition) { e.limits.identity = 900 }, "the rate limit identity, per identity: it is 900 in 60 s, was 600 in 60 s"},
	{"the shop in other words", func(e *edition) { e.outline = func(a tenon.API) tenon.API { return a.Describe("Keyboards.") } }, ""},
}

// Teapot is a problem that the shop does not declare.
var Teapot = render.NewProblem(418, "teapot", "I'm a teapot.")

func TestCompatibleReportsEdits(t *testing.T) {
	if len(breaking) < 20 || len(harmless) < 20 {
		t.Fatalf("%d edits break, %d do not", len(breaking), len(harmless))
	}
	judge := func(edit edit, breaks bool) {
		t.Run(edit.what, func(t *testing.T) {
			gate := &gate{TB: t}
			compatible.With(gate, edited(t, edit.change), "testdata/openapi.yaml")
			told := gate.logged
			if breaks {
				told, _, _ = strings.Cut(gate.failed, "Changes that do not break clients:")
			}
			if (gate.failed != "") != breaks || !strings.Contains(told, edit.says) {
				t.Errorf("the report should contain %q:\n%s%s", edit.says, gate.failed, gate.logged)
			}
		})
	}
	for _, e := range breaking {
		judge(e, true)
	}
	for _, e := range harmless {
		judge(e, false)
	}
}

// The shop is compatible with its golden document.
func TestShopIsCompatible(t *testing.T) {
	s := testSettings(unopened())
	s.limits = defaults(t).limits
	compatible.With(t, buildWith(t, s), "testdata/openapi.yaml")
}

// Edits change the declarations of the shop. Without an edit, the edited shop has the same
// document.
func TestEditionWithoutEditsEqualsShop(t *testing.T) {
	ours, sold := products, orders
	oastest.Golden(t, edited(t, func(*edition) {}), "testdata/openapi.yaml")
	if !products.Equal(ours) {
		t.Errorf("the edition declares\n%v\nthe shop declares\n%v", products, ours)
	}
	if !orders.Create().Equal(sold.Create()) {
		t.Errorf("the edition creates\n%v\nthe shop creates\n%v", orders, sold)
	}
}

// A gate records the failures of a test.
type gate struct {
	testing.TB
	failed, logged string
}

func (g *gate) Errorf(format string, args ...any) { g.failed += fmt.Sprintf(format, args...) }
func (g *gate) Logf(format string, args ...any)   { g.logged += fmt.Sprintf(format, args...) }
