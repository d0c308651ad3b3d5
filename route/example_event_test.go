package route_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A handler emits the events of its route, and no other.
func ExampleWriteRoute_Emits() {
	name := prop.String("name")
	products := collection.New("Product", name)
	created := event.New("product.created", products.View()).Key(name)
	removed := event.New("product.removed", products.View())

	var log event.Memory
	emit := func(ctx context.Context, m event.Message) error { // in a program: Outbox.Emit
		if err := event.Declared(ctx, m); err != nil {
			return err
		}
		return log.Publish(ctx, "memory", m)
	}
	add := route.Post("/products", products.Create(), products.View()).
		Emits(created).
		Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
			err := emit(c.Context(), removed.Of(in))
			fmt.Println(errors.Is(err, event.ErrUndeclared), err)
			return in, emit(c.Context(), created.Of(in))
		})

	app := tenon.New("Shop", "1.0.0").Add(add).MustBuild()
	r := httptest.NewRequest("POST", "/products", strings.NewReader(`{"name": "Saw"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	app.ServeHTTP(w, r)
	for _, m := range log.Messages() {
		fmt.Println(w.Code, m.Type, m.Key, string(m.Data))
	}
	// Output:
	// true event: the route does not declare the event: POST /products emits product.removed; declare it with Emits
	// 201 product.created Saw {"name":"Saw"}
}

// The first event has an ID alone: a client whose connection breaks before the next one continues
// after it, with Last-Event-ID.
func ExampleEvent() {
	price := prop.Int("price")
	prices := collection.New("Price", price)
	watch := route.Get("/prices", route.Events(prices.View())).
		Handle(func(*route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			return func(yield func(route.Event[collection.Record], error) bool) {
				if !yield(route.Event[collection.Record]{ID: "41", NoData: true}, nil) {
					return
				}
				p := collection.NewRecord(prices)
				price.Set(p, 7)
				yield(route.Event[collection.Record]{ID: "42", Name: "changed", Data: p}, nil)
			}, nil
		})

	app := tenon.New("Prices", "1.0.0").Add(watch).MustBuild()
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/prices", nil))
	fmt.Print(w.Body)
	// Output:
	// id: 41
	//
	// id: 42
	// event: changed
	// data: {"price":7}
}
