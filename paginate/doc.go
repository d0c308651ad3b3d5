// Package paginate declares how lists are divided into pages, sorted and filtered.
//
//	var list = route.List("/products", products.List(), paginate.ByPage().Default(20).Max(100)).
//		Sorting(name, price).
//		DefaultOrder(paginate.Desc(created)).
//		Filters(paginate.Equal(status), minPrice, paginate.Contains(name)).
//		Handle(find)
//
// Clients send query parameters, and every error in them is a violation:
//
//	GET /products?page=2&limit=10&order_by=-price,name&status=active&min_price=100
//
// The handler gets them as a [Query]. A store translates the query into its own language;
// packages sqlpage and mempage do it for SQL and for slices. A filter is its own typed key, for
// parts that only the application can handle:
//
//	var minPrice = paginate.AtLeast(price) // min_price
//
//	func find(c *route.Call, q paginate.Query) (paginate.Result[Product], error) {
//		least, given := minPrice.Lookup(q)
//		…
//	}
//
// A filter need not be on a member: paginate.Equal(prop.String("q")) is a parameter with a name
// of its own, whose meaning the handler defines.
//
// # Pages
//
// [ByPage] and [ByOffset] count, so that clients can jump; entities that are added or deleted
// meanwhile move others to another page. [ByCursor] continues after the last entity of a page, and
// [ByKey] after any entity that a client names.
// The response has the position of the page in an object next to the entities:
//
//	page    page, page_size, has_more, total_pages
//	offset  offset, limit, has_more, total
//	cursor  limit, current_cursor, next_cursor, has_more
//	key     limit, has_more
//
// [Plan.Total] removes the total from the first two, or adds it to the others.
//
// # Order
//
// [Query.Order] is always total: it has the terms of the client's order_by, then the order of
// the route, then the Key of the collection in the direction of the term before it. So no
// entity is on two pages. Null sorts before every value ascending, after every value
// descending; an absent value is null. Strings sort by code points, numbers by value, times by
// instant.
//
// # Cursors
//
// A cursor is the position of an entity in an order: the values that sort it, with a signature.
// It is valid for one operation, order, set of filters and, with [Plan.BoundTo], identity; with
// anything else, or after any change, it is a violation with the code cursor. The limit may
// change from page to page. A cursor grants nothing: every page is authorized again.
//
// Cursors are signed but not encrypted: clients can read the values, so that lists cannot be
// sorted by WriteOnly properties.
//
// The next page of a backward page without entities is the first page; the previous page of
// such a forward page is the last.
//
// # Security considerations
//
// Limits, filters and terms have declared bounds, and no cursor is longer than 512 characters:
// a list whose cursors could be longer is a fault. The content of a cursor is read only after
// its signature (HMAC-SHA-256, RFC 2104, truncated to 128 bits as §5 allows) has been compared
// in constant time.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package paginate
