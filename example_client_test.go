package tenon_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/route"
)

func Example_call() {
	show := route.Get("/books/{id}", books.View()).Path(bookID).Fails(NoSuchBook)
	app := tenon.New("Library", "1.0.0").Add(
		show.Handle(func(c *route.Call) (Book, error) { return find(c.Context(), bookID.Get(c)) }),
	).MustBuild()

	client := route.Local(app) // or route.NewClient("https://api.example.com")
	book, err := show.Call(context.Background(), client, bookID.Is(mobyDick))
	fmt.Println(book.Title, err)

	_, err = show.Call(context.Background(), client, bookID.Is("018f3c1e-7c1a-7b9e-8f57-000000000000"))
	fmt.Println(errors.Is(err, NoSuchBook))

	_, err = show.Call(context.Background(), client, bookID.Is("42")) // is not sent
	fmt.Println(err)

	// Output:
	// Moby-Dick <nil>
	// true
	// path parameter id: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000 (format)
}
