package main

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// edition is what edits change beside the properties.
type edition struct {
	limits   limits
	gifts    bool // are discounts, too
	more     []collection.Field[Product]
	products func(resource) resource
	orders   func(ordering) ordering
	routes   func([]route.Member) []route.Member
	outline  func(tenon.API) tenon.API
}

// Gift is a discount that the shop has not.
type Gift struct{ Name string }

func (Gift) discount() {}

var gifts = collection.Of("Gift",
	collection.Fixed[Gift](prop.Const("kind", "gift")),
	collection.Bind(prop.String("name"), func(g *Gift) *string { return &g.Name }),
)

// edited is the shop with an edit.
func edited(t *testing.T, change func(*edition)) *tenon.App {
	t.Helper()
	restoreAfter(t)
	e := edition{
		limits:   defaults(t).limits,
		products: func(r resource) resource { return r },
		orders:   func(r ordering) ordering { return r },
		routes:   func(all []route.Member) []route.Member { return all },
		outline:  func(a tenon.API) tenon.API { return a },
	}
	change(&e)
	e.declare()

	s := testSettings(new(Store))
	s.limits = e.limits
	all := routes(s)
	all[0], all[3] = e.products(all[0].(resource)), e.orders(all[3].(ordering))
	app, err := e.outline(outline(s)).Group("/v1", e.routes(all)...).Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// restoreAfter undoes what edits do to the variables of the shop.
func restoreAfter(t *testing.T) {
	keep(t, &name)
	keep(t, &price)
	keep(t, &sku)
	keep(t, &color)
	keep(t, &stock)
	keep(t, &status)
	keep(t, &tags)
	keep(t, &note)
	keep(t, &created)
	keep(t, &width)
	keep(t, &percent)
	keep(t, &progress)
	keep(t, &email)
	keep(t, &quantity)
	keep(t, &minPrice)
	keep(t, &tagged)
	keep(t, &NoSuchProduct)

	keep(t, &products)
	keep(t, &sizes)
	keep(t, &size)
	keep(t, &variants)
	keep(t, &versions)
	keep(t, &percentsOff)
	keep(t, &discounts)
	keep(t, &discount)
	keep(t, &orders)
}

func keep[V any](t *testing.T, v *V) {
	old := *v
	t.Cleanup(func() { *v = old })
}

// declare makes the collections of the shop anew, of what the properties are now.
// TestAnUneditedShopIsTheShop holds that they are what the shop declares.
func (e *edition) declare() {
	sizes = collection.Of("Size",
		collection.Bind(width, func(s *Size) *int { return &s.Width }),
		collection.Bind(height, func(s *Size) *int { return &s.Height }),
		collection.Bind(depth, func(s *Size) *int { return &s.Depth }),
	).Describe("In millimetres.")
	size = prop.Object(sizes)

	variants = collection.Of("Variant",
		collection.Bind(sku, func(v *Variant) *string { return &v.SKU }),
		collection.Bind(color, func(v *Variant) *string { return &v.Color }),
		collection.Bind(stock, func(v *Variant) *int { return &v.Stock }),
	).Describe("A version of a product with a stock of its own.")
	versions = prop.Array(prop.Object(variants)).As("variants").MaxItems(20).Default(nil)

	percentsOff = collection.Of("PercentOff",
		collection.Fixed[PercentOff](prop.Const("kind", "percent")),
		collection.Bind(percent, func(d *PercentOff) *int { return &d.Percent }),
	).Describe("A part of the price.")
	cases := []collection.Variant[Discount]{collection.CaseOf[Discount](percentsOff), collection.CaseOf[Discount](amountsOff)}
	if e.gifts {
		cases = append(cases, collection.CaseOf[Discount](gifts))
	}
	discounts = collection.OneOf("Discount", cases...).Tagged("kind").Describe("What a product costs less.")
	discount = prop.Union(discounts).Optional().Describe("Absent if there is none.").Example(PercentOff{10})

	members := append([]collection.Field[Product]{
		collection.Bind(id, func(p *Product) *string { return &p.ID }).Key(),
		collection.Bind(sku, func(p *Product) *string { return &p.SKU }),
		collection.Bind(name, func(p *Product) *string { return &p.Name }),
		collection.Bind(price, func(p *Product) *int64 { return &p.Price }),
		collection.BindOptional(cost, func(p *Product) **int64 { return &p.Cost }).VisibleTo(seeCosts),
		collection.Bind(status, func(p *Product) *Status { return &p.Status }),
		collection.Bind(tags, func(p *Product) *[]string { return &p.Tags }),
		collection.Bind(size, func(p *Product) *Size { return &p.Size }),
		collection.Bind(versions, func(p *Product) *[]Variant { return &p.Variants }).Except(collection.List),
		collection.Bind(note, func(p *Product) **string { return &p.Note }).Except(collection.List),
		collection.BindOptional(discount, func(p *Product) **Discount { return &p.Discount }),
		collection.Bind(created, func(p *Product) *time.Time { return &p.Created }),
		collection.Bind(updated, func(p *Product) *time.Time { return &p.Updated }),
	}, e.more...)
	products = collection.Of("Product", members...).
		Rule("below_price", "must take off less than the price", belowPrice, discount).
		Versioned(products.VersionOf).
		Describe("Something that the shop sells.")

	orders = collection.Of("Order",
		collection.Bind(productID, func(o *Order) *string { return &o.Product }),
		collection.Bind(number, func(o *Order) *int { return &o.Number }).Key(),
		collection.Bind(quantity, func(o *Order) *int { return &o.Quantity }).Except(collection.Update),
		collection.Bind(email, func(o *Order) *string { return &o.Email }),
		collection.Bind(progress, func(o *Order) *OrderStatus { return &o.Status }).Except(collection.Create),
		collection.Bind(placed, func(o *Order) *time.Time { return &o.Placed }),
	).Describe("What a customer wants of a product.")
}
