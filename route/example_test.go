package route_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func Example() {
	type book struct{ Title string }
	books := collection.Of("Book", func(b *book) collection.Fields {
		return collection.Fields{prop.String("title").At(&b.Title)}
	})
	var (
		number     = prop.Int("number").Min(1)
		noSuchBook = render.NewProblem(404, "no_such_book", "No such book.")
	)
	// The body decides what the handler returns, and number is declared and read with one value.
	show := route.Get("/books/{number}", books.View()).
		Summary("Show a book").
		Path(number).
		Fails(noSuchBook).
		Handle(func(c *route.Call) (book, error) {
			if number.Get(c) != 1 {
				return book{}, noSuchBook
			}
			return book{"Moby-Dick"}, nil
		})

	app := tenon.New("Library", "1.0.0").Add(show).MustBuild()
	for _, path := range []string{"/books/1", "/books/2", "/books/one"} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 200 {"data":{"title":"Moby-Dick"}}
	// 404 {"title":"No such book.","status":404,"code":"no_such_book"}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"type","detail":"must be an integer","in":"path","parameter":"number","params":{"expected":"integer"}}]}
}
