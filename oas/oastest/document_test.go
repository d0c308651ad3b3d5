package oastest_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/oas/oastest/compatible"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var bookID = prop.UUID("id")

var (
	show = route.Get("/books/{id}", books.View()).Summary("Show one book").Path(bookID).
		Handle(func(*route.Call) (book, error) { return book{"Moby-Dick"}, nil })
	create = route.Post("/books", books.Create(), books.View()).Summary("Add a book").
		Handle(func(_ *route.Call, in book) (book, error) { return in, nil })
)

// The test in the README and doc/compatibility.md.
func TestDocument(t *testing.T) {
	app := tenon.New("Library", "1.0.0").Group("/v1", show, create).MustBuild()

	oastest.Golden(t, app, "testdata/openapi.yaml")   // reviewed with each change
	compatible.With(t, app, "testdata/released.yaml") // the document that clients use
	oastest.Equivalent(t, app, oastest.Values(500))   // agrees with the server
}
