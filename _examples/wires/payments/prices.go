package payments

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Price is what something costs: an amount, or tiers.
type Price struct {
	ID, Currency, Product string
	Amount                *int64
	Recurring             *Recurring
	Tiers                 []Tier
	Metadata              map[string]string
	Created               time.Time
}

// Recurring says when a price is due again.
type Recurring struct {
	Interval string
	Count    int
}

// A Tier is the amount for a quantity, up to a number of units.
type Tier struct {
	UpTo   UpTo
	Amount int64
}

// UpTo is a number of units, or "inf".
type UpTo struct{ Units int64 }

var (
	priceID    = id("price")
	unitAmount = prop.Int64("unit_amount").Min(0).Max(99_999_999).Optional().Describe("In the smallest unit of the currency.")
	recurring  = intervals.Object().As("recurring").Optional()
	priceTiers = tiers.Array("tiers").MaxItems(20).Default(nil)
	product    = prop.String("product").MaxLen(64)
)

var intervals = collection.Of("Recurring", func(r *Recurring) collection.Fields {
	return collection.Fields{
		prop.Enum("interval", "day", "month", "week", "year").At(&r.Interval),
		prop.Int("interval_count").Min(1).Max(52).Default(1).At(&r.Count),
	}
})

var tiers = collection.Of("Tier", func(t *Tier) collection.Fields {
	return collection.Fields{
		prop.Union(collection.OneOf("UpTo",
			collection.Case(prop.Int64("units").Min(1), func(n int64) UpTo { return UpTo{n} }, func(u UpTo) (int64, bool) { return u.Units, u.Units > 0 }),
			collection.Case(prop.Const("all", "inf"), func(string) UpTo { return UpTo{} }, func(u UpTo) (string, bool) { return "inf", u.Units == 0 }),
		)).As("up_to").At(&t.UpTo),
		prop.Int64("unit_amount").Min(0).Max(99_999_999).At(&t.Amount),
	}
})

var prices = collection.Of("Price", func(p *Price) collection.Fields {
	return collection.Fields{
		priceID.ReadOnly().At(&p.ID).Key(),
		object("price"),
		currency.At(&p.Currency),
		product.At(&p.Product),
		unitAmount.AtNullable(&p.Amount),
		recurring.AtNullable(&p.Recurring),
		priceTiers.At(&p.Tiers),
		metadata.At(&p.Metadata),
		created.At(&p.Created),
	}
}).Rule("amount_or_tiers", "must be set unless there are tiers, and only then",
	func(p *Price) bool { return (p.Amount == nil) == (len(p.Tiers) > 0) }, unitAmount, priceTiers)

func (s *server) prices() route.Member {
	byID := priceID.As("price")
	return route.Group("/prices",
		route.Post("", form(prices, unitAmount, recurring, priceTiers, metadata), prices.View()).
			Status(200).
			ID("PostPrices").Summary("Create a price").
			Idempotent(24*time.Hour, s.keys).
			Handle(func(_ *route.Call, in Price) (Price, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				in.ID, in.Created = s.next("price"), s.clock()
				s.priceRows = append([]Price{in}, s.priceRows...)
				return in, nil
			}),
		route.List("", prices.List(), pages(priceID, "/v1/prices")).
			ID("GetPrices").Summary("List prices").Renderer(listed).
			DefaultOrder(paginate.Desc(created)).
			Filters(paginate.Equal(currency), paginate.Equal(product)).
			Query(route.DeepObject(createdIn)).
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Price], error) {
				return page(c, s, q, prices, &s.priceRows, func(p Price) (time.Time, bool) { return p.Created, false })
			}),
		route.Get("/{price}", prices.View()).
			ID("GetPricesPrice").Summary("Retrieve a price").
			Path(byID).Fails(Missing).
			Handle(func(c *route.Call) (Price, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				p, err := find(s.priceRows, byID.Get(c), func(p *Price) *string { return &p.ID })
				if err != nil {
					return Price{}, err
				}
				return *p, nil
			}),
	).Tag("Prices")
}
