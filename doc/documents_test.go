package doc_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// first prints the first n lines of a document.
func first(n int, text []byte, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(strings.SplitN(string(text), "\n", n+1)[:n], "\n"))
}

func Example_document() {
	app := tenon.New("Library", "1.0.0").
		Describe("What there is to read.").
		Server("https://api.example.com", "The library.").
		Tag("books", "What is on the shelves.").
		Contact("Ann", "https://example.com", "ann@example.com").
		License("MIT", "https://opensource.org/license/mit").
		Group("/v1", show, create).
		MustBuild()

	text, err := oas.YAML(app, oas.V31)
	first(14, text, err)

	// Output:
	// openapi: "3.1.1"
	// info:
	//   title: Library
	//   description: What there is to read.
	//   contact:
	//     name: Ann
	//     url: https://example.com
	//     email: ann@example.com
	//   license:
	//     name: MIT
	//     url: https://opensource.org/license/mit
	//   version: "1.0.0"
	// servers:
	//   - url: https://api.example.com
}

func Example_served() {
	app := tenon.New("Library", "1.0.0").Group("/v1", show).MustBuild()

	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/docs/", app.Wrap(oas.Handler(app))) // openapi.json, openapi-3.1.yaml …

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/docs/openapi-3.1.json", nil))
	fmt.Println(w.Code, w.Header().Get("Content-Type"), w.Header().Get("ETag") != "")

	// Output:
	// 200 application/openapi+json true
}

func Example_versions() {
	newer := route.Get("/books/{id}", books.List()).Path(bookID).
		Handle(func(c *route.Call) (Book, error) { return find(c.Context(), bookID.Get(c)) })
	app := tenon.New("Library", "2.0.0").
		Add(route.Group("/v1", show).Deprecated()).
		Group("/v2", newer).
		MustBuild()

	text, err := oas.YAML(app, oas.V32, oas.PathPrefix("/v2"), oas.Titled("Library, version 2", "2.0.0"))
	first(6, text, err)

	// Output:
	// openapi: "3.2.0"
	// info:
	//   title: Library, version 2
	//   version: "2.0.0"
	// security:
	//   - {}
}

func Example_parameterComponent() {
	pageSize := prop.Int("page_size").Max(100).Default(20).ComponentName("PageSize")
	find := route.Get("/books", books.View()).Query(pageSize).
		Handle(func(*route.Call) (Book, error) { return shelf[0], nil })
	app := tenon.New("Library", "1.0.0").Add(find).MustBuild()

	text, err := oas.JSON(app, oas.V31)
	fmt.Println(strings.Contains(string(text), "#/components/parameters/PageSize"), err)

	// Output:
	// true <nil>
}

func Example_componentName() {
	input := books.ComponentName(collection.Create, "NewBook")
	create := route.Post("/books", input.Create(), input.View()).
		Handle(func(_ *route.Call, b Book) (Book, error) { return b, nil })
	app := tenon.New("Library", "1.0.0").Add(create).MustBuild()

	text, err := oas.JSON(app, oas.V31)
	fmt.Println(strings.Contains(string(text), "#/components/schemas/NewBook"), err)

	// Output:
	// true <nil>
}

func Example_schema() {
	isbn := prop.String("isbn").Pattern("^[0-9]{13}$").
		Title("ISBN").
		Describe("As on the *back* of the book.").
		Example("9780142437247").
		Docs(meta.Extension("x-column", `"isbn13"`))
	lookup := route.Get("/lookup", books.View()).
		Summary("Look up").
		Query(isbn).
		Handle(func(*route.Call) (Book, error) { return shelf[0], nil })
	app := tenon.New("Library", "1.0.0").Add(lookup).MustBuild()

	text, err := oas.YAML(app, oas.V30)
	_, operation, _ := strings.Cut(string(text), "summary: Look up\n")
	first(12, []byte(operation), err)

	// Output:
	// operationId: getLookup
	//       parameters:
	//         - name: isbn
	//           in: query
	//           description: As on the *back* of the book.
	//           required: true
	//           schema:
	//             title: ISBN
	//             type: string
	//             pattern: ^[0-9]{13}$
	//             x-column: isbn13
	//           example: "9780142437247"
}

func Example_edited() {
	gateway := func(document []byte) ([]byte, error) {
		return bytes.Replace(document, []byte(`"paths": {`), []byte(`"x-gateway": {"timeout": 5}, "paths": {`), 1), nil
	}
	app := tenon.New("Library", "1.0.0").Add(show).EditDocument("gateway", gateway).MustBuild()

	text, err := oas.YAML(app, oas.V32)
	_, extension, _ := strings.Cut(string(text), "x-gateway:\n")
	first(1, []byte(extension), err)

	// Output:
	// timeout: 5
}

func Example_translated() {
	app := tenon.New("Library", "1.0.0").Add(show).MustBuild()

	text, err := oas.YAML(app, oas.V30, oas.Language("de", l10n.Builtin(), map[string]string{
		"Library":       "Bücherei",
		"Show one book": "Ein Buch zeigen",
	}))
	_, operation, _ := strings.Cut(string(text), "get:\n")
	first(2, []byte(operation), err)

	// Output:
	// summary: Ein Buch zeigen
	//       operationId: getBooksById
}

func Example_metadata() {
	url := prop.URI("url").MaxLen(200)
	watches := collection.New("Watch", bookID.As("book"), url)
	watch := route.Post("/watches", watches.Create(), collection.NoContent()).
		Summary("Watch a book").
		Tag("watching").
		Docs(meta.ExternalDocs("https://example.com/watching", "How to watch.")).
		Callback("returned", "{$request.body#/url}",
			route.Outgoing(http.MethodPost, books.View()).Summary("The book is back")).
		Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil })

	app := tenon.New("Library", "1.0.0").
		Servers(tenon.NewServer("https://{region}.example.com").
			Describe("Near you.").
			Variable("region", "eu", "Where the readers are.", "eu", "us")).
		Tags(tenon.NewTag("watching").Summary("Watching").Describe("What becomes of books.")).
		Webhook("book_added", route.Outgoing(http.MethodPost, books.View()).Summary("There is a new book")).
		Webhook("book_lost", route.Outgoing(http.MethodPost, books.Delete()).Summary("A book is lost").Docs(meta.Audience("staff"))).
		Add(watch).
		MustBuild()

	text, err := oas.YAML(app, oas.V32)
	_, servers, _ := strings.Cut(string(text), "servers:\n")
	first(8, []byte(servers), err)
	fmt.Println(strings.Contains(string(text), "book_lost"))

	text, err = oas.YAML(app, oas.V32, oas.ForAudience("staff"))
	fmt.Println(strings.Contains(string(text), "book_lost"), err)

	// Output:
	// - url: https://{region}.example.com
	//     description: Near you.
	//     variables:
	//       region:
	//         enum:
	//           - eu
	//           - us
	//         default: eu
	// false
	// true <nil>
}
