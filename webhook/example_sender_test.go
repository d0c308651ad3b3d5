package webhook_test

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/webhook"
)

// A sender and a receiver in one program. Without the options, the sender does not connect to
// addresses that are not public.
func ExampleSender() {
	secret := webhook.NewSecret()
	receiver := httptest.NewTLSServer(webhook.NewVerifier(secret).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})))
	defer receiver.Close()

	ctx, store := context.Background(), webhook.Memory()
	err := store.Insert(ctx, webhook.Subscription{ID: "7c3e", Owner: "ann", URL: receiver.URL, Keys: []webhook.Key{{Secret: secret}}}, 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	name := prop.String("name")
	products := collection.New("Product", name)
	created := event.New("product.created", products.View())
	saw := collection.NewRecord(products)
	name.Set(saw, "Saw")

	roots := x509.NewCertPool()
	roots.AddCert(receiver.Certificate())
	local := []webhook.Option{webhook.RootCAs(roots), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8"))}
	for _, options := range [][]webhook.Option{local, nil} {
		sender, err := webhook.NewSender(store, options...)
		if err != nil {
			fmt.Println(err)
			return
		}
		m := created.Of(saw)
		to, err := sender.Destinations(ctx, m)
		fmt.Println(to, err)
		fmt.Println(sender.Publish(ctx, "7c3e", m))
	}
	// Output:
	// [7c3e] <nil>
	// <nil>
	// [7c3e] <nil>
	// webhook: no response: address
}

// The second attempt of a webhook gets the response of the first.
func ExampleVerifier_Once() {
	secret := webhook.NewSecret()
	receiver := webhook.NewVerifier(secret).Once(idempotency.Memory(), "hooks", 24*time.Hour).
		Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Println("received", r.Header.Get("webhook-id"))
			w.WriteHeader(http.StatusNoContent)
		}))

	body := `{"type":"product.created","timestamp":"2026-11-22T10:00:00Z","data":{}}`
	for range 2 {
		r := httptest.NewRequest("POST", "/hooks", strings.NewReader(body))
		if err := webhook.Sign(r.Header, "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", time.Now(), []byte(body), secret); err != nil {
			fmt.Println(err)
			return
		}
		w := httptest.NewRecorder()
		receiver.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// received 018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57
	// 204
	// 204
}
