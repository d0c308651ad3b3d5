package paginate

import (
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// Page requests the page with a number, from 1, in a client call of a list that is paginated by
// page.
func Page(n int) prop.Arg { return query.PageParam.Is(n) }

// Offset skips the first n entities, in a client call of a list that is paginated by
// offset.
func Offset(n int) prop.Arg { return query.OffsetParam.Is(n) }

// Limit requests at most n entities on a page, in a client call of a list.
func Limit(n int) prop.Arg { return query.LimitParam.Is(n) }

// Cursor requests the page at a cursor, in a client call of a list that is paginated by cursor.
func Cursor(cursor string) prop.Arg { return query.CursorParam.Is(cursor) }

// WithTotal requests the total, in a client call of a list with [OnRequest].
func WithTotal() prop.Arg { return query.CountParam.Is(true) }

// OrderBy requests a sort order, in a client call of a list:
//
//	list.Call(ctx, client, paginate.OrderBy(paginate.Desc(price), paginate.Asc(name)))
func OrderBy(terms ...Term) prop.Arg {
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.open().Sign() + t.Name()
	}
	return query.OrderByParam.Is(names)
}
