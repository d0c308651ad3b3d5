package webhook

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// The problems of [Resource].
var (
	// TooMany reports that an owner has as many subscriptions as it may have.
	TooMany = render.NewProblem(409, "too_many_webhooks", "There are too many webhooks.")
	// NoDelivery reports that there is no such failed delivery.
	NoDelivery = render.NewProblem(404, "no_such_delivery", "No such delivery.")
)

// Defaults of [Resource].
const (
	DefaultMax     = 20
	DefaultOverlap = 24 * time.Hour
)

// maxKeys is the number of valid secrets of a subscription. A rotation ends the oldest.
const maxKeys = 4

// resource is what the routes of subscriptions share.
type resource struct {
	entity
	sender     *Sender
	events     []event.Any
	owner      func(context.Context, authn.Identity) (string, error) // nil: the caller
	audiences  func(authn.Identity) []string
	max        int
	overlap    time.Duration
	newSecret  func() Secret
	deliveries Deliveries        // nil: there are no routes of them
	once       idempotency.Store // nil: there are no Idempotency-Keys
	ttl        time.Duration
	faults     []tree.Fault
}

// ResourceOption configures [Resource].
type ResourceOption func(*resource)

// Events adds the events that can be subscribed to. A caller may subscribe to those without an
// audience, and to those for one of its [Audiences].
func Events(events ...event.Any) ResourceOption {
	return func(r *resource) { r.events = append(r.events, events...) }
}

// Owner sets whose subscriptions a caller sees and changes, such as the tenant of its identity.
// The default is the caller itself, who must then be authenticated. An error is handled like one
// of a handler: render.Forbidden, or one of Fails of the resource. An owner of more than 512 bytes, or one
// that is not text, is stored as its digest.
func Owner(of func(ctx context.Context, caller authn.Identity) (string, error)) ResourceOption {
	return func(r *resource) { r.owner = of }
}

// Audiences sets the audiences that a caller belongs to, which it subscribes for. By default there
// are none. A subscription keeps those that its last create or update had.
func Audiences(of func(caller authn.Identity) []string) ResourceOption {
	return func(r *resource) { r.audiences = of }
}

// Max sets how many subscriptions an owner may have. The default is 20.
func Max(n int) ResourceOption { return func(r *resource) { r.max = n } }

// Overlap sets how long the old secret signs webhooks after a rotation, together with the new
// one. The default is 24 hours.
func Overlap(d time.Duration) ResourceOption { return func(r *resource) { r.overlap = d } }

// Ed25519 gives new subscriptions a private key of Ed25519 in place of a symmetric secret.
// Clients get the public key.
func Ed25519() ResourceOption { return func(r *resource) { r.newSecret = NewPrivateKey } }

// Failures adds the routes of failed deliveries.
func Failures(d Deliveries) ResourceOption { return func(r *resource) { r.deliveries = d } }

// Idempotent lets clients retry the create and the rotation with an Idempotency-Key; see
// [route.WriteRoute.Idempotent]. The responses that the store keeps have secrets. With [Owner], a
// key is that of a caller and an owner.
func Idempotent(ttl time.Duration, store idempotency.Store) ResourceOption {
	return func(r *resource) { r.ttl, r.once = ttl, store }
}

// Resource declares the routes with which clients manage their subscriptions:
//
//	GET    /webhooks                     a page of them
//	POST   /webhooks                     creates one; the response has its secret, once
//	GET    /webhooks/{id}
//	PATCH  /webhooks/{id}                url, events, description, enabled
//	DELETE /webhooks/{id}
//	POST   /webhooks/{id}/rotate         a new secret, besides the old one for a day
//	POST   /webhooks/{id}/test           sends a webhook.test, and returns what came of it
//	GET    /webhooks/{id}/deliveries     failed deliveries; only with [Failures]
//	POST   /webhooks/{id}/deliveries/{sequence}/redeliver
//
// An owner sees and changes its own subscriptions; those of others do not exist for it. The
// sender's store has them, and its options decide which URLs are valid. The result has the options
// of [route.Resource], such as Scopes, Throttle, Tag and Paginate.
func Resource(path string, sender *Sender, options ...ResourceOption) route.ResourceRoutes[Webhook, string] {
	r := &resource{sender: sender, max: DefaultMax, overlap: DefaultOverlap, newSecret: NewSecret}
	for _, o := range options {
		if o == nil {
			r.fault("an option is nil")
			continue
		}
		o(r)
	}
	r.check()
	r.entity = entityOf(r)
	routes := route.ResourceOf(path, r.webhooks, r.id, r.account).
		With(r.create(path), r.rotate(path), r.test(path))
	if r.deliveries != nil {
		routes = routes.With(r.failed(path), r.redeliver(path))
	}
	if r.owner != nil {
		return routes.Fails(render.Forbidden) // its usual error
	}
	return routes.Authorize(authz.Policy("authenticated", func(_ context.Context, caller authn.Identity) bool { return !caller.Anonymous() }))
}

func (r *resource) fault(what string, args ...any) {
	r.faults = append(r.faults, tree.Faultf("webhook.Resource: "+what, args...))
}

func (r *resource) check() {
	if r.sender == nil {
		r.fault("the sender is nil")
	}
	if len(r.events) == 0 {
		r.fault("there are no events to subscribe to; add webhook.Events")
	}
	var names []string
	for _, e := range r.events {
		if e == nil {
			r.fault("Events has a nil event")
			continue
		}
		n := event.Tree(e)
		r.faults = append(r.faults, n.Faults...)
		if slices.Contains(names, n.Name) {
			r.fault("Events has %s twice", strconv.Quote(n.Name))
		}
		names = append(names, n.Name)
	}
	r.events = slices.DeleteFunc(slices.Clone(r.events), func(e event.Any) bool { return e == nil })
	if r.max < 1 {
		r.fault("Max(%d) must be positive", r.max)
	}
	if r.overlap < 0 {
		r.fault("Overlap(%s) must not be negative", r.overlap)
	}
}
