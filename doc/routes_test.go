package doc_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
)

func Example_inputs() {
	shelfNo := prop.Int("shelf").Min(1)
	genres := route.CSV(prop.Array(prop.Enum("genres", Novel, Poetry)).Unique().Optional())
	since := prop.Date("since").Optional()
	tenant := prop.String("X-Tenant").MinLen(1)
	theme := prop.Enum("theme", "light", "dark").Default("light")

	find := route.Get("/shelves/{shelf}/books", collection.Many(books.List())).
		Path(shelfNo).
		Query(genres, since).
		Header(tenant).
		Cookie(theme).
		Handle(func(c *route.Call) ([]Book, error) {
			from, given := since.Lookup(c)
			fmt.Println(shelfNo.Get(c), tenant.Get(c), theme.Get(c), from.Year(), given)
			return nil, nil
		})
	app := tenon.New("Library", "1.0.0").Add(find).MustBuild()

	send(app, "GET", "/shelves/7/books?genres=novel,poetry&since=1851-10-18", "", "X-Tenant: ann")
	send(app, "GET", "/shelves/0/books?genres=epic&color=red", "", "Cookie: theme=blue")

	// Output:
	// 7 ann light 1851 true
	// 200 {"data":[]}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"unknown","detail":"is not recognized","in":"query","parameter":"color"},{"code":"min","detail":"must be at least 1","in":"path","parameter":"shelf","params":{"min":1}},{"code":"one_of","detail":"must be one of novel, poetry","in":"query","parameter":"genres","pointer":"#/0","params":{"values":["novel","poetry"]}},{"code":"required","detail":"is required","in":"header","parameter":"X-Tenant"},{"code":"one_of","detail":"must be one of light, dark","in":"cookie","parameter":"theme","params":{"values":["light","dark"]}}]}
}

func Example_responses() {
	location := prop.URIReference("Location")
	remind := prop.DateTime("Expires").Optional()

	add := route.Post("/books", books.Create(), books.View()).
		ID("addBook").
		Summary("Add a book").
		Tag("books").
		ResponseHeader(location, remind).
		Also(200, "The book was there already.").
		Handle(func(c *route.Call, in Book) (Book, error) {
			if in.Title == "Moby-Dick" {
				c.Status(200)
			}
			location.Set(c, "/books/"+mobyDick)
			return insert(c.Context(), in)
		})
	app := tenon.New("Library", "1.0.0").Add(add).MustBuild()

	header := send(app, "POST", "/books", `{"title": "Typee", "pages": 325}`)
	fmt.Println(header.Get("Location"))
	send(app, "POST", "/books", `{"title": "Moby-Dick", "pages": 635}`)

	// Output:
	// 201 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Typee","pages":325,"genre":"novel","note":null}}
	// /books/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
}

func Example_groups() {
	tenant := prop.String("tenant").Pattern("^[a-z]+$")
	v1 := route.Group("/v1/{tenant}", show, create).
		Path(tenant).
		Tag("books").
		Use(func(next http.Handler) http.Handler { // sees the request
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Served-By", "shelf-1")
				next.ServeHTTP(w, r)
			})
		}).
		Wrap(func(next route.Handler) route.Handler { // sees the decoded call
			return func(c *route.Call) error {
				start := time.Now()
				err := next(c)
				slog.Debug("handled", "operation", c.ID(), "tenant", tenant.Get(c), "took", time.Since(start))
				return err
			}
		})
	app := tenon.New("Library", "1.0.0").Add(v1).MustBuild()

	header := send(app, "GET", "/v1/ann/books/"+mobyDick, "")
	fmt.Println(header.Get("X-Served-By"))
	send(app, "GET", "/v1/ANN/books/"+mobyDick, "")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}}
	// shelf-1
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"pattern","detail":"must match the pattern ^[a-z]+$","in":"path","parameter":"tenant","params":{"pattern":"^[a-z]+$"}}]}
}

func Example_mounting() {
	app := tenon.New("Library", "1.0.0").Add(show, create).MustBuild()

	// Below a prefix, on any mux such as http.ServeMux:
	std := http.NewServeMux()
	std.Handle("/api/", http.StripPrefix("/api", app))
	send(std, "GET", "/api/books/"+leaves, "")

	// Or route by route, on a gorilla router with other handlers:
	router := mux.NewRouter().UseEncodedPath()
	router.HandleFunc("/old", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "old") })
	gorilla.Register(router, app)
	send(router, "GET", "/books/"+leaves, "")
	send(router, "GET", "/old", "")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 200 old
}

func Example_prefixed() {
	app := tenon.New("Library", "1.0.0").Add(show).MustBuild()

	routes := http.NewServeMux()
	routes.Handle("/", app)
	routes.Handle("/docs/", oas.Handler(app))
	std := http.NewServeMux()
	std.Handle("/api/", http.StripPrefix("/api", routes))

	w := httptest.NewRecorder()
	std.ServeHTTP(w, httptest.NewRequest("GET", "/api/docs/openapi.yaml", nil))
	for line := range strings.Lines(w.Body.String()) {
		if strings.Contains(line, "url: ") {
			fmt.Print(line)
		}
	}

	// Output:
	//   - url: /api
}

func Example_methods() {
	app := tenon.New("Library", "1.0.0").Add(show, create).MustBuild()

	fmt.Println(send(app, "OPTIONS", "/books", "").Get("Allow"))
	fmt.Println(send(app, "DELETE", "/books", "").Get("Allow"))
	send(app, "GET", "/shelves", "")

	// Output:
	// 204
	// OPTIONS, POST
	// 405 {"title":"Method Not Allowed","status":405,"detail":"The method is not allowed at this path.","code":"method_not_allowed"}
	// OPTIONS, POST
	// 404 {"title":"Not Found","status":404,"detail":"There is nothing at this path.","code":"not_found"}
}

func Example_faults() {
	size := prop.Int("size").Min(5).Max(2)
	_, err := tenon.New("Library", "1.0.0").Add(
		show,
		route.Get("/books/{isbn}", books.View()).
			Path(prop.UUID("isbn")).
			Query(size).
			Handle(func(*route.Call) (Book, error) { return Book{}, errors.ErrUnsupported }),
	).Build()

	var faults tenon.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Println(f.Message)
		}
	}

	// Output:
	// property "size": Max(2) is below Min(5)
	// GET /books/{isbn} and /books/{id} at library_test.go:91 match the same paths
}
