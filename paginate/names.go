package paginate

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/query"
)

// Names are the names of the query parameters of a list. "" stands for the default name, which is
// that of the field in snake_case.
type Names struct {
	Page, Offset, Limit, Cursor, Count, OrderBy string
	// Direction is a parameter with the direction of the order, asc or desc: the terms of OrderBy
	// have no signs then, as in sort=price&direction=desc. There is none by default.
	Direction string
	// After and Before are the parameters of a list by key, starting_after and ending_before.
	After, Before string
}

// Names sets the names of query parameters:
//
//	paginate.ByPage().Names(paginate.Names{Limit: "per_page", OrderBy: "sort"})
//	paginate.ByPage().Names(paginate.Names{Page: "page[number]", Limit: "page[size]"})
//
// Client calls keep [Page], [Limit], [OrderBy] and so on.
func (p Plan) Names(n Names) Plan {
	for _, name := range []string{n.Page, n.Offset, n.Limit, n.Cursor, n.Count, n.OrderBy, n.Direction, n.After, n.Before} {
		if !utf8.ValidString(name) {
			return p.fault("Names: a name is not valid UTF-8")
		}
	}
	return p.edit(func(p *query.Settings) { p.Names = query.Names(n) })
}

// MaxPage sets the greatest number of a page, for lists by page: pages far behind are expensive.
func (p Plan) MaxPage(n int) Plan {
	switch kind := plan(p).Open().Kind; {
	case kind == query.ByOffset || kind == query.ByCursor || kind == query.ByKey:
		return p.fault("MaxPage needs ByPage")
	case n < 1 || n > query.MaxPage:
		return p.fault("MaxPage(%d) is not from 1 to %d", n, query.MaxPage)
	}
	return p.edit(func(p *query.Settings) { p.LastPage = n })
}

// RepeatedOrder reads the terms of a sort order from a repeated parameter, order_by=-price&order_by=name,
// instead of one with commas.
func (p Plan) RepeatedOrder() Plan {
	return p.edit(func(p *query.Settings) { p.RepeatedOrder = true })
}
