package doc_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var OnLoan = render.NewProblem(409, "on_loan", "The book is on loan.").
	Type("https://example.com/problems/on-loan").
	Describe("Somebody has the book; it can be reserved.")

func Example_problems() {
	lend := route.Post("/books/{id}/loans", books.Create(), books.View()).
		Path(bookID).
		Fails(NoSuchBook, OnLoan).
		Handle(func(c *route.Call, in Book) (Book, error) {
			return Book{}, fmt.Errorf("lending: %w", OnLoan.Detail("It is back on Monday.").Extension("reservable", "true"))
		})
	app := tenon.New("Library", "1.0.0").Add(lend).MustBuild()

	send(app, "POST", "/books/"+mobyDick+"/loans", `{"title": "Typee", "pages": 325}`)

	// Output:
	// 409 {"type":"https://example.com/problems/on-loan","title":"The book is on loan.","status":409,"detail":"It is back on Monday.","code":"on_loan","reservable":true}
}

func Example_problemHeaders() {
	retryAfter := prop.Int("Retry-After").Min(0)
	Busy := render.NewProblem(503, "busy", "The printer is busy.").ResponseHeader(retryAfter)

	print := route.Post("/books/{id}/copies", collection.NoContent(), collection.NoContent()).
		Path(bookID).
		Fails(Busy).
		Handle(func(*route.Call, collection.Empty) (collection.Empty, error) {
			return collection.Empty{}, Busy.Header(retryAfter.Is(30))
		})
	app := tenon.New("Library", "1.0.0").Add(print).MustBuild()

	header := send(app, "POST", "/books/"+mobyDick+"/copies", "")
	fmt.Println("Retry-After:", header.Get("Retry-After"))

	// Output:
	// 503 {"title":"The printer is busy.","status":503,"code":"busy"}
	// Retry-After: 30
}

func Example_unexpectedErrors() {
	var logged bytes.Buffer
	broken := route.Get("/books/{id}", books.View()).
		Path(bookID).
		Handle(func(*route.Call) (Book, error) { return Book{}, errors.New("disk on fire") })
	panics := route.Get("/panic", books.View()).
		Handle(func(*route.Call) (Book, error) { panic("index out of range") })
	app := tenon.New("Library", "1.0.0").
		Logger(slog.New(slog.NewTextHandler(&logged, nil))).
		Add(broken, panics).
		MustBuild()

	send(app, "GET", "/books/"+mobyDick, "")
	fmt.Println(bytes.Contains(logged.Bytes(), []byte("disk on fire")))
	send(app, "GET", "/panic", "")

	// Output:
	// 500 {"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}
	// true
	// 500 {"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}
}

func Example_databaseErrors() {
	show := route.Get("/books/{id}", books.View()).
		Path(bookID).
		Fails(NoSuchBook).
		Handle(func(*route.Call) (Book, error) { return Book{}, sql.ErrNoRows })
	app := tenon.New("Library", "1.0.0").
		ErrorHandler(func(_ *http.Request, err error) *render.Problem {
			if errors.Is(err, sql.ErrNoRows) {
				return NoSuchBook.Cause(err)
			}
			return nil // a 500, logged
		}).
		Add(show).
		MustBuild()

	send(app, "GET", "/books/"+mobyDick, "")

	// Output:
	// 404 {"title":"No such book.","status":404,"code":"no_such_book"}
}

func Example_handlerViolations() {
	rename := route.Put("/books/{id}", books.Create(), books.View()).
		Path(bookID).
		Handle(func(c *route.Call, in Book) (Book, error) {
			if in.Title == "Moby-Dick" {
				return Book{}, render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/title"}})
			}
			return in, nil
		})
	app := tenon.New("Library", "1.0.0").Add(rename).MustBuild()

	send(app, "PUT", "/books/"+omoo, `{"title": "Moby-Dick", "pages": 1}`)

	// Output:
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"taken","detail":"is taken","pointer":"#/title"}]}
}

func Example_otherFormat() {
	type failure struct {
		Message string
		Fields  []string
	}

	failures := collection.Of("Failure", func(f *failure) collection.Fields {
		return collection.Fields{
			prop.String("message").At(&f.Message),
			prop.Array(prop.String("fields")).At(&f.Fields),
		}
	})
	format := render.NewFormat(failures.View(), func(f render.Fields) failure {
		out := failure{Message: f.Title}
		for _, v := range f.Violations {
			out.Fields = append(out.Fields, v.Parameter+v.Pointer+" "+v.Detail)
		}
		return out
	}, nil).Status(422, 400)

	app := tenon.New("Library", "1.0.0").ProblemFormat(format).Add(show, create).MustBuild()

	send(app, "POST", "/books", `{"title": ""}`)
	send(app, "GET", "/nowhere", "")

	// Output:
	// 400 {"message":"Unprocessable Content","fields":["#/title must have at least 1 character","#/pages is required"]}
	// 404 {"message":"Not Found","fields":[]}
}
