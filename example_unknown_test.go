package tenon_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Old clients send members that nothing declares any more. A payment must not lose one.
func ExampleAPI_IgnoreUnknownMembers() {
	note := prop.String("note")
	orders := collection.New("Order", prop.Int("product"), note.Optional())
	payments := collection.New("Payment", prop.Int("amount")).RejectUnknown()
	same := func(_ *route.Call, r collection.Record) (collection.Record, error) { return r, nil }

	app := tenon.New("Shop", "1.0.0").
		IgnoreUnknownMembers().
		Add(route.Post("/orders", orders.Create(), orders.View()).Handle(same)).
		Add(route.Post("/payments", payments.Create(), payments.View()).Handle(same)).
		MustBuild()

	server := httptest.NewServer(app)
	defer server.Close()
	fmt.Println(send("POST", server.URL+"/orders", `{"product": 7, "coupon": "SUMMER"}`))
	fmt.Println(send("POST", server.URL+"/payments", `{"amount": 500, "currency": "EUR"}`))
	// Output:
	// 201 {"data":{"product":7}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"unknown","detail":"is not recognized","pointer":"#/currency"}]}
}
