package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/webhook"
)

func ExampleSign() {
	secret, err := webhook.ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		fmt.Println(err)
		return
	}
	h := http.Header{}
	body := []byte(`{"test": 2432232314}`)
	err = webhook.Sign(h, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), body, secret)
	fmt.Println(h.Get("webhook-signature"), err)
	// Output: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= <nil>
}

// A receiver with net/http.
func ExampleVerifier_Wrap() {
	secret := webhook.NewSecret() // from the configuration, with ParseSecret
	receiver := webhook.NewVerifier(secret).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("received", r.Header.Get("webhook-id"))
		w.WriteHeader(http.StatusNoContent)
	}))

	body := `{"type":"product.created","timestamp":"2026-11-22T10:00:00Z","data":{}}`
	r := httptest.NewRequest("POST", "/hooks", strings.NewReader(body))
	if err := webhook.Sign(r.Header, "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", time.Now(), []byte(body), secret); err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	receiver.ServeHTTP(w, r)
	fmt.Println(w.Code)

	forged := httptest.NewRequest("POST", "/hooks", strings.NewReader(body+" "))
	forged.Header = r.Header
	w = httptest.NewRecorder()
	receiver.ServeHTTP(w, forged)
	fmt.Println(w.Code, w.Body)
	// Output:
	// received 018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57
	// 204
	// 403 {"title":"The webhook is not verified.","status":403,"detail":"No signature is valid.","code":"webhook_not_verified"}
}

func ExampleVerifier_Verify() {
	v := webhook.NewVerifier(webhook.NewSecret())
	err := v.Verify(http.Header{}, nil)
	fmt.Println(errors.Is(err, webhook.ErrMissing))
	// Output: true
}

// Clients of the API subscribe to events, which the sender delivers.
func ExampleResource() {
	id := prop.Int("id")
	products := collection.New("Product", id)
	created := event.New("product.created", products.View()).Key(id)
	sender, err := webhook.NewSender(webhook.Memory())
	if err != nil {
		fmt.Println(err)
		return
	}
	keys := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{authn.NewSecret("k-1").Hash(): authn.New("ann")}))
	app := tenon.New("Shop", "1.0.0").
		Authenticate(keys).
		Add(webhook.Resource("/webhooks", sender, webhook.Events(created))).
		MustBuild()

	for _, url := range []string{"https://example.com/hooks", "https://169.254.169.254/"} {
		r := httptest.NewRequest("POST", "/webhooks", strings.NewReader(`{"url": "`+url+`", "events": ["product.created"]}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Api-Key", "k-1")
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.Contains(w.Body.String(), `"secret":"whsec_`))
	}
	product := collection.NewRecord(products)
	id.Set(product, 7)
	destinations, err := sender.Destinations(context.Background(), created.Of(product))
	fmt.Println(len(destinations), err)
	// Output:
	// 201 true
	// 422 false
	// 1 <nil>
}
