package everything

import (
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/meta"
)

// Subscribed and the others are the events of the API.
var (
	Subscribed = event.New("tellings.subscribed", Subscriptions.View()).
			Summary("Somebody subscribed").Describe("Sent *once*.").Tag("tellings").
			Docs(meta.ExternalDocs("https://example.com/subscriptions", "How to subscribe."), meta.Extension("x-audience", "1"))
	OfferMade = event.New("com.example.offer_made", Offers.View()).
			Key(OfferID).Version("2").Summary("An offer was made").
			Audience("staff").Scopes("offers:cost")
	Paid = event.New("paid", Payments.View()).Summary("Something was paid").Deprecated()
	// Audited is in no document.
	Audited = event.New("audited.secretly", Parts.View()).Docs(meta.Hidden())
)
