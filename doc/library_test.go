// Package doc_test has the code of the pages in this folder. The examples of lists.md
// are in lists_test.go, and so on.
package doc_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type Genre string

const (
	Novel  Genre = "novel"
	Poetry Genre = "poetry"
)

type Book struct {
	ID    string
	Title string
	Pages int
	Genre Genre
	Note  *string
}

var (
	bookID = prop.UUID("id").ReadOnly()
	title  = prop.String("title").MinLen(1).MaxLen(120)
	pages  = prop.Int("pages").Min(1).Max(10_000)
	genre  = prop.Enum("genre", Novel, Poetry).Default(Novel)
	note   = prop.Nullable(prop.String("note").MaxLen(500)).Optional()
)

var books = collection.Of("Book", func(b *Book) collection.Fields {
	return collection.Fields{
		bookID.At(&b.ID).Key(),
		title.At(&b.Title),
		pages.At(&b.Pages),
		genre.At(&b.Genre),
		note.At(&b.Note),
	}
})

var NoSuchBook = render.NewProblem(404, "no_such_book", "No such book.")

// The IDs of the books in shelf.
const (
	mobyDick = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"
	leaves   = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58"
	omoo     = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59"
)

var shelf = Shelf{
	{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel},
	{ID: leaves, Title: "Leaves of Grass", Pages: 95, Genre: Poetry},
	{ID: omoo, Title: "Omoo", Pages: 389, Genre: Novel},
}

// Shelf is a store that lists and shows books.
type Shelf []Book

func (s Shelf) List(_ context.Context, q paginate.Query) (paginate.Result[Book], error) {
	return mempage.Select(q, books, s)
}

func (s Shelf) View(_ context.Context, id string) (Book, error) {
	for _, b := range s {
		if b.ID == id {
			return b, nil
		}
	}
	return Book{}, NoSuchBook
}

func find(ctx context.Context, id string) (Book, error) { return shelf.View(ctx, id) }

func insert(_ context.Context, b Book) (Book, error) {
	b.ID = mobyDick
	return b, nil
}

var show = route.Get("/books/{id}", books.View()).
	Summary("Show one book").
	Path(bookID).
	Fails(NoSuchBook).
	Handle(func(c *route.Call) (Book, error) { return find(c.Context(), bookID.Get(c)) })

var create = route.Post("/books", books.Create(), books.View()).
	Summary("Add a book").
	Handle(func(c *route.Call, in Book) (Book, error) { return insert(c.Context(), in) })

// send sends a request to h, prints the status and the body of the response, and
// returns its headers. Request headers have the form "Name: value".
func send(h http.Handler, method, target, body string, header ...string) http.Header {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Body)))
	return w.Header()
}
