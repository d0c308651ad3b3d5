package webhook

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// create is POST /webhooks. It is not a Create of the store, because its response has a secret
// that no other response has.
func (r *resource) create(path string) *route.Route {
	location := prop.URIReference("Location").Describe("The URL of the webhook.")
	b := route.Post(path, r.news.Create(), r.secrets.View()).
		ID("createWebhook").Summary("Create a webhook").
		Returns("The webhook with its secret, which is not shown again.").
		ResponseHeader(location).
		Fails(TooMany)
	b = idempotent(b, r)
	return b.Handle(func(c *route.Call, in Webhook) (Webhook, error) {
		out, err := r.account(c).create(c.Context(), in)
		if err == nil {
			location.Set(c, strings.TrimSuffix(string((*endpoint.Call)(c).AppendBase(nil)), "/")+"/"+out.ID)
		}
		return out, err
	})
}

// idempotent declares Idempotency-Keys, if there are any. A key is that of a caller and of the owner
// that it acts for, because a response has a secret of the owner.
func idempotent[In any](b *route.WriteRoute[In, Webhook], r *resource) *route.WriteRoute[In, Webhook] {
	if r.once == nil {
		return b
	}
	b = b.Idempotent(r.ttl, r.once)
	if r.owner == nil {
		return b
	}
	return b.IdempotencyScope(func(req *http.Request) string {
		caller := authn.FromContext(req.Context())
		owner, err := r.owner(req.Context(), caller)
		if err != nil {
			return "" // the handler rejects the request
		}
		return strconv.Itoa(len(owner)) + " " + owner + " " + caller.Key()
	})
}

type rotation struct{ Revealed bool }

var (
	revealed  = prop.Bool("revealed").Default(false).Describe("Whether the old secrets are known to others. They end now, and not after the overlap.")
	rotations = collection.Of("WebhookRotation", func(r *rotation) collection.Fields { return collection.Fields{revealed.At(&r.Revealed)} }).
			Describe("What is to become of the old secret.")
)

// rotate is POST /webhooks/{id}/rotate.
func (r *resource) rotate(path string) *route.Route {
	b := route.Post(below(path, "/rotate"), route.Optional(rotations.Create()), r.secrets.View()).
		ID("rotateWebhookSecret").Summary("Rotate the secret of a webhook").
		Describe("Webhooks have signatures of the old secret, too, for " + r.overlap.String() + ".").
		Returns("The webhook with its new secret, which is not shown again.").
		Path(r.id).Status(http.StatusOK).Fails(render.NotFound)
	b = idempotent(b, r)
	return b.Handle(func(c *route.Call, in *rotation) (Webhook, error) {
		return r.account(c).rotate(c.Context(), r.id.Get(c), in != nil && in.Revealed)
	})
}

// below returns a path below that of a subscription.
func below(path, rest string) string { return strings.TrimSuffix(path, "/") + "/{id}" + rest }

type tested struct {
	Delivered bool
	Status    *int
	Reason    *string
}

var (
	delivered = prop.Bool("delivered").ReadOnly().Describe("Whether the receiver responded with 2xx.")
	status    = prop.Int("status").ReadOnly().Min(100).Max(999).Describe("The status of the response.")
	reason    = prop.Enum("reason", ReasonStatus, ReasonTimeout, ReasonAddress, ReasonTLS, ReasonRedirect, ReasonTransport).ReadOnly().
			Describe("Why the webhook was not delivered.")
	tests = collection.Of("WebhookTest", func(t *tested) collection.Fields {
		return collection.Fields{delivered.At(&t.Delivered), status.AtNullable(&t.Status), reason.AtNullable(&t.Reason)}
	}).Describe("What came of a test.")
)

// TestEvent is the name of the event that POST /webhooks/{id}/test sends. Its data is {}.
const TestEvent = "webhook.test"

// test is POST /webhooks/{id}/test.
func (r *resource) test(path string) *route.Route {
	return route.Post(below(path, "/test"), collection.NoContent(), tests.View()).
		ID("testWebhook").Summary("Send a test to a webhook").
		Describe("Sends one webhook of the type " + TestEvent + ", also if the webhook is disabled. It is not sent again, and changes nothing.").
		Path(r.id).Status(http.StatusOK).Fails(render.NotFound).
		Handle(func(c *route.Call, _ collection.Empty) (out tested, err error) {
			s, err := r.account(c).find(c.Context(), r.id.Get(c))
			if err != nil {
				return out, err
			}
			now := r.sender.now().UTC().Truncate(time.Microsecond)
			failure, err := r.sender.attempt(c.Context(), &s, event.Message{ID: newID(now), Type: TestEvent, Time: now, Data: []byte("{}")})
			if failure != nil {
				out.Reason = &failure.Reason
				if failure.Status != 0 {
					out.Status = &failure.Status
				}
			}
			out.Delivered = failure == nil
			return out, err
		})
}

// Deliveries are the failed deliveries of a queue, its dead letters. It is safe for concurrent
// use.
type Deliveries interface {
	// Failed returns the deliveries to a destination that have failed for good, the newest ones
	// if there are too many.
	Failed(ctx context.Context, destination string) ([]FailedDelivery, error)
	// Redeliver delivers a message again. The error is [ErrNotFound] if there is no such failed
	// delivery to the destination.
	Redeliver(ctx context.Context, destination string, sequence int64) error
}

// Forgetter is a [Deliveries] that deletes what it has of a destination whose subscription is deleted.
// An error changes nothing for the client: a sweep deletes the rest.
type Forgetter interface {
	Forget(ctx context.Context, destination string) error
}

// FailedDelivery is a message that was not delivered to a destination.
type FailedDelivery struct {
	Sequence  int64     // of the message in the outbox; it identifies the delivery
	MessageID string    // the webhook-id
	Type      string    // the name of the event
	FailedAt  time.Time // of the last attempt
	Attempts  int
	Error     string // for the owner of the destination
}

var (
	sequence   = prop.Int64("sequence").ReadOnly().Min(1).Describe("The number of the message.").Example(1042)
	deliveries = collection.Of("FailedWebhook", func(d *FailedDelivery) collection.Fields {
		return collection.Fields{
			sequence.At(&d.Sequence).Key(),
			prop.String("message_id").ReadOnly().Describe("The header webhook-id.").At(&d.MessageID),
			prop.String("type").ReadOnly().Describe("The name of the event.").At(&d.Type),
			prop.DateTime("failed_at").ReadOnly().Describe("When the last attempt failed.").At(&d.FailedAt),
			prop.Int("attempts").ReadOnly().Min(0).At(&d.Attempts),
			prop.String("error").ReadOnly().Describe("Why it failed.").At(&d.Error),
		}
	}).Describe("A message that was not delivered.")
)

// failed is GET /webhooks/{id}/deliveries.
func (r *resource) failed(path string) *route.Route {
	return route.List(below(path, "/deliveries"), deliveries.List(), paginate.ByPage()).
		ID("listFailedWebhooks").Summary("List the failed deliveries of a webhook").
		DefaultOrder(paginate.Desc(sequence)).
		Path(r.id).Fails(render.NotFound).
		Handle(func(c *route.Call, q paginate.Query) (out paginate.Result[FailedDelivery], err error) {
			s, err := r.account(c).find(c.Context(), r.id.Get(c))
			if err != nil {
				return out, err
			}
			all, err := r.deliveries.Failed(c.Context(), s.ID)
			if err != nil {
				return out, err
			}
			return mempage.Select(q, deliveries, all)
		})
}

// redeliver is POST /webhooks/{id}/deliveries/{sequence}/redeliver.
func (r *resource) redeliver(path string) *route.Route {
	return route.Post(below(path, "/deliveries/{sequence}/redeliver"), collection.NoContent(), collection.NoContent()).
		ID("redeliverWebhook").Summary("Deliver a failed webhook again").
		Path(r.id, sequence).Status(http.StatusAccepted).Fails(render.NotFound, NoDelivery).
		Handle(func(c *route.Call, _ collection.Empty) (out collection.Empty, err error) {
			s, err := r.account(c).find(c.Context(), r.id.Get(c))
			if err != nil {
				return out, err
			}
			err = r.deliveries.Redeliver(c.Context(), s.ID, sequence.Get(c))
			if errors.Is(err, ErrNotFound) {
				err = NoDelivery
			}
			return out, err
		})
}

// newID returns a UUID of version 7 (RFC 9562 §5.7): milliseconds, and 74 random bits.
func newID(now time.Time) string {
	var b [16]byte
	_, _ = rand.Read(b[6:])                                                                     // never fails
	binary.BigEndian.PutUint64(b[:8], uint64(now.UnixMilli())<<16|uint64(b[6])<<8|uint64(b[7])) // the rest is random
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
