package everything

import (
	"context"
	"strconv"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An Offer has members that only some callers see.
type Offer struct {
	ID       int
	Title    string
	Cost     int
	Supplier *Supplier
	Lines    []OfferLine
	Revision int
}

// A Supplier makes what is offered.
type Supplier struct {
	Name   string
	Rating int
}

// An OfferLine is a line of an offer.
type OfferLine struct {
	Count  int
	Margin *int
}

// The properties of an offer, and an API key whose subject is the key: "staff" sees every
// member.
var (
	OfferID   = prop.Int("id").Min(1).ReadOnly()
	OfferCost = prop.Int("cost").Min(1).Default(1)

	OfferKey = authn.APIKeyHeader("key", "X-Api-Key", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
		switch {
		case key.Matches(authn.NewSecret("staff").Hash()):
			return authn.New("staff").Scopes("offers:cost", "offers:supplier"), nil
		case key.Matches(authn.NewSecret("anybody").Hash()):
			return authn.New("anybody"), nil
		}
		return authn.Identity{}, authn.Invalid("The key is not known.")
	})

	Offers = collection.Of("Offer", func(o *Offer) collection.Fields {
		return collection.Fields{
			OfferID.At(&o.ID).Key(),
			prop.String("title").MinLen(1).At(&o.Title),
			OfferCost.At(&o.Cost).VisibleTo("offers:cost"),
			prop.Nullable(prop.Object(collection.Of("Supplier", func(s *Supplier) collection.Fields {
				return collection.Fields{
					prop.String("name").MinLen(1).At(&s.Name),
					prop.Int("rating").Min(1).Max(5).Default(3).At(&s.Rating).VisibleTo("offers:cost", "offers:rating"),
				}
			}))).As("supplier").Default(nil).At(&o.Supplier).VisibleTo("offers:supplier"),
			prop.Array(prop.Object(collection.Of("OfferLine", func(l *OfferLine) collection.Fields {
				return collection.Fields{
					prop.Int("count").Min(1).At(&l.Count),
					prop.Int("margin").Optional().AtOptional(&l.Margin).VisibleTo("offers:cost"),
				}
			}))).As("lines").MaxItems(5).Default(nil).At(&o.Lines),
			prop.Int("revision").ReadOnly().At(&o.Revision),
		}
	}).Versioned(func(o *Offer) collection.Version { return collection.Version{Tag: strconv.Itoa(o.Revision)} })
)

// offers returns a route for each use of a member with VisibleTo.
var offers = route.Group("/offers",
	route.List("", Offers.List(), paginate.ByPage()).
		ID("listOffers").Summary("List offers").
		Sorting(OfferCost).
		Filters(paginate.AtMost(OfferCost)).
		AuthorizeInput(func(*route.Call, paginate.Query) error { return nil }).
		Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[Offer], error) {
			return mempage.Select(q, Offers, []Offer{offer(1), offer(2)})
		}),
	route.Post("", Offers.Create(), Offers.View()).
		ID("createOffer").Summary("Make an offer").
		AuthorizeInput(func(_ *route.Call, in Offer) error {
			if in.Title == "forbidden" {
				return render.Forbidden
			}
			return nil
		}).
		Handle(func(_ *route.Call, in Offer) (Offer, error) { return in, nil }),
	route.Get("/{id}", Offers.View()).
		ID("showOffer").Summary("Show an offer").
		Path(OfferID).
		Public().
		Handle(func(c *route.Call) (Offer, error) { return offer(OfferID.Get(c)), nil }),
	route.Patch("/{id}", Offers.Update(), Offers.View()).
		ID("updateOffer").Summary("Change an offer").
		Path(OfferID).
		Handle(func(c *route.Call, p collection.Patch[Offer]) (Offer, error) {
			o := offer(OfferID.Get(c))
			err := p.Apply(&o)
			return o, err
		}),
	route.Put("/{id}", Offers.Replace(), Offers.View()).
		ID("replaceOffer").Summary("Replace an offer").
		Path(OfferID).
		Handle(func(c *route.Call, r collection.Replacement[Offer]) (Offer, error) {
			o := offer(OfferID.Get(c))
			err := r.Apply(&o)
			return o, err
		}),
).Tag("offers")

func offer(id int) Offer {
	margin := 7
	return Offer{ID: id, Title: "An offer", Cost: 10 * id, Supplier: &Supplier{"Acme", 4}, Lines: []OfferLine{{1, &margin}}, Revision: 1}
}
