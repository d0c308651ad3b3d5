// Package paginate says how lists are cut into pages, sorted and filtered.
//
//	var list = route.List("/products", products.List(), paginate.ByPage().Default(20).Max(100)).
//		Sorting(name, price).
//		Order(paginate.Desc(created)).
//		Filters(paginate.Equal(status), minPrice, paginate.Contains(name)).
//		Handle(find)
//
// A client asks with query parameters, and every mistake in them is a violation:
//
//	GET /products?page=2&limit=10&order_by=-price,name&status=active&min_price=100
//
// What it asks reaches the handler as a [Query]. A store turns the query into
// its own language; packages sqlpage and mempage do it for SQL and for slices. A
// filter is its own typed handle, for what only the application can do:
//
//	var minPrice = paginate.AtLeast(price) // min_price
//
//	func find(c *route.Call, q paginate.Query) (paginate.Result[Product], error) {
//		least, given := minPrice.Lookup(q)
//		…
//	}
//
// A filter need not be about a member: paginate.Equal(prop.String("q")) is a
// parameter with a name of its own, and means what the handler makes of it.
//
// # Pages
//
// [ByPage] and [ByOffset] count, so that clients can jump; rows that come or go
// meanwhile move others to another page. [ByCursor] goes on from where a page
// ended. The answer tells where it is in an object beside the entities:
//
//	page    page, page_size, has_more, total_pages
//	offset  offset, limit, has_more, total
//	cursor  limit, current_cursor, next_cursor, has_more
//
// with [Plan.Total] the total is left out of the first two, or put into the third.
//
// # Order
//
// [Query.Order] is always complete: what the client asked for in order_by, then
// the order of the route, then the members that the collection marks with Key,
// in the direction of the term before them. So it is total, and no entity stands
// on two pages. Null sorts before every value ascending, after every value
// descending; what is absent is null. Texts sort by code points, numbers by
// value, times as instants.
//
// # Cursors
//
// A cursor is the position of an entity in an order: the values that sort it,
// signed. It is valid for one operation, order, set of filters and, with
// [Plan.BoundTo], identity; anything else, and any change to it, is a violation
// of code cursor. The limit may change from page to page. A cursor grants
// nothing: every page is authorised anew.
//
// It is signed and not encrypted: whoever has it can read the values in it, which
// is why no property that is WriteOnly can be sorted by.
//
// A backward page without entities has the first page as its next; a forward one
// has the last as the page before it.
//
// # Security
//
// Limits, filters and terms are bounded where they are declared, and no cursor is
// longer than 512 characters, also none that the server makes: a list in which
// one could be longer is a fault. What a cursor says is looked at only when its
// signature (HMAC-SHA-256, RFC 2104, truncated to 128 bits as §5 allows) has been
// compared in constant time.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package paginate
