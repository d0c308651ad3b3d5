package main

import (
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

func newAPI(s *Store) tenon.API {
	return tenon.New("Library", "1.0.0").
		Describe("The books of a small library. Reading is public; changing needs a key.").
		License("MIT", "https://opensource.org/license/mit").
		Authenticate(keys).
		Add(bookRoutes(s))
}

func bookRoutes(s *Store) route.ResourceRoutes[Book, string] {
	return route.Resource("/books", books, isbn, s).
		Paginate(paginate.ByPage().Default(20).Max(100)).
		Sorting(title, pages).
		DefaultOrder(paginate.Asc(title)).
		Filters(paginate.Equal(genre), paginate.AtLeast(pages)).
		NotFound(noSuchBook).
		Conflict(bookExists).
		WriteScopes(writeBooks).
		Set(
			route.On(route.OpList|route.OpView).Public(),
			route.On(route.OpCreate).Idempotent(24*time.Hour, s.keys),
			route.On(route.OpUpdate|route.OpDelete).RequirePrecondition(),
		)
}
