package oastest_test

import (
	"fmt"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type book struct{ Title string }

var books = collection.Of("Book", func(b *book) collection.Fields {
	return collection.Fields{
		prop.String("title").MinLen(1).At(&b.Title),
	}
})

var library = tenon.New("Library", "1.0.0").Add(
	route.Get("/book", books.View()).Handle(func(*route.Call) (book, error) { return book{"Moby-Dick"}, nil }),
)

// printing stands for the t of a test: it prints errors.
type printing struct{ testing.TB }

func (printing) Helper()                           {}
func (printing) Logf(string, ...any)               {}
func (printing) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (printing) Fatalf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (printing) Fatal(args ...any)                 { fmt.Println(args...) }

// Keep the document under version control; "OASTEST_UPDATE=1 go test" accepts a change.
func ExampleGolden() {
	t := printing{} // in a test, its *testing.T
	app := library.MustBuild()
	oastest.Golden(t, app, "testdata/library.yaml")
	fmt.Println("compared")

	// Output:
	// compared
}
