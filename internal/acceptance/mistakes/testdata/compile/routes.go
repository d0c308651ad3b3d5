package compile

import (
	"context"
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// The collection in place of one of its modes.
var _ = route.Get("/books/{id}", books).Path(bookID).Handle(show)                                                     // want 4: collection.Collection\[Book\] of books does not match inferred type route.Body
var _ = route.Post("/books", books, books.View()).Handle(func(_ *route.Call, b Book) (Book, error) { return b, nil }) // want 4: collection.Collection\[Book\] of books does not match inferred type route.Body
var _ = route.Get("/books", collection.Many(books))                                                                   // want 4: collection.Collection\[Book\] of books does not match .*collection.Body\[Book\]
var _ = route.List("/books", books, paginate.ByPage())                                                                // want 4: collection.Collection\[Book\] of books does not match .*collection.Body\[Book\]

// A mode in place of the collection.
var _ = route.Resource("/books", books.View(), bookID, Shelf{}) // want 5: collection.Body\[Book\] of books.View\(\) does not match .*collection.Collection\[Book\]

// Handlers of other signatures.
var _ = route.Post("/books", books.Create(), books.View()).Handle(show)                                                              // want 5: cannot use show .* as func\(\*route.Call, Book\) \(Book, error\)
var _ = route.Get("/books/{id}", books.View()).Handle(func(*route.Call) (*Book, error) { return nil, nil })                          // want 5: \(\*Book, error\).* as func\(\*route.Call\) \(Book, error\)
var _ = route.Get("/books/{id}", books.View()).Handle(func(w http.ResponseWriter, r *http.Request) {})                               // want 5: http.ResponseWriter.* as func\(\*route.Call\) \(Book, error\)
var _ = route.Get("/books/{id}", books.View()).Handle(func(*route.Call) Book { return Book{} })                                      // want 5: \(\*route.Call\) Book.* as func\(\*route.Call\) \(Book, error\)
var _ = route.Get("/books/{id}", books.View()).Handle(func(context.Context) (Book, error) { return Book{}, nil })                    // want 5: context.Context.* as func\(\*route.Call\) \(Book, error\)
var _ = route.Get("/books", collection.Many(books.List())).Handle(show)                                                              // want 5: cannot use show .* as func\(\*route.Call\) \(\[\]Book, error\)
var _ = route.List("/books", books.List(), paginate.ByPage()).Handle(func(*route.Call) ([]Book, error) { return nil, nil })          // want 5: \[\]Book, error.* as func\(\*route.Call, paginate.Query\) \(paginate.Result\[Book\], error\)
var _ = route.Patch("/books/{id}", books.Update(), books.View()).Handle(func(_ *route.Call, b Book) (Book, error) { return b, nil }) // want 5: b Book\) \(Book, error\).* as func\(\*route.Call, collection.Patch\[Book\]\) \(Book, error\)
var _ = route.Delete("/books/{id}", collection.NoContent()).Handle(func(*route.Call) error { return nil })                           // want 5: func\(\*route.Call\) error.* as func\(\*route.Call\) \(collection.Empty, error\)

// An Idempotency-Key of a GET, which is idempotent.
var _ = route.Get("/books/{id}", books.View()).Idempotent(0, nil) // want 4: has no field or method Idempotent

// What other frameworks have.
var _ = route.Get("/books/{id}", books.View()).Handle(func(c *route.Call) (Book, error) {
	id := c.Param("id")                   // want 4: c.Param undefined
	return Book{ID: id}, c.JSON(200, nil) // want 4: c.JSON undefined
})
var _ = route.Get("/books/{id}", books.View()).Path("id").Handle(show)             // want 5: cannot use "id" .* as prop.Prop
var _ = route.List("/books", books.List(), paginate.ByPage()).Filters("title")     // want 4: cannot use "title" .* as paginate.Filterer
var _ = route.List("/books", books.List(), paginate.ByPage()).DefaultOrder(title)  // want 5: cannot use title .* as paginate.Term
var _ = tenon.New("Library", "1").Add(func(http.ResponseWriter, *http.Request) {}) // want 4: as route.Member
var _ = route.Get("/books/{id}", books.View()).Fails(404).Handle(show)             // want 5: cannot use 404 .* as \*render.Problem
var _ = render.NewProblem("404", "no_such_book", "No such book.")                  // want 5: cannot use "404" .* as int value

// A value of another type.
var _ = route.Get("/books/{id}", books.View()).Path(bookID).Handle(func(c *route.Call) (Book, error) {
	var number int = bookID.Get(c) // want 5: cannot use bookID.Get\(c\) .*string.* as int
	return Book{Pages: number}, nil
})
