package webhook

import (
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Webhook is a subscription as clients of [Resource] see it.
type Webhook struct {
	ID           string
	URL          string
	Events       []string
	Description  string
	Enabled      bool
	DisabledAt   *time.Time
	Reason       *string
	FailingSince *time.Time
	CreatedAt    time.Time
	Secret       string // of a response to a create or a rotation

	revision int64
}

// MaxDescription is the maximum number of characters of a description.
const MaxDescription = 200

// entity has the collections of a resource.
type entity struct {
	id       *prop.StringProp[string]
	news     *collection.Collection[Webhook] // of creates
	webhooks *collection.Collection[Webhook] // of other requests, and of responses
	secrets  *collection.Collection[Webhook] // with the secret
}

// A later version of the API may have fewer events, and its sender other options. Subscriptions of
// before remain valid: only creates have rules that depend on those. [account.check] is for updates.
func entityOf(r *resource) entity {
	e := entity{id: prop.UUID("id").ReadOnly().Describe("The ID of the webhook.")}
	address := prop.URI("url").MaxLen(MaxURL).
		Describe("Where webhooks are sent: a URL with https and a public host.").
		Example("https://example.com/hooks")
	newAddress := address
	if r.sender != nil {
		newAddress = address.Rule(codeURL, textURL, func(s string) bool { return r.sender.CheckURL(s) == nil })
	}
	for _, f := range r.faults {
		newAddress = (*prop.StringProp[string])((*property.Property)(newAddress).Edit(func(n *tree.Prop) { n.Faults = append(n.Faults, f) }))
	}
	name := r.eventName()
	newEvents, events := eventsOf(r.newEventName(name), max(1, len(r.events))), eventsOf(name, max(maxEvents, len(r.events)))
	description := prop.String("description").MaxLen(MaxDescription).NoNUL().Default("").Describe("A text of the owner.")
	enabled := prop.Bool("enabled").Default(true).
		Describe("Whether webhooks are sent. A response of 410 to a webhook sets it to false.")
	disabledAt := prop.DateTime("disabled_at").ReadOnly().Describe("When it was disabled.")
	reason := prop.Enum("disabled_reason", string(Requested), string(Gone), string(Failing)).ReadOnly().
		Describe("Why it was disabled: by a request, because the receiver responded with 410, or because it failed for too long.")
	failing := prop.DateTime("failing_since").ReadOnly().Describe("When the first attempt failed since the last success.")
	created := prop.DateTime("created_at").ReadOnly()
	secret := prop.String("secret").ReadOnly().MaxLen(128).
		Describe("The key that verifies signatures (Standard Webhooks). It is not shown again.")

	fields := func(address *prop.StringProp[string], events *prop.ArrayProp[string]) func(*Webhook) collection.Fields {
		return func(w *Webhook) collection.Fields {
			return collection.Fields{
				e.id.At(&w.ID).Key(), address.At(&w.URL), events.At(&w.Events), description.At(&w.Description), enabled.At(&w.Enabled),
				disabledAt.AtNullable(&w.DisabledAt), reason.AtNullable(&w.Reason), failing.AtNullable(&w.FailingSince), created.At(&w.CreatedAt),
			}
		}
	}
	e.news = collection.Of("NewWebhook", fields(newAddress, newEvents)).ComponentName(collection.Create, "WebhookCreate").Describe("A subscription to events.")
	e.webhooks = collection.Of("Webhook", fields(address, events)).Versioned(func(w *Webhook) collection.Version {
		return collection.Version{Tag: strconv.FormatInt(w.revision, 10)}
	}).Describe("A subscription to events.")
	e.secrets = collection.Of("WebhookWithSecret", func(w *Webhook) collection.Fields {
		return append(fields(address, events)(w), secret.At(&w.Secret))
	}).Describe("A subscription to events, with its secret.")
	return e
}

// The violation of a URL to which webhooks cannot be sent.
const (
	codeURL = "webhook_url"
	textURL = "must be a URL to which webhooks can be sent: https, a public host, an allowed port, no user"
)

const (
	maxName   = event.MaxName
	maxEvents = 1000 // of a subscription
)

func eventsOf(name prop.Of[string], most int) *prop.ArrayProp[string] {
	return prop.Array(name).MaxItems(most).Unique().Default([]string{}).
		Describe("The names of the events to receive; none means all.")
}

// public returns the names of the events for everyone.
func (r *resource) public() (names []string) {
	for _, e := range r.events {
		if n := event.Tree(e); len(n.Audiences) == 0 {
			names = append(names, n.Name)
		}
	}
	return names
}

// eventName returns the property of the name of an event.
func (r *resource) eventName() prop.Of[string] {
	name := prop.String("events").MaxLen(maxName).Describe("The name of an event that the caller may receive.")
	if names := r.public(); len(names) > 0 {
		return name.Example(names[0])
	}
	return name
}

// newEventName returns the same for new subscriptions. If an audience sees some of the events
// only, the document does not list them.
func (r *resource) newEventName(other prop.Of[string]) prop.Of[string] {
	if names := r.public(); len(names) > 0 && len(names) == len(r.events) {
		return prop.Enum("events", names...)
	}
	return other
}

// webhookOf returns a subscription without its secrets.
func webhookOf(s *Subscription) Webhook {
	w := Webhook{
		ID: s.ID, URL: s.URL, Events: slices.Clone(s.Events), Description: s.Description, Enabled: s.Enabled(), CreatedAt: s.CreatedAt,
		revision: s.Revision,
	}
	if !w.Enabled {
		at, why := s.DisabledAt, string(s.Reason)
		w.DisabledAt, w.Reason = &at, &why
	}
	if !s.FailingSince.IsZero() {
		at := s.FailingSince
		w.FailingSince = &at
	}
	return w
}

// update changes a subscription to what a client wrote, and reports whether anything differs.
func (w *Webhook) update(s *Subscription, now time.Time) (changed bool) {
	if s.URL == w.URL && slices.Equal(s.Events, w.Events) && s.Description == w.Description && s.Enabled() == w.Enabled {
		return false
	}
	if s.URL != w.URL { // whose receiver has not failed yet
		s.FailingSince = time.Time{}
	}
	s.URL, s.Events, s.Description = w.URL, slices.Clone(w.Events), w.Description
	if w.Enabled {
		s.enable()
	} else {
		s.disable(now, Requested)
	}
	return true
}
