package tenon_test

import (
	"context"
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
)

// A job emits an event without a request.
func ExampleAPI_Events() {
	count := prop.Int("count").Min(0)
	sweep := collection.New("Sweep", count)
	swept := event.New("books.swept", sweep.View()).Describe("Lost books are no longer in the library.")

	app := tenon.New("Library", "1.0.0").Add(show, create).Events(swept).MustBuild()
	for _, e := range app.Tree().Events { // as documents have them
		fmt.Println(e.Name, e.Doc)
	}

	var log event.Memory
	job := func(ctx context.Context) error {
		done := collection.NewRecord(sweep)
		count.Set(done, 3)
		m := swept.Of(done)
		if err := event.Declared(ctx, m); err != nil { // in a program: Outbox.Emit
			return err
		}
		return log.Publish(ctx, "memory", m)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(job(ctx), string(log.Messages()[0].Data))

	_, err := tenon.New("Library", "1.0.0").Events(swept, event.New("books.swept", sweep.View())).Build()
	fmt.Println(err != nil)
	// Output:
	// books.swept Lost books are no longer in the library.
	// <nil> {"count":3}
	// true
}
