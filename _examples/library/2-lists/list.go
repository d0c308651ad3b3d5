package main

import (
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/route"
)

var list = route.List("/books", books.List(), paginate.ByPage().Default(20).Max(100)).
	Summary("List the books").
	Sorting(title, pages).
	DefaultOrder(paginate.Asc(title)).
	Filters(paginate.Equal(genre), paginate.AtLeast(pages)).
	Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
		return mempage.Select(q, books, all())
	})

// all returns the books in no particular order.
func all() (found []Book) {
	shelf.Range(func(_, b any) bool {
		found = append(found, b.(Book))
		return true
	})
	return found
}
