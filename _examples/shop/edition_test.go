package main

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// An edition has the parts of the shop, other than properties, that edits change.
type edition struct {
	limits   limits
	gifts    bool // gifts are discounts too
	more     []collection.Field
	products func(resource) resource
	orders   func(ordering) ordering
	routes   func([]route.Member) []route.Member
	outline  func(tenon.API) tenon.API
}

// Gift is a discount that the shop does not declare.
type Gift struct{ Name string }

func (Gift) discount() {}

var gifts = collection.Of("Gift", func(g *Gift) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("kind", "gift")),
		prop.String("name").At(&g.Name),
	}
})

// edited returns the shop with an edit.
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

	s := testSettings(unopened())
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

// restoreAfter restores the variables of the shop after a test.
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
	keep(t, &orderPlaced)
}

func keep[V any](t *testing.T, v *V) {
	old := *v
	t.Cleanup(func() { *v = old })
}

// declare declares the collections of the shop again, with the edited properties.
// TestEditionWithoutEditsEqualsShop checks that they match those of the shop.
func (e *edition) declare() {
	sizes = collection.Of("Size", func(s *Size) collection.Fields {
		return collection.Fields{
			width.At(&s.Width),
			height.At(&s.Height),
			depth.At(&s.Depth),
		}
	}).Closed().Describe("In millimetres.")
	size = sizes.Object()

	variants = collection.Of("Variant", func(v *Variant) collection.Fields {
		return collection.Fields{
			sku.At(&v.SKU),
			color.At(&v.Color),
			stock.At(&v.Stock),
		}
	}).Closed().Describe("A variant of a product, with its own stock.")
	versions = variants.Array("variants").MaxItems(20).Default(nil)

	percentsOff = collection.Of("PercentOff", func(d *PercentOff) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "percent")),
			percent.At(&d.Percent),
		}
	}).Closed().Describe("A part of the price.")
	cases := []collection.Variant[Discount]{collection.CaseOf[Discount](percentsOff), collection.CaseOf[Discount](amountsOff)}
	if e.gifts {
		cases = append(cases, collection.CaseOf[Discount](gifts))
	}
	discounts = collection.OneOf("Discount", cases...).Tagged("kind").Describe("A reduction of a product's price.")
	discount = prop.Union(discounts).Optional().Describe("Absent if there is none.").Example(PercentOff{10})

	products = collection.Of("Product", func(p *Product) collection.Fields {
		members := collection.Fields{
			id.At(&p.ID).Key(),
			sku.At(&p.SKU),
			name.At(&p.Name),
			price.At(&p.Price),
			cost.AtOptional(&p.Cost).VisibleTo(seeCosts),
			status.At(&p.Status),
			tags.At(&p.Tags),
			size.At(&p.Size),
			versions.At(&p.Variants).Except(collection.List),
			note.At(&p.Note).Except(collection.List),
			discount.AtOptional(&p.Discount),
			created.At(&p.Created),
			updated.At(&p.Updated),
		}
		return append(members, e.more...)
	}).
		Rule("below_price", "must take off less than the price", belowPrice, discount).
		Versioned(products.VersionOf).
		Describe("A product of the shop.")

	orders = collection.Of("Order", func(o *Order) collection.Fields {
		return collection.Fields{
			productID.At(&o.Product),
			number.At(&o.Number).Key(),
			quantity.At(&o.Quantity).Except(collection.Update),
			email.At(&o.Email),
			progress.At(&o.Status).Except(collection.Create),
			placed.At(&o.Placed),
		}
	}).Describe("A quantity of a product that a customer orders.").ComponentName(collection.Update, "OrderChange")
	orderPlaced = event.New("order.placed", orders.View()).Key(productID).Audience(staff).Describe("A customer ordered a product.")
}
