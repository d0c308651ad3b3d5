// Command structs is the reference task bound to structs: POST with five validated
// members and a list of objects, GET of a list with pages, sorting and a filter.
package main

import (
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type Item struct {
	SKU      string
	Quantity int
}

type Order struct {
	Customer, Email, Status string
	Priority                int
	Total                   float64
	Items                   []Item
}

var status = prop.Enum("status", "open", "paid")
var total = prop.Float64("total").Min(0)

var items = collection.Of("Item", func(i *Item) collection.Fields {
	return collection.Fields{prop.String("sku").MinLen(3).At(&i.SKU), prop.Int("quantity").Min(1).At(&i.Quantity)}
})

var orders = collection.Of("Order", func(o *Order) collection.Fields {
	return collection.Fields{
		prop.String("customer").MinLen(1).MaxLen(80).At(&o.Customer).Key(),
		prop.Email("email").At(&o.Email),
		status.At(&o.Status),
		prop.Int("priority").Min(1).Max(5).At(&o.Priority),
		total.At(&o.Total),
		items.Array("items").MinItems(1).At(&o.Items),
	}
})

func main() {
	http.ListenAndServe(":8080", tenon.New("Orders", "1").Add(
		route.Post("/orders", orders.Create(), orders.View()).Handle(func(_ *route.Call, o Order) (Order, error) { return o, nil }),
		route.List("/orders", orders.List(), paginate.ByPage()).Sorting(total).Filters(paginate.Equal(status)).
			Handle(func(*route.Call, paginate.Query) (r paginate.Result[Order], err error) { return }),
	).MustBuild())
}
