package outbox_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

// A product and its event are committed together, or neither is.
func ExampleOutbox_Emit() {
	database := fakedb.New()
	db := sql.OpenDB(database)
	defer db.Close()
	box, err := outbox.New(db, outbox.SQLite)
	if err != nil {
		fmt.Println(err)
		return
	}
	name := prop.String("name").MinLen(1)
	products := collection.New("Product", name)
	created := event.New("product.created", products.View())

	ctx := context.Background() // in a handler: that of the call
	for _, text := range []string{"Saw", ""} {
		product := collection.NewRecord(products)
		name.Set(product, text)
		err := sqltx.Do(ctx, db, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "INSERT INTO products (name) VALUES (?)", text); err != nil {
				return err
			}
			return box.Emit(ctx, tx, created.Of(product))
		})
		fmt.Println(len(database.Work()), "rows,", err)
	}
	// Output:
	// 2 rows, <nil>
	// 2 rows, event product.created: the data violates its declaration: #/name: must have at least 1 character (min_length)
}

// A route that streams the events of an outbox. A client that reconnects to any server of the
// database continues after the last event that it got.
func ExampleEvents() {
	var box *outbox.Outbox // of the program, which calls its Run
	name := prop.String("name")
	products := collection.New("Product", name)
	created := event.New("product.created", products.View())

	last := outbox.LastEventID()
	watch := route.Get("/products/events", route.Events(products.View())).
		Header(last).
		Also(http.StatusNoContent, "The events after the last one are deleted. Load the products, and connect again without Last-Event-ID.").
		Handle(func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			var after *int64
			if id, ok := last.Lookup(c); ok {
				after = &id
			}
			stream, err := outbox.Events(c.Context(), box, after, outbox.Filter{}, created)
			if errors.Is(err, outbox.ErrGone) {
				c.Status(http.StatusNoContent) // browsers do not reconnect then (HTML §9.2.3)
				return func(func(route.Event[collection.Record], error) bool) {}, nil
			}
			return stream, err
		})

	_, err := tenon.New("Shop", "1.0.0").Add(watch).Build()
	fmt.Println(err)
	// Output: <nil>
}
