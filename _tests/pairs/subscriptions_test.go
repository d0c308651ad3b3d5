package pairs

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/webhook"
)

// hookID is that of a subscription of ann.
const hookID = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"

// subscriptionFeatures are webhook.Resource. It has routes that the library declares, with problems,
// policies, an entity with a version and a secret, and an Idempotency-Key; options of an API and of
// groups apply to them as to those of users.
func subscriptionFeatures() []*feature {
	return []*feature{
		subscriptions("subscriptions", webhook.Failures(noFailures{})),
		subscriptions("subscriptions of owners", webhook.Ed25519(), webhook.Audiences(func(authn.Identity) []string { return []string{"partners"} }),
			webhook.Owner(func(ctx context.Context, _ authn.Identity) (string, error) { return ownerOf(ctx), nil })),
	}
}

func subscriptions(name string, options ...webhook.ResourceOption) *feature {
	const op = "subscription"
	return &feature{name: name, area: whole, on: op, slot: "resource of webhooks", declare: func(d *draft) {
		d.needScheme = true
		changed := event.New("item.changed", collection.New("EventItem", prop.String("what")).View())
		d.routes = append(d.routes, func(*draft) route.Member {
			nowhere := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
				return nil, errors.New("there is no network")
			}}
			store := webhook.Memory()
			sender, err := webhook.NewSender(store, webhook.Resolver(nowhere))
			if err == nil {
				err = store.Insert(context.Background(), webhook.Subscription{
					ID: hookID, Owner: ann.name, URL: "https://example.com/", CreatedAt: time.Unix(1_800_000_000, 0).UTC(), Revision: 1,
					Keys: []webhook.Key{{Secret: webhook.NewSecret()}},
				}, 1)
			}
			if err != nil {
				panic(err)
			}
			return webhook.Resource("/webhooks", sender, append(options[:len(options):len(options)],
				webhook.Events(changed), webhook.Max(100_000), webhook.Idempotent(time.Hour, idempotency.Memory()))...)
		})
		d.probes = append(d.probes, func(d *draft) []*request {
			const url = `{"url":"https://example.com/hooks","events":["item.changed"],"description":"höhe"}`
			send := func(method, path, body string) *request { return send(method, path, op, body).mark(name) }
			return []*request{
				get("/webhooks", op).mark(name), get("/webhooks/"+hookID, op).mark(name), get("/webhooks/"+marker, op).mark(name),
				get("/webhooks/"+hookID+"/deliveries", op).mark(name),
				send("POST", "/webhooks", url), send("POST", "/webhooks", url).with("Idempotency-Key", "hook"),
				send("POST", "/webhooks", url).with("Idempotency-Key", "hook"),
				send("POST", "/webhooks", `{"url":"https://169.254.169.254/`+marker+`"}`).refused(),
				send("POST", "/webhooks", `{"url":"https://example.com/","events":["`+marker+`"]}`).refused(),
				d.undeclared(send("POST", "/webhooks", `{"url":"https://example.com/","surplus":1}`)),
				send("PATCH", "/webhooks/"+hookID, `{"enabled":false}`), send("PATCH", "/webhooks/"+hookID, `{"url":"`+marker+`"}`).refused(),
				send("POST", "/webhooks/"+hookID+"/rotate", ""), send("POST", "/webhooks/"+hookID+"/rotate", `{"revealed":"`+marker+`"}`).refused(),
				send("POST", "/webhooks/"+hookID+"/test", ""),
				send("POST", "/webhooks/"+hookID+"/deliveries/7/redeliver", ""),
				send("DELETE", "/webhooks/"+hookID, ""),
			}
		})
	}}
}

// noFailures are deliveries that have all succeeded.
type noFailures struct{}

func (noFailures) Failed(context.Context, string) ([]webhook.FailedDelivery, error) { return nil, nil }
func (noFailures) Redeliver(context.Context, string, int64) error                   { return webhook.ErrNotFound }
