package main

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// An Order is a customer's order of a product.
type Order struct {
	Product  string // its ID
	Number   int    // sequential within the product, from 1
	Quantity int
	Email    string
	Status   OrderStatus
	Placed   time.Time
	Owner    string // the authn.Identity.Key of the customer
}

// OrderStatus is the progress of an order.
type OrderStatus string

const (
	Placed    OrderStatus = "placed"
	Shipped   OrderStatus = "shipped"
	Cancelled OrderStatus = "cancelled"
)

// The problem types of orders.
var (
	NoSuchOrder = render.NewProblem(404, "no_such_order", "No such order.").
			Describe("The product has no order with this number, or the product does not exist.")
	NotForSale = render.NewProblem(409, "not_for_sale", "The product is not for sale.").
			Describe("Only an active product can be ordered.")
	OrderClosed = render.NewProblem(409, "order_closed", "The order is closed.").
			Describe("An order that was shipped or canceled cannot change.")
	HasOrders = render.NewProblem(409, "has_orders", "The product has orders.").
			Describe("A product that was ordered cannot be deleted; retire it.")
)

var (
	productID = id.As("product_id")
	number    = prop.Int("number").Min(1).ReadOnly().Describe("Counts the orders of the product.").Example(7)
	quantity  = prop.Int("quantity").Min(1).Max(1000).Example(2)
	email     = prop.Email("email").MaxLen(254).Describe("Of the customer.").Example("ada@example.com")
	progress  = prop.Enum("status", Placed, Shipped, Cancelled).Describe("The state of the order.").Example(Shipped)
	placed    = prop.DateTime("placed_at").ReadOnly().Example(morning)

	orders = collection.Of("Order", func(o *Order) collection.Fields {
		return collection.Fields{
			productID.At(&o.Product),
			number.At(&o.Number).Key(),
			quantity.At(&o.Quantity).Except(collection.Update),
			email.At(&o.Email),
			progress.At(&o.Status).Except(collection.Create),
			placed.At(&o.Placed),
		}
	}).Describe("A quantity of a product that a customer orders.").ComponentName(collection.Update, "OrderChange")
)
