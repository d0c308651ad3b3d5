package doc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Routes without handlers, in a package that server and clients share.
var (
	ShowBook  = route.Get("/books/{id}", books.View()).Path(bookID).Fails(NoSuchBook)
	AddBook   = route.Post("/books", books.Create(), books.View())
	ListBooks = route.List("/books", books.List(), paginate.ByPage().Default(2)).
			Sorting(title).
			Filters(minPages)

	minPages = paginate.AtLeast(pages)
)

// library returns the server for these routes.
func library() *tenon.App {
	return tenon.New("Library", "1.0.0").Add(
		ShowBook.Handle(func(c *route.Call) (Book, error) { return find(c.Context(), bookID.Get(c)) }),
		AddBook.Handle(func(c *route.Call, in Book) (Book, error) { return insert(c.Context(), in) }),
		ListBooks.Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return shelf.List(c.Context(), q)
		}),
	).MustBuild()
}

func Example_calls() {
	c := client.Local(library()) // or client.New("https://api.example.com")
	c = c.Prepare(func(r *http.Request) error {
		r.Header.Set("Authorization", "Bearer …")
		return nil
	})
	ctx := context.Background()

	book, err := ShowBook.Call(ctx, c, bookID.Is(mobyDick))
	fmt.Println(book.Title, err)

	var response client.Response
	_, err = AddBook.Call(ctx, c.Into(&response), Book{Title: "Typee", Pages: 325, Genre: Novel})
	fmt.Println(response.Status(), err)

	// Output:
	// Moby-Dick <nil>
	// 201 <nil>
}

func Example_clientErrors() {
	c := client.Local(library())
	ctx := context.Background()

	_, err := ShowBook.Call(ctx, c, bookID.Is("018f3c1e-7c1a-7b9e-8f57-000000000000"))
	fmt.Println(errors.Is(err, NoSuchBook), errors.Is(err, render.NotFound))
	var failure *client.ProblemError
	if errors.As(err, &failure) {
		fmt.Println(failure.Status, failure.Title)
	}

	_, err = AddBook.Call(ctx, c, Book{Title: "", Pages: 325, Genre: Novel}) // not sent
	var violations prop.Violations
	fmt.Println(errors.As(err, &violations), err)

	// Output:
	// true false
	// 404 No such book.
	// true #/title: must have at least 1 character (min_length)
}

func Example_walk() {
	c := client.Local(library())

	for book, err := range ListBooks.Walk(context.Background(), c,
		minPages.Is(90), paginate.OrderBy(paginate.Desc(title))) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(book.Title)
	}

	// Output:
	// Omoo
	// Moby-Dick
	// Leaves of Grass
}

func Example_resourceClient() {
	resource := route.Resource("/notes", notes, noteName, &Notes{})
	c := client.Local(tenon.New("Notes", "1.0.0").Add(resource).MustBuild())
	calls, ctx := resource.Client(), context.Background()

	note, err := calls.Create.Call(ctx, c, Note{Name: "todo", Text: "Read"})
	fmt.Println(note.Text, err)

	change, err := notes.Update().Parse([]byte(`{"text": "Write"}`))
	if err != nil {
		panic(err)
	}
	note, err = calls.Update.Call(ctx, c, change, noteName.Is("todo"))
	fmt.Println(note.Text, err)

	// Output:
	// Read <nil>
	// Write <nil>
}
