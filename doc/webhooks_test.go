package doc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/webhook"
)

var bookAdded = event.New("book.added", books.View()).Key(bookID)

// hookKeys are the API keys of the examples.
var hookKeys = authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
	authn.NewSecret("k-1").Hash(): authn.New("ann"),
}))

func Example_subscriptions() {
	sender, err := webhook.NewSender(webhook.Memory())
	if err != nil {
		fmt.Println(err)
		return
	}
	app := tenon.New("Library", "1.0.0").
		Authenticate(hookKeys).
		Add(webhook.Resource("/webhooks", sender, webhook.Events(bookAdded))).
		MustBuild()

	for r := range app.Routes() {
		fmt.Println(r.Method, r.Path)
	}
	send(app, "POST", "/webhooks", `{"url": "https://10.0.0.1/hooks", "events": ["book.sold"]}`, "X-Api-Key: k-1")

	// Output:
	// GET /webhooks
	// GET /webhooks/{id}
	// PATCH /webhooks/{id}
	// DELETE /webhooks/{id}
	// POST /webhooks
	// POST /webhooks/{id}/rotate
	// POST /webhooks/{id}/test
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"webhook_url","detail":"must be a URL to which webhooks can be sent: https, a public host, an allowed port, no user","pointer":"#/url"},{"code":"one_of","detail":"must be one of book.added","pointer":"#/events/0","params":{"values":["book.added"]}}]}
}

func Example_webhookReceiver() {
	secret := webhook.NewSecret() // in a program: webhook.ParseSecret(os.Getenv("WEBHOOK_SECRET"))
	verifier := webhook.NewVerifier(secret).Once(idempotency.Memory(), "library", 7*24*time.Hour)
	receiver := verifier.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		book, err := bookAdded.ParsePayload(body)
		fmt.Println("received", book.Title, err)
		w.WriteHeader(http.StatusNoContent)
	}))

	message := bookAdded.Of(Book{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel})
	for range 2 {
		fmt.Println(attempt(receiver, message, secret))
	}
	fmt.Println(attempt(receiver, message, webhook.NewSecret()))

	// Output:
	// received Moby-Dick <nil>
	// 204
	// 204
	// 403 {"title":"The webhook is not verified.","status":403,"detail":"No signature is valid.","code":"webhook_not_verified"}
}

// attempt sends a message to a receiver in memory.
func attempt(receiver http.Handler, m event.Message, secret webhook.Secret) string {
	body := event.Payload(m)
	r := httptest.NewRequest("POST", "/hooks", bytes.NewReader(body))
	if err := webhook.Sign(r.Header, m.ID, time.Now(), body, secret); err != nil {
		return err.Error()
	}
	w := httptest.NewRecorder()
	receiver.ServeHTTP(w, r)
	return strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Body))
}

func Example_webhookRoute() {
	payloads := collection.New("Payload", prop.String("type"), prop.DateTime("timestamp"), prop.Any("data"))
	verifier := webhook.NewVerifier(webhook.NewSecret())
	hook := route.Post("/hooks", payloads.Create(), collection.NoContent()).
		Use(verifier.Wrap).
		Fails(webhook.Problems()...).
		Handle(func(c *route.Call, in collection.Record) (collection.Empty, error) {
			return collection.Empty{}, nil
		})
	app := tenon.New("Receiver", "1.0.0").Add(hook).MustBuild()

	send(app, "POST", "/hooks", `{"type": 1}`)

	// Output:
	// 403 {"title":"The webhook is not verified.","status":403,"detail":"A header is missing: webhook-id, webhook-timestamp or webhook-signature.","code":"webhook_not_verified"}
}

func Example_webhookSender() {
	status := http.StatusNoContent
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(status)
	}))
	defer receiver.Close()
	store := webhook.Memory()
	sender, err := webhook.NewSender(store,
		webhook.DisableAfter(5*24*time.Hour),
		webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8")), // for this test only
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	err = store.Insert(ctx, webhook.Subscription{ID: "s1", URL: receiver.URL, Keys: []webhook.Key{{Secret: webhook.NewSecret()}}}, 1)
	fmt.Println(err)

	message := bookAdded.Of(Book{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel})
	for _, status = range []int{204, 500, 503, 410} {
		err := sender.Publish(ctx, "s1", message)
		fmt.Println(err, event.RetryDelay(err), event.IsPermanent(err))
	}
	s, err := store.Find(ctx, "s1")
	fmt.Println(s.Enabled(), s.Reason, err)

	// Output:
	// <nil>
	// <nil> 0s false
	// webhook: the receiver responded with status 500 0s false
	// webhook: the receiver responded with status 503 30s false
	// webhook: the receiver responded with status 410 0s true
	// false gone <nil>
}

// Only the subscriptions of the tenant of a message receive it.
func TestMatchComparesTenants(t *testing.T) {
	tenants := map[string]string{mobyDick: "ann"}
	store := webhook.Memory()
	sender, err := webhook.NewSender(store,
		webhook.Match(func(s webhook.Subscription, m event.Message) bool { return s.Owner == tenants[m.Key] }),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Insert(t.Context(), webhook.Subscription{ID: "s1", Owner: "ann"}, 1), store.Insert(t.Context(), webhook.Subscription{ID: "s2", Owner: "bob"}, 1)); err != nil {
		t.Fatal(err)
	}
	ids, err := sender.Destinations(t.Context(), bookAdded.Of(Book{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel}))
	if err != nil || len(ids) != 1 || ids[0] != "s1" {
		t.Errorf("%v, %v", ids, err)
	}
}
