// Command store is the reference task as a resource on a store.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
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

var sku, quantity = prop.String("sku").MinLen(3), prop.Int("quantity").Min(1)
var customer = prop.String("customer").MinLen(1).MaxLen(80)
var status, total = prop.Enum("status", "open", "paid"), prop.Float64("total").Min(0)

var items = collection.Of("Item", func(i *Item) collection.Fields { return collection.Fields{sku.At(&i.SKU), quantity.At(&i.Quantity)} })

var orders = collection.Of("Order", func(o *Order) collection.Fields {
	return collection.Fields{
		customer.At(&o.Customer).Key(),
		prop.Email("email").At(&o.Email),
		status.At(&o.Status),
		prop.Int("priority").Min(1).Max(5).At(&o.Priority),
		total.At(&o.Total),
		items.Array("items").MinItems(1).At(&o.Items),
	}
})

type store struct {
	sync.Mutex
	orders []Order
}

func (s *store) Create(_ context.Context, o Order) (Order, error) {
	s.Lock()
	defer s.Unlock()
	s.orders = append(s.orders, o)
	return o, nil
}

func (s *store) List(_ context.Context, q paginate.Query) (paginate.Result[Order], error) {
	s.Lock()
	defer s.Unlock()
	return mempage.Select(q, orders, s.orders)
}

func main() {
	resource := route.Resource("/orders", orders, customer, &store{}).Sorting(total).Filters(paginate.Equal(status))
	http.ListenAndServe(":8080", tenon.New("Orders", "1").Add(resource).MustBuild())
}
