package event_test

import (
	"context"
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
)

type product struct {
	ID   string
	Name string
}

var (
	productID   = prop.UUID("id").ReadOnly()
	productName = prop.String("name").MinLen(1).MaxLen(80)
	products    = collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{productID.At(&p.ID).Key(), productName.At(&p.Name)}
	})
)

func ExampleNew() {
	created := event.New("product.created", products.View()).
		Key(productID).
		Describe("A product is for sale.")

	m := created.Of(product{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "Saw"})
	fmt.Println(m.Type, m.Key, m.Err())
	fmt.Println(string(m.Data))

	// A product without a name violates the declaration.
	m = created.Of(product{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"})
	fmt.Println(m.Err())
	// Output:
	// product.created 018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57 <nil>
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","name":"Saw"}
	// event product.created: the data violates its declaration: #/name: must have at least 1 character (min_length)
}

func ExampleParsePayload() {
	created := event.New("product.created", products.View())
	body := `{"type":"product.created","timestamp":"2026-11-22T10:00:00Z",` +
		`"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","name":"Saw"}}`

	m, err := event.ParsePayload([]byte(body))
	if err != nil {
		panic(err)
	}
	switch m.Type {
	case created.Name():
		p, err := created.Parse(m.Data)
		fmt.Println(p.Name, m.Time, err)
	}
	// Output: Saw 2026-11-22 10:00:00 +0000 UTC <nil>
}

// A function that stores or publishes messages calls Declared first, as Outbox.Emit does. Without
// a request, any event may be emitted.
func ExampleDeclared() {
	created := event.New("product.created", products.View())
	var log event.Memory
	emit := func(ctx context.Context, m event.Message) error {
		if err := event.Declared(ctx, m); err != nil {
			return err
		}
		return log.Publish(ctx, "memory", m)
	}

	fmt.Println(emit(context.Background(), created.Of(product{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "Saw"})))
	fmt.Println(emit(context.Background(), created.Of(product{})) != nil, len(log.Messages()))
	// Output:
	// <nil>
	// true 1
}
