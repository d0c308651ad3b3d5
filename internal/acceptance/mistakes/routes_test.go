package mistakes_test

import (
	"io"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var paths = []mistake{
	{"a path without a slash", func() tenon.API {
		return api(route.Get("books", books.View()).Handle(ok)) // want 5: GET books: the path: must start with /
	}},
	{"a path parameter without a property", func() tenon.API {
		return api(route.Get("/books/{id}", books.View()).Handle(ok)) // want 5: {id} has no property; declare it with Path
	}},
	{"a path parameter as gin writes it", func() tenon.API {
		return api(route.Get("/books/:id", books.View()).Path(bookID).Handle(ok)) // want 5: segment ":id" is not a parameter; write {id}
	}},
	{"a path parameter as Flask writes it", func() tenon.API {
		return api(route.Get("/books/<id>", books.View()).Path(bookID).Handle(ok)) // want 5: segment "<id>" is not a parameter; write {id}
	}},
	{"a path parameter with a pattern, as chi writes it", func() tenon.API {
		return api(route.Get("/books/{id:[0-9]+}", books.View()).Path(bookID).Handle(ok)) // want 5: the property has the rules, such as Pattern or Min; write {id}
	}},
	{"the rest of a path", func() tenon.API {
		return api(route.Get("/files/*", books.View()).Handle(ok)) // want 5: segment "*" is not a parameter; write {path...} for several segments
	}},
	{"two parameters for several segments", func() tenon.API {
		return api(route.Get("/files/{a...}/raw/{b...}", books.View()).Path(prop.String("a"), prop.String("b")).Handle(ok)) // want 4: segment {b...} is the second that takes several segments
	}},
	{"a query in a path", func() tenon.API {
		return api(route.Get("/books?genre=novel", books.View()).Handle(ok)) // want 5: a path has no query; declare parameters with Query
	}},
	{"an optional path parameter", func() tenon.API {
		q := prop.String("q").Optional() // want 5: path parameter "q" cannot be optional or have a default
		return api(route.Get("/books/{q}", books.View()).Path(q).Handle(ok))
	}},
	{"a misspelt path parameter", func() tenon.API {
		id := prop.UUID("id")                                                       // want 5: property "id" is not in the path; write {id} there
		return api(route.Get("/books/{book_id}", books.View()).Path(id).Handle(ok)) // want 5: {book_id} has no property; declare it with Path
	}},
	{"one path twice", func() tenon.API {
		return api(show(),
			route.Get("/books/{id}", books.View()).Path(bookID).Handle(ok)) // want 5: GET /books/{id} is declared twice; the first is at | set another with ID
	}},
	{"two names of one path parameter", func() tenon.API {
		return api(show(),
			route.Get("/books/{isbn}", books.View()).Path(prop.UUID("isbn")).Handle(ok)) // want 5: GET /books/{isbn} and /books/{id} at
	}},
	{"one operation ID twice", func() tenon.API {
		return api(show().ID("a"),
			route.Get("/b/{id}", books.View()).ID("a").Path(bookID).Handle(ok)) // want 5: operation ID "a" is taken by GET /books/{id} at books_test.go
	}},
	{"two query parameters of one name", func() tenon.API {
		n := prop.String("n").Optional() // want 5: query parameter "n" is declared twice
		return api(route.Get("/x", books.View()).Query(prop.Int("n").Optional(), n).Handle(ok))
	}},
	{"an object in the query", func() tenon.API {
		b := prop.Object(books).As("b") // want 4: query parameter "b" cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON
		return api(route.Get("/x", books.View()).Query(b).Handle(ok))
	}},
	{"the header of a token as a parameter", func() tenon.API {
		token := prop.String("Authorization") // want 4: header "Authorization" cannot be a parameter
		return api(route.Get("/x", books.View()).Header(token).Handle(ok))
	}},
}

var bodies = []mistake{
	{"a route without a handler", func() tenon.API {
		return api(route.Get("/books/{id}", books.View()).Path(bookID)) // want 5: there is no handler; end with Handle
	}},
	{"a builder whose result is dropped", func() tenon.API {
		r := route.Get("/books/{id}", books.View()) // want 5: {id} has no property; declare it with Path
		r.Path(bookID)
		return api(r.Handle(ok))
	}},
	{"a mode of responses in a request", func() tenon.API {
		return api(route.Post("/books", books.View(), books.View()).Handle(add)) // want 5: reads Book in View mode, which is what the server answers; a request has Create or Update
	}},
	{"a mode of requests in a response", func() tenon.API {
		return api(route.Get("/books/{id}", books.Create()).Path(bookID).Handle(ok)) // want 5: an answer has View, Delete or List
	}},
	{"an object as text", func() tenon.API {
		return api(route.Post("/x", collection.NoContent(), route.Text(prop.Object(books))).Handle(func(*route.Call, collection.Empty) (b Book, err error) { return b, nil })) // want 4: cannot be written as text
	}},
	{"bytes without a media type", func() tenon.API {
		return api(route.Get("/cover", route.Bytes()).Handle(func(*route.Call) ([]byte, error) { return nil, nil })) // want 5: the body needs a media type, such as image/png
	}},
	{"a stream without a media type", func() tenon.API {
		return api(route.Post("/cover", route.Stream(), collection.NoContent()). // want 5: the body needs a media type, such as image/png
												Handle(func(*route.Call, io.Reader) (none collection.Empty, err error) { return none, nil }))
	}},
	{"a file without a media type", func() tenon.API {
		return api(route.Get("/cover", route.Download()).Handle(func(*route.Call) (f route.File, err error) { return f, nil })) // want 5: the body needs a media type, such as image/png
	}},
	{"a media range as the type of a response", func() tenon.API {
		return api(route.Get("/cover", route.Bytes("image/*")).Handle(func(*route.Call) ([]byte, error) { return nil, nil })) // want 5: "image/*" is a range: bytes are sent with one media type; a file of route.Download names its own
	}},
	{"an upload without a form", func() tenon.API {
		type upload struct{ Cover prop.Upload }
		c := collection.Of("Upload", func(u *upload) collection.Fields { return collection.Fields{prop.File("cover").At(&u.Cover)} })
		return api(route.Post("/covers", c.Create(), collection.NoContent()). // want 5: member "cover" is a file, which only a form has; see route.Multipart
											Handle(func(*route.Call, upload) (none collection.Empty, err error) { return none, nil }))
	}},
	{"the status of an error for a success", func() tenon.API {
		return api(route.Get("/x", books.View()).
			Status(404). // want 4: Status(404) is not from 200 to 299
			Handle(ok))
	}},
	{"content with status 204", func() tenon.API {
		return api(route.Get("/x", books.View()).Status(204).Handle(ok)) // want 5: status 204 has no content; respond with collection.NoContent()
	}},
	{"a status of a problem that is none", func() tenon.API {
		problem := render.NewProblem(200, "fine", "Fine.") // want 4: status 200
		return api(route.Get("/x", books.View()).Fails(problem).Handle(ok))
	}},
	{"a timeout of nothing", func() tenon.API {
		return api(route.Get("/x", books.View()).
			Timeout(0). // want 5: Timeout(0s) must be positive
			Handle(ok))
	}},
}
