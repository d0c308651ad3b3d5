package books

import (
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Book is the entity of the API. No library of databases needs to know it.
type Book struct {
	ID       int64
	Title    string
	Pages    int
	Revision int
}

var (
	id    = prop.Int64("id").ReadOnly()
	title = prop.String("title").MinLen(1).MaxLen(120)
	pages = prop.Int("pages").Min(1).Max(10_000)
)

var books = collection.Of("Book", func(b *Book) collection.Fields {
	return collection.Fields{
		id.At(&b.ID).Key(),
		title.At(&b.Title),
		pages.At(&b.Pages),
	}
}).Versioned(func(b *Book) collection.Version {
	return collection.Version{Tag: strconv.Itoa(b.Revision)}
})

// TitleTaken replaces the problem that a store returns for a conflict.
var TitleTaken = render.NewProblem(409, "title_taken", "Another book has this title.")

// table maps the properties to columns, for lists.
var table = sqlpage.From("books",
	sqlpage.Column(id, "id"),
	sqlpage.Column(title, "title"),
	sqlpage.Column(pages, "pages"))

// Resource returns the resource of a store.
func Resource[S any](store S) route.ResourceRoutes[Book, int64] {
	return route.Resource("/books", books, id, store).
		Paginate(paginate.ByPage().Default(20).Max(100)).
		Sorting(title, pages).
		Filters(paginate.AtLeast(pages), paginate.Prefix(title)).
		Conflict(TitleTaken)
}
