package tenon_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Book is the entity of the examples.
type Book struct {
	ID    string
	Title string
	Pages int
	Genre Genre
	Note  *string
}

// Genre is a closed set.
type Genre string

// The genres.
const (
	Novel  Genre = "novel"
	Poetry Genre = "poetry"
)

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

// NoSuchBook is a problem that routes declare and handlers return.
var NoSuchBook = render.NewProblem(404, "no_such_book", "No such book.")

const mobyDick = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"

func find(_ context.Context, id string) (Book, error) {
	if id != mobyDick {
		return Book{}, NoSuchBook
	}
	return Book{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel}, nil
}

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

// Declare routes from properties and collections, build, and serve.
func Example() {
	app, err := tenon.New("Library", "1.0.0").Group("/v1", show, create).Build()
	if err != nil {
		fmt.Println(err) // every fault of the declaration, with file and line
		return
	}
	server := httptest.NewServer(app) // or http.ListenAndServe(":8080", app)
	defer server.Close()

	fmt.Println(send("POST", server.URL+"/v1/books", `{"title": "Moby-Dick", "pages": 635}`))
	fmt.Println(send("POST", server.URL+"/v1/books", `{"title": "", "pages": 1.5, "genre": "epic", "isbn": 7}`))
	fmt.Println(send("GET", server.URL+"/v1/books/"+mobyDick, ""))

	// Output:
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}},{"code":"type","detail":"must be an integer","pointer":"#/pages","params":{"expected":"integer"}},{"code":"one_of","detail":"must be one of novel, poetry","pointer":"#/genre","params":{"values":["novel","poetry"]}},{"code":"unknown","detail":"is not recognized","pointer":"#/isbn"}]}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
}

func send(method, url, body string) string {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return err.Error()
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(a.StatusCode, " ", string(text))
}

// Unit-test a property as a value: the same violations as a request would get.
func Example_checkProperty() {
	fmt.Println(len(title.Check("Moby-Dick")))
	for _, v := range pages.Check(0) {
		fmt.Println(v.Code, v.Detail)
	}

	// Output:
	// 0
	// min must be at least 1
}

// Parse, validate and write values without HTTP.
func Example_parse() {
	book, err := books.Create().Parse([]byte(`{"title": "Leaves of Grass", "pages": 95, "genre": "poetry"}`))
	fmt.Println(book.Title, book.Genre, err)

	_, err = books.Create().Parse([]byte(`{"pages": "95"}`))
	fmt.Println(err)

	book.Pages = 0
	fmt.Println(books.Create().Check(book))

	// Output:
	// Leaves of Grass poetry <nil>
	// #/pages: must be an integer (type)
	// #/title: is required (required)
	// #/pages: must be at least 1 (min)
}

// A patch distinguishes absent, null and a value.
func Example_patch() {
	patch, err := books.Update().Parse([]byte(`{"pages": 640, "note": null}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text := "first edition"
	book := Book{Title: "Moby-Dick", Pages: 635, Genre: Novel, Note: &text}
	if err := patch.Apply(&book); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(patch.Changes(), patch.Has(title), patch.IsNull(note))
	fmt.Println(book.Title, book.Pages, book.Note == nil)

	// Output:
	// [pages note] false true
	// Moby-Dick 640 true
}

// Build reports every fault of a declaration with its position.
func Example_faults() {
	size := prop.Int("size").
		Min(5).
		Max(2)
	_, err := tenon.New("Library", "1.0.0").Add(
		route.Get("/books/{id}", collection.Many(books.List())).
			Query(size).
			Handle(func(*route.Call) ([]Book, error) { return nil, nil }),
	).Build()
	fmt.Println(err)

	// Output:
	// tenon: the declaration has 2 faults
	// 	example_test.go:179: property "size": Max(2) is below Min(5)
	// 	example_test.go:181: GET /books/{id}: {id} has no property; declare it with Path
}

// An app is an http.Handler and mounts on any mux.
func Example_mount() {
	app := tenon.New("Library", "1.0.0").Group("/v1", show, create).MustBuild()

	mux := http.NewServeMux()
	mux.Handle("/api/", http.StripPrefix("/api", app))

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/api/v1/books/"+mobyDick+"?color=red", nil))
	fmt.Println(w.Code, w.Body)

	// Output:
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"unknown","detail":"is not recognized","in":"query","parameter":"color"}]}
}

// A collection needs no struct: its properties read its records.
func Example_record() {
	street, city := prop.String("street").MinLen(1), prop.String("city").MinLen(1)
	address := collection.New("Address", street, city)

	rec, err := address.Create().Parse([]byte(`{"street": "Spear Street", "city": "Nantucket"}`))
	fmt.Println(street.Get(rec), city.Get(rec), err)

	// Output:
	// Spear Street Nantucket <nil>
}

// Bodies need not be JSON: forms with files, plain text, bytes, downloads with ranges,
// redirects, server-sent events and JSON Lines are declared alike.
func Example_formats() {
	search := prop.String("q").MinLen(1)
	query := collection.New("Search", search)

	app := tenon.New("Library", "1.0.0").Add(
		route.Post("/search", route.AnyOf(query.Create(), route.Form(query.Create())), route.Lines(books.List())).
			Status(200).
			Handle(func(c *route.Call, in collection.Record) (iter.Seq2[Book, error], error) {
				return func(yield func(Book, error) bool) {
					yield(find(c.Context(), mobyDick))
				}, nil
			}),
	).MustBuild()

	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/search", strings.NewReader("q=whale"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	app.ServeHTTP(w, r)
	fmt.Print(w.Header().Get("Content-Type"), " ", w.Body)

	// Output:
	// application/jsonl {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}
}

// Shelf is a store of books. Each method is an operation of the resource.
type Shelf []Book

func (s Shelf) List(_ context.Context, q paginate.Query) (paginate.Result[Book], error) {
	return mempage.Select(q, books, s) // sqlpage.List for a table
}

func (s Shelf) View(_ context.Context, id string) (Book, error) {
	for _, b := range s {
		if b.ID == id {
			return b, nil
		}
	}
	return Book{}, NoSuchBook
}

// A resource declares the operations on a collection that its store implements.
func Example_resource() {
	shelf := Shelf{
		{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel},
		{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58", Title: "Leaves of Grass", Pages: 95, Genre: Poetry},
		{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59", Title: "Omoo", Pages: 389, Genre: Novel},
	}
	app := tenon.New("Library", "1.0.0").Group("/v1",
		route.Resource("/books", books, bookID, shelf).
			Paginate(paginate.ByPage().Default(20).Max(100)).
			Sorting(title, pages).
			DefaultOrder(paginate.Asc(title)).
			Filters(paginate.Equal(genre), paginate.AtLeast(pages)).
			NotFound(NoSuchBook),
	).MustBuild()

	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/v1/books?genre=novel&order_by=-pages&limit=1", nil))
	fmt.Println(w.Header().Get("Link"))
	fmt.Println(w.Body)

	// Output:
	// </v1/books?genre=novel&order_by=-pages&limit=1&page=1>; rel="first", </v1/books?genre=novel&order_by=-pages&limit=1&page=2>; rel="next", </v1/books?genre=novel&order_by=-pages&limit=1&page=2>; rel="last"
	// {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}
}
