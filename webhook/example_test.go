package webhook_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

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
