package doc_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/route"
)

func Example_lostRoute() {
	api := tenon.New("Library", "1.0.0")
	api.Add(show) // its result is not used

	_, err := api.Build()
	var faults tenon.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Println(f.Message)
		}
	}

	// Output:
	// the API has no routes; add some with Add or Group, which return a new API and leave this one as it is
}

func Example_undeclaredProblem() {
	var log strings.Builder
	lend := route.Get("/books/{id}", books.View()).
		Path(bookID).
		Handle(func(*route.Call) (Book, error) { return Book{}, NoSuchBook }) // Fails(NoSuchBook) is missing
	app := tenon.New("Library", "1.0.0").Logger(lines(&log)).Add(lend).MustBuild()

	send(app, "GET", "/books/"+mobyDick, "")
	fmt.Print(&log)

	// Output:
	// 500 {"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}
	// level=ERROR msg="tenon: handler failed" client=192.0.2.1 method=GET path=/books/{id} error="problem 404 no_such_book is not declared; declare it with Fails: 404 no_such_book"
}

func Example_undeclaredProperty() {
	var log strings.Builder
	find := route.Get("/books/{id}", books.View()).
		Path(bookID).
		Handle(func(c *route.Call) (Book, error) {
			fmt.Println(title.Get(c)) // Query(title) is missing
			return shelf[0], nil
		})
	app := tenon.New("Library", "1.0.0").Logger(lines(&log)).Add(find).MustBuild()

	send(app, "GET", "/books/"+mobyDick, "")
	fmt.Print(firstLine(log.String()))

	// Output:
	// 500 {"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}
	// level=ERROR msg="tenon: panic" client=192.0.2.1 method=GET panic="tenon: property \"title\" is not declared by GET /books/{id}; declare it with Query, Header, Cookie, Path or ResponseHeader"
}

func Example_refused() {
	app := tenon.New("Library", "1.0.0").Add(create).MustBuild()

	send(app, "POST", "/books", `{"title": "Typee", "pages": "325", "isbn": 1}`)
	send(app, "POST", "/books", `title=Typee`, "Content-Type: application/x-www-form-urlencoded")
	send(app, "POST", "/books/", `{}`)

	// Output:
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"type","detail":"must be an integer","pointer":"#/pages","params":{"expected":"integer"}},{"code":"unknown","detail":"is not recognized","pointer":"#/isbn"}]}
	// 415 {"title":"Unsupported Media Type","status":415,"detail":"The media type of the content is not supported; send application/json.","code":"unsupported_media_type"}
	// 404 {"title":"Not Found","status":404,"detail":"There is nothing at this path.","code":"not_found"}
}

// lines returns a logger that writes messages and attributes without times and stacks.
func lines(w *strings.Builder) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == "stack" {
			return slog.Attr{}
		}
		return withoutTimes(groups, a)
	}}))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line + "\n"
}
