package doc_test

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func Example_lists() {
	list := route.List("/books", books.List(), paginate.ByPage().Default(2).Max(50)).
		Sorting(title, pages).
		DefaultOrder(paginate.Asc(title)).
		Filters(paginate.In(genre), paginate.AtLeast(pages), paginate.AtMost(pages).As("up_to")).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return mempage.Select(q, books, shelf)
		})
	app := tenon.New("Library", "1.0.0").Add(list).MustBuild()

	header := send(app, "GET", "/books?genre=novel,poetry&min_pages=100&order_by=-pages&limit=1", "")
	fmt.Println(header.Get("Link"))
	send(app, "GET", "/books?order_by=isbn&limit=1000&up_to=many", "")

	// Output:
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":2}}
	// </books?genre=novel,poetry&min_pages=100&order_by=-pages&limit=1&page=1>; rel="first", </books?genre=novel,poetry&min_pages=100&order_by=-pages&limit=1&page=2>; rel="next", </books?genre=novel,poetry&min_pages=100&order_by=-pages&limit=1&page=2>; rel="last"
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"max","detail":"must be at most 50","in":"query","parameter":"limit","params":{"max":50}},{"code":"one_of","detail":"must be one of title, +title, -title, pages, +pages, -pages","in":"query","parameter":"order_by","pointer":"#/0","params":{"values":["title","+title","-title","pages","+pages","-pages"]}},{"code":"type","detail":"must be an integer","in":"query","parameter":"up_to","params":{"expected":"integer"}}]}
}

func Example_customFilters() {
	words := paginate.Equal(prop.String("q").MinLen(2)).Describe("Words in the title.")

	list := route.List("/books", books.List(), paginate.ByOffset()).
		Filters(words.Required(), paginate.IsNull(note)).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return mempage.Select(q, books, shelf, mempage.Where(words, func(b *Book, text string) bool {
				return strings.Contains(strings.ToLower(b.Title), strings.ToLower(text))
			}))
		})
	app := tenon.New("Library", "1.0.0").Add(list).MustBuild()

	send(app, "GET", "/books?q=moby&note_is_null=true", "")

	// Output:
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"offset":0,"limit":20,"has_more":false,"total":1}}
}

func Example_otherLists() {
	list := route.List("/books", books.List(), paginate.ByOffset().Default(1).
		Names(paginate.Names{OrderBy: "sort", Direction: "direction"}).
		Pagination("", paginate.TotalItems("booksCount"), paginate.NextLink("next"))).
		Sorting(pages).
		Renderer(render.Envelope("books")).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return mempage.Select(q, books, shelf)
		})
	app := tenon.New("Library", "1.0.0").Add(list).MustBuild()

	send(app, "GET", "/books?sort=pages&direction=desc", "")

	// Output:
	// 200 {"books":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"booksCount":3,"next":"/books?sort=pages&direction=desc&offset=1"}
}

// All servers need the same key of at least 32 bytes; paginate.NewKey generates one.
var cursorKey = []byte("0123456789abcdef0123456789abcdef")

func Example_cursors() {
	list := route.List("/books", books.List(), paginate.ByCursor(cursorKey).Default(2)).
		DefaultOrder(paginate.Desc(pages)).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return mempage.Select(q, books, shelf)
		})
	app := tenon.New("Library", "1.0.0").Add(list).MustBuild()

	send(app, "GET", "/books", "")
	send(app, "GET", "/books?cursor=x", "")

	// Output:
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null},{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f59","title":"Omoo","pages":389,"genre":"novel","note":null}],"pagination":{"limit":2,"current_cursor":"","next_cursor":"AT6xvUMABDM4OSUwMThmM2MxZS03YzFhLTdiOWUtOGY1Ny0zYzFhN2I5ZThmNTnhzilFXG2cu0M-gowPK61i","has_more":true}}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"cursor","detail":"is not a cursor of this list with this order and these filters","in":"query","parameter":"cursor"}]}
}

func Example_byKey() {
	list := route.List("/books", books.List(), paginate.ByKey(bookID).Default(1).
		Pagination("", paginate.Fixed("object", "list"), paginate.HasMore("has_more"))).
		DefaultOrder(paginate.Asc(title)).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
			return mempage.Select(q, books, shelf)
		})
	app := tenon.New("Library", "1.0.0").Add(list).MustBuild()

	send(app, "GET", "/books?starting_after="+leaves, "")
	send(app, "GET", "/books?ending_before=018f3c1e-7c1a-7b9e-8f57-000000000000", "")

	// Output:
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"object":"list","has_more":true}
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"key","detail":"is the key of no entity of this list","in":"query","parameter":"ending_before"}]}
}

func Example_sql() {
	table := sqlpage.From("books",
		sqlpage.Column(bookID, "id"),
		sqlpage.Column(title, "title"),
		sqlpage.Column(pages, "pages"),
	).Where("deleted_at IS NULL")

	list := route.List("/books", books.List(), paginate.ByPage()).
		Sorting(title, pages).
		Filters(paginate.AtLeast(pages), paginate.Prefix(title))

	q, err := list.Parse("min_pages=100&title_prefix=Mo&order_by=-pages&page=3")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := table.Select(sqlpage.SQLite, "id, title, pages", q)
	fmt.Println(s.SQL)
	fmt.Println(s.Args, err)

	// Output:
	// SELECT id, title, pages FROM books WHERE (deleted_at IS NULL) AND `pages` >= ? AND `title` >= ? COLLATE BINARY AND `title` < ? COLLATE BINARY ORDER BY `pages` DESC, `id` COLLATE BINARY DESC LIMIT ? OFFSET ?
	// [100 Mo Mp 21 40] <nil>
}
