package doc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/cloudevents"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/asyncapi"
	"github.com/tenon-go/tenon/route"
)

var Added = event.New("book.added", books.View()).Key(bookID).Describe("A book is in the library.")

// out has the messages of the examples.
var out event.Memory

// emit is outbox.Emit without a database.
func emit(ctx context.Context, m event.Message) error {
	if err := event.Declared(ctx, m); err != nil {
		return err
	}
	return out.Publish(ctx, "memory", m)
}

var addBook = route.Post("/books", books.Create(), books.View()).
	Emits(Added).
	Handle(func(c *route.Call, in Book) (Book, error) {
		book, err := insert(c.Context(), in)
		if err == nil {
			err = emit(c.Context(), Added.Of(book)) // Outbox.Emit, in the transaction of the insert
		}
		return book, err
	})

func Example_events() {
	app := tenon.New("Library", "1.0.0").Add(addBook).MustBuild()
	send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`)

	m := out.Messages()[0]
	fmt.Println(m.Type, m.Key)
	fmt.Println(string(m.Data))

	// Output:
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// book.added 018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}
}

func Example_eventErrors() {
	wrong := Added.Of(Book{ID: mobyDick, Title: "Moby-Dick", Genre: Novel})
	fmt.Println(wrong.Err())

	_, err := Added.Parse([]byte(`{"id": "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "title": "", "pages": 1, "genre": "novel", "note": null}`))
	fmt.Println(err)

	// Output:
	// event book.added: the data violates its declaration: #/pages: must be at least 1 (min)
	// #/title: must have at least 1 character (min_length)
}

func Example_eventPayload() {
	body := `{"type": "book.added", "timestamp": "2026-11-22T10:00:00Z",
		"data": {"id": "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "title": "Typee", "pages": 325, "genre": "novel", "note": null, "later": true}}`
	m, err := event.ParsePayload([]byte(body))
	if err != nil {
		panic(err)
	}
	switch m.Type {
	case Added.Name():
		book, err := Added.Parse(m.Data)
		fmt.Println(book.Title, err)
	}

	// Output:
	// Typee <nil>
}

func Example_eventDocuments() {
	app := tenon.New("Library", "1.0.0").Add(addBook).MustBuild()

	openapi, _ := oas.JSON(app, oas.V31)  // webhooks, and x-emits of operations
	document, _ := asyncapi.JSON(app)     // AsyncAPI 3.0
	schema, err := oas.EventSchema(Added) // JSON Schema of the data

	fmt.Println(strings.Contains(string(openapi), `"x-emits"`), strings.Contains(string(document), `"send.book.added"`), len(schema) > 0, err)

	// Output:
	// true true true <nil>
}

func Example_cloudEvents() {
	m := event.Message{ID: "7", Type: "book.added", Key: "typee", Data: []byte(`{"title":"Typee"}`)}
	body, _ := cloudevents.Structured("https://library.example.com", m)
	fmt.Println(string(body))

	// Output:
	// {"specversion":"1.0","id":"7","source":"https://library.example.com","type":"book.added","subject":"typee","datacontenttype":"application/json","data":{"title":"Typee"}}
}

func TestEveryEventIsEmitted(t *testing.T) {
	app := tenon.New("Library", "1.0.0").Add(addBook).MustBuild()
	apitest.Emitted(t, app)
	send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`)
}

func TestEventsShowWholeEntities(t *testing.T) {
	_, err := tenon.New("Library", "1.0.0").Events(event.New("book.removed", books.Delete())).Build()
	if err == nil || !strings.Contains(err.Error(), "the data is Book in Delete mode; use View") {
		t.Error(err)
	}
}
