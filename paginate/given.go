package paginate

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// The parameters that lists have in common, for calls. Each list declares its
// own, with its own bounds.
var (
	calledPage   = prop.Int("page")
	calledOffset = prop.Int("offset")
	calledLimit  = prop.Int("limit")
	calledCursor = prop.String("cursor")
	calledCount  = prop.Bool("count")
	calledOrder  = prop.Array(prop.String("order_by"))
)

// Page asks for the page with a number, from 1, in a call of a list that is cut
// by page.
func Page(n int) prop.Arg { return calledPage.Is(n) }

// Offset leaves out the first n entities, in a call of a list that is cut by
// offset.
func Offset(n int) prop.Arg { return calledOffset.Is(n) }

// Limit asks for at most n entities on a page, in a call of a list.
func Limit(n int) prop.Arg { return calledLimit.Is(n) }

// Cursor asks for the page at a cursor, in a call of a list that is cut by
// cursor.
func Cursor(cursor string) prop.Arg { return calledCursor.Is(cursor) }

// WithTotal asks for the total, in a call of a list that tells it on request.
func WithTotal() prop.Arg { return calledCount.Is(true) }

// OrderBy asks for an order, in a call of a list:
//
//	list.Call(ctx, client, paginate.OrderBy(paginate.Desc(price), paginate.Asc(name)))
func OrderBy(terms ...Term) prop.Arg {
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.sign() + t.Name()
	}
	return calledOrder.Is(names)
}

// Is gives the filter a value, in a call of a list.
func (f Filter[V]) Is(v V) prop.Arg { return f.get().input.Is(v) }

// Arg returns a value of a parameter that lists have in common as one of this
// list's, and any other as it is.
func (l Listing) Arg(key ir.Key, g prop.Arg) prop.Arg {
	var own prop.Prop
	switch g.ID(key) {
	case calledPage.Node(key).ID:
		own = l.page
	case calledOffset.Node(key).ID:
		own = l.offset
	case calledLimit.Node(key).ID:
		own = l.limit
	case calledCursor.Node(key).ID:
		own = l.cursor
	case calledCount.Node(key).ID:
		own = l.count
	case calledOrder.Node(key).ID:
		if l.sortable() {
			own = l.orderBy
		}
	}
	if own == nil {
		return g
	}
	return g.To(key, own)
}
