// Package compile has programs that do not compile.
package compile

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type Book struct {
	ID    string
	Title string
	Pages int
	Note  *string
}

var (
	bookID = prop.UUID("id").ReadOnly()
	title  = prop.String("title").MinLen(1).MaxLen(120)
	pages  = prop.Int("pages").Min(1).Max(10_000)
)

var books = collection.Of("Book", func(b *Book) collection.Fields {
	return collection.Fields{bookID.At(&b.ID).Key(), title.At(&b.Title), pages.At(&b.Pages)}
})

func show(*route.Call) (Book, error) { return Book{}, nil }

type Shelf struct{}
