// Command records is the reference task without structs.
package main

import (
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var status = prop.Enum("status", "open", "paid")
var total = prop.Float64("total").Min(0)
var items = collection.New("Item", prop.String("sku").MinLen(3), prop.Int("quantity").Min(1))
var customer = prop.String("customer").MinLen(1).MaxLen(80)
var orders = collection.New("Order", customer, prop.Email("email"), status,
	prop.Int("priority").Min(1).Max(5), total, items.Array("items").MinItems(1))

func main() {
	http.ListenAndServe(":8080", tenon.New("Orders", "1").Add(
		route.Post("/orders", orders.Create(), orders.View()).Handle(func(_ *route.Call, o collection.Record) (collection.Record, error) { return o, nil }),
		route.List("/orders", orders.List(), paginate.ByPage()).Sorting(total).Filters(paginate.Equal(status)).
			Tiebreaker(customer).Handle(func(*route.Call, paginate.Query) (r paginate.Result[collection.Record], err error) { return }),
	).MustBuild())
}
