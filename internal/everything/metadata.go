package everything

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Subscription causes callbacks.
type Subscription struct {
	URL   string
	Word  string
	Days  *int
	Depth int
}

// Subscriptions is the collection of Subscription.
var Subscriptions = collection.Of("Subscription", func(s *Subscription) collection.Fields {
	return collection.Fields{
		prop.URI("url").MaxLen(200).Docs(meta.ExternalDocs("https://example.com/urls", "")).At(&s.URL),
		prop.String("word").MinLen(1).Default("any").At(&s.Word),
		prop.Int("days").Min(1).AbsentMeans(30).AtOptional(&s.Days),
		prop.Int("depth").Min(1).Initial(2).At(&s.Depth),
	}
}).Title("Subscription").Docs(meta.ExternalDocs("https://example.com/subscriptions", "How to subscribe."))

// described declares the metadata of the API.
func described(api tenon.API) tenon.API {
	return api.
		Summary("Everything there is.").
		Terms("https://example.com/terms").
		Docs(meta.ExternalDocs("https://example.com/more", "The handbook.")).
		License("MIT License", "").SPDX("MIT").
		Contact("Everybody", "https://example.com/contact", "everybody@example.com").
		Servers(tenon.NewServer("https://{region}.example.com/{base}").
			Name("regional").
			Describe("Near you.").
			Variable("region", "eu", "Where the data lies.", "eu", "us").
			Variable("base", "v1", "")).
		Tags(
			tenon.NewTag("all").Kind("nav"),
			tenon.NewTag("tellings").Summary("Tellings").Describe("What is told only.").Parent("all").Kind("nav").Docs(meta.ExternalDocs("/handbook", "")),
		).
		Webhook("part_made",
			route.Outgoing(http.MethodPost, Parts.View().Example("one", "One part", Part{Name: "p", Count: 1})).
				Summary("A part was made").Describe("Sent within a second.").Tag("tellings").
				Header(Trace).
				Answered(Parts.Create()).Returns("The part as it was taken."),
			route.Outgoing(http.MethodDelete, collection.NoContent()).
				ID("forgetPart").Summary("A part is gone").Query(prop.String("name")).Deprecated().Docs(meta.ExternalDocs("https://example.com/gone", ""))).
		Webhook("audited", route.Outgoing(http.MethodPut, Parts.List()).Summary("A part was looked at").Docs(meta.Audience("staff"))).
		Events(OfferMade, Paid)
}

// tellings returns a route for each kind of metadata of a route.
var tellings = route.Group("/tellings",
	route.Post("/subscriptions", Subscriptions.Create().
		Example("all", "Everything", Subscription{"https://example.com/hook", "any", nil, 2}).
		Example("some", "", Subscription{"https://example.com/hook", "some", nil, 2}), collection.NoContent()).
		ID("subscribe").Summary("Subscribe to parts").
		Docs(meta.ExternalDocs("https://example.com/subscriptions", "How to subscribe.")).
		Timeout(time.Minute).
		Emits(Subscribed, Audited).
		Callback("made", "{$request.body#/url}?word={$request.body#/word}",
			route.Outgoing(http.MethodPost, Parts.View()).Summary("A part was made")).
		Handle(func(*route.Call, Subscription) (collection.Empty, error) { return collection.Empty{}, nil }),
	route.Get("/parts", collection.Many(Parts.List().Example("one", "", Part{Name: "p", Count: 1}))).
		ID("listRetiredParts").Summary("List parts that are retired").
		DeprecatedAt(epoch).Sunset(epoch.AddDate(1, 0, 0)).
		Handle(func(*route.Call) ([]Part, error) { return []Part{{"p", 1}}, nil }),
	route.Get("/staff", Parts.View()).
		ID("showStaff").Summary("Show what staff see").Docs(meta.Audience("staff")).
		Handle(func(*route.Call) (Part, error) { return Part{"p", 1}, nil }),
	route.Get("/hidden", Parts.View()).
		ID("showHidden").Summary("Show what nobody reads of").Docs(meta.Hidden()).
		Handle(func(*route.Call) (Part, error) { return Part{"p", 1}, nil }),
	route.Put("/offers/{id}", Offers.Replace(), Offers.View()).
		ID("replaceSeenOffer").Summary("Replace an offer that was seen").
		Path(OfferID).
		RequirePrecondition().
		Handle(func(c *route.Call, r collection.Replacement[Offer]) (Offer, error) {
			o := offer(OfferID.Get(c))
			err := r.Apply(&o)
			return o, err
		}),
).Tag("tellings").Public()
