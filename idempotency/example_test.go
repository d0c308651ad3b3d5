package idempotency_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A client that did not receive the response to its payment retries it.
func Example() {
	amount := prop.Int("amount").Min(1)
	receipt := prop.Int("receipt").ReadOnly()
	payments := collection.New("Payment", amount, receipt)
	paid := 0
	pay := route.Post("/payments", payments.Create(), payments.View()).
		Idempotent(24*time.Hour, idempotency.Memory()).
		RequireIdempotencyKey().
		Handle(func(_ *route.Call, p collection.Record) (collection.Record, error) {
			paid++
			receipt.Set(&p, paid)
			return p, nil
		})
	app := tenon.New("Bank", "1.0").Add(pay).MustBuild()

	for _, body := range []string{`{"amount":5}`, `{ "amount": 5 }`, `{"amount":6}`} {
		r := httptest.NewRequest("POST", "/payments", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", `"8e03978e-40d5-43e8-bc93-6894a57f9324"`)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 201 {"data":{"amount":5,"receipt":1}}
	// 201 {"data":{"amount":5,"receipt":1}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The Idempotency-Key was used for another request.","code":"idempotency_key_reused"}
}
