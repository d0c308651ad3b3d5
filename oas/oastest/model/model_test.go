package model_test

import (
	"fmt"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest/model"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var books = collection.New("Book", prop.String("title").MaxLen(200), prop.Int("pages").Min(1).Optional())

func api() tenon.API {
	get := route.Get("/books/{id}", books.View()).Path(prop.UUID("id")).
		Handle(func(*route.Call) (book collection.Record, err error) { return book, nil })
	return tenon.New("Library", "1").Add(get)
}

func ExampleOf() {
	document, err := model.Of(api().MustBuild(), oas.V31)
	if err != nil {
		panic(err)
	}
	for path, item := range document.Paths.PathItems.FromOldest() {
		for method, operation := range item.GetOperations().FromOldest() {
			fmt.Println(method, path, operation.OperationId)
		}
	}
	title := document.Components.Schemas.GetOrZero("Book").Schema().Properties.GetOrZero("title").Schema()
	fmt.Println(title.Type, *title.MaxLength)
	// Output:
	// get /books/{id} getBooksById
	// [string] 200
}

// Every version has a model, and a document that cannot be written has none.
func TestModels(t *testing.T) {
	for _, v := range oas.Versions() {
		document, err := model.Of(api().MustBuild(), v)
		if err != nil || document.Info.Title != "Library" || document.Version != v.String() {
			t.Errorf("%s: %+v, %v", v, document, err)
		}
	}
	calls := 0 // Build calls an edit for each version
	broken := api().EditDocument("broken", func(document []byte) ([]byte, error) {
		if calls++; calls > len(oas.Versions()) {
			return nil, fmt.Errorf("broken")
		}
		return document, nil
	}).MustBuild()
	if document, err := model.Of(broken, oas.V31); err == nil || document != nil {
		t.Errorf("%v, %v", document, err)
	}
}
