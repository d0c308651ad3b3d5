package payments

import (
	"maps"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Customer pays.
type Customer struct {
	ID                       string
	Name, Email, Description *string
	Address                  *Address
	Metadata                 map[string]string
	Created                  time.Time
	Deleted                  bool
}

// An Address is that of a customer.
type Address struct{ Line1, City, Country *string }

var (
	customerID = id("cus")
	name       = text("name", 256)
	email      = text("email", 512)
	about      = text("description", 500)
	address    = addresses.Object().As("address").Optional()
)

// text declares a text that clients may leave out, which is null then.
func text(name string, max int) *prop.StringProp[string] {
	return prop.String(name).MaxLen(max).Optional()
}

var addresses = collection.Of("Address", func(a *Address) collection.Fields {
	return collection.Fields{
		text("line1", 200).AtNullable(&a.Line1), text("city", 100).AtNullable(&a.City),
		text("country", 2).Pattern("^[A-Z]{2}$").AtNullable(&a.Country),
	}
})

var customers = collection.Of("Customer", func(c *Customer) collection.Fields {
	return collection.Fields{
		customerID.ReadOnly().At(&c.ID).Key(),
		object("customer"),
		name.AtNullable(&c.Name),
		email.AtNullable(&c.Email),
		about.AtNullable(&c.Description),
		address.AtNullable(&c.Address),
		metadata.At(&c.Metadata),
		created.At(&c.Created),
	}
})

// changes are the members of a customer that an update may change. It has them only.
var changes = collection.New("CustomerChanges", name, email, about, address, metadata)

// apply changes what a client has sent. An update adds to the metadata.
func apply(in collection.Record, c *Customer) {
	for p, to := range map[*prop.StringProp[string]]**string{name: &c.Name, email: &c.Email, about: &c.Description} {
		if v, ok := p.Lookup(in); ok {
			*to = &v
		}
	}
	if a, ok := address.Lookup(in); ok {
		c.Address = &a
	}
	maps.Copy(c.Metadata, metadata.Get(in))
}

// gone is what is left of a customer: {"id": …, "object": "customer", "deleted": true}.
var gone = collection.Of("DeletedCustomer", func(c *Customer) collection.Fields {
	return collection.Fields{
		customerID.ReadOnly().At(&c.ID),
		object("customer"),
		collection.Fixed(prop.Const("deleted", true)),
	}
})

// found is a customer, or what is left of it.
var found = collection.OneOf("FoundCustomer",
	collection.Case(customers, func(c Customer) Customer { return c }, func(c Customer) (Customer, bool) { return c, !c.Deleted }),
	collection.Case(gone, func(c Customer) Customer { return c }, func(c Customer) (Customer, bool) { return c, c.Deleted }),
)

func (s *server) customers() route.Member {
	byID := customerID.As("customer")
	return route.Group("/customers",
		route.Post("", form(customers, name, email, about, address, metadata), customers.View()).Status(200).
			ID("PostCustomers").Summary("Create a customer").
			Idempotent(24*time.Hour, s.keys).
			Handle(func(_ *route.Call, in Customer) (Customer, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				in.ID, in.Created = s.next("cus"), s.clock()
				s.customerRows = append([]Customer{in}, s.customerRows...)
				return in, nil
			}),
		route.List("", customers.List(), pages(customerID, "/v1/customers")).
			ID("GetCustomers").Summary("List customers").Renderer(listed).
			DefaultOrder(paginate.Desc(created)).
			Filters(paginate.Equal(email)).
			Query(route.DeepObject(createdIn)).
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Customer], error) {
				return page(c, s, q, customers, &s.customerRows, func(c Customer) (time.Time, bool) { return c.Created, c.Deleted })
			}),
		route.Group("/{customer}",
			route.Get("", found.View()).
				ID("GetCustomersCustomer").Summary("Retrieve a customer").
				Handle(func(c *route.Call) (out Customer, _ error) {
					err := s.customer(byID.Get(c), func(stored *Customer) { out = *stored })
					return out, err
				}),
			route.Post("", form(changes, address, metadata), customers.View()).Status(200).
				ID("PostCustomersCustomer").Summary("Update a customer").
				Idempotent(24*time.Hour, s.keys).
				Handle(func(c *route.Call, in collection.Record) (out Customer, _ error) {
					err := s.customer(byID.Get(c), func(stored *Customer) {
						apply(in, stored)
						out = *stored
					})
					return out, err
				}),
			route.Delete("", gone.View()).
				ID("DeleteCustomersCustomer").Summary("Delete a customer").
				Handle(func(c *route.Call) (out Customer, _ error) {
					err := s.customer(byID.Get(c), func(stored *Customer) { stored.Deleted, out = true, *stored })
					return out, err
				}),
		).Path(byID).Fails(Missing),
	).Tag("Customers")
}

// customer calls use with the customer that has an ID.
func (s *server) customer(id string, use func(*Customer)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := find(s.customerRows, id, func(c *Customer) *string { return &c.ID })
	if err == nil {
		use(c)
	}
	return err
}
