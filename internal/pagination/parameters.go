package pagination

import (
	"math"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// The parameters that lists share.
var (
	pageParam = prop.Int("page").Min(1).Max(query.MaxPage).Default(1).
			Describe("The number of the page.")
	offsetParam = prop.Int("offset").Min(0).Max(query.MaxOffset).Default(0).
			Describe("The number of entities to skip.")
	limitParam = prop.Int("limit").Min(1).Max(query.DefaultMax).Default(query.DefaultLimit).
			Describe("The maximum number of entities on a page.")
	cursorParam = prop.String("cursor").Optional().
			Describe("The position of the page: `next_cursor` of the previous page, with the same order and filters. By default, the first page.")
	countParam = prop.Bool("count").Default(false).
			Describe("Whether to count all entities of the list.")
)

// declareParameters declares the parameters of pages, with the names of the plan. A parameter that
// differs from those that lists share has an identity of its own.
func (l *List) declareParameters() {
	page, offset, limit, cursor, count := pageParam, offsetParam, limitParam, cursorParam, countParam
	size, most := l.plan.ValidSizes()
	if size != query.DefaultLimit || most != query.DefaultMax {
		limit = limit.Max(most).Default(size)
	}
	if most > math.MaxInt/query.MaxPage { // on 32 bits
		page = page.Max(math.MaxInt / most)
	}
	if last := l.plan.LastPage; last > 0 {
		page = page.Max(min(last, math.MaxInt/most))
	}
	names := &l.plan.Names
	if names.Page != "" {
		page = page.As(names.Page)
	}
	if names.Offset != "" {
		offset = offset.As(names.Offset)
	}
	if names.Limit != "" {
		limit = limit.As(names.Limit)
	}
	if names.Count != "" {
		count = count.As(names.Count)
	}
	if names.Cursor != "" {
		cursor = cursor.As(names.Cursor)
	}
	if l.plan.Pagination != nil {
		cursor = cursor.Describe("The position of the page: a cursor of another page, with the same order and filters. By default, the first page.")
	}
	if l.plan.Key != nil {
		l.declareKeys()
	}
	l.page, l.offset, l.limit, l.cursor, l.count = page, offset, limit, cursor, count
}

// directions are the values of the parameter with the direction of the order.
var directions = [...]string{"asc", "desc"}

// declareOrder declares the parameters of the sort order.
func (l *List) declareOrder(at callsite.PC, names []string) {
	name := l.plan.Names.OrderBy
	if name == "" {
		name = "order_by"
	}
	separate := l.plan.Names.Direction != ""
	l.orderBy = newOrderBy(at, name, names, l.mostTerms(), l.plan)
	if separate {
		l.direction = prop.Enum(l.plan.Names.Direction, directions[:]...).Default(directions[0]).
			Describe("The direction of `" + name + "`. Null comes before every value, ascending.")
	}
}

// Input is a query parameter of a list.
type Input struct {
	Prop prop.Prop
	CSV  bool // a list, separated by commas
	// Scopes are the alternative scopes that allow a caller to send it; nil: all callers may.
	Scopes []string
}

// Inputs returns the query parameters of the list.
func (l *List) Inputs() []Input {
	in := make([]Input, 0, 6+len(l.filters))
	switch l.plan.Kind {
	case query.ByPage:
		in = append(in, Input{Prop: l.page})
	case query.ByOffset:
		in = append(in, Input{Prop: l.offset})
	case query.ByCursor:
		in = append(in, Input{Prop: l.cursor})
	case query.ByKey:
		if l.after == nil { // a fault says so
			return nil
		}
		in = append(in, Input{Prop: l.after.Prop})
		if l.before != nil {
			in = append(in, Input{Prop: l.before.Prop})
		}
	case query.Unstarted: // a fault says so
		return nil
	}
	in = append(in, Input{Prop: l.limit})
	if l.plan.Total == query.OnRequest {
		in = append(in, Input{Prop: l.count})
	}
	if l.orderBy != nil {
		in = append(in, Input{Prop: l.orderBy, CSV: !l.plan.RepeatedOrder})
		if l.direction != nil {
			in = append(in, Input{Prop: l.direction})
		}
	}
	for _, f := range l.filters {
		in = append(in, Input{f.Prop, f.Filter.CSV, l.scopes(f.Filter.About)})
	}
	return in
}

// Arg returns an argument of a client call for the parameter of this list, if it is one of
// those that lists share, and any other as it is.
func (l *List) Arg(g prop.Arg) prop.Arg {
	var own prop.Prop
	switch property.Arg(g).ID() {
	case property.NodeOf(query.PageParam).ID:
		own = l.page
	case property.NodeOf(query.OffsetParam).ID:
		own = l.offset
	case property.NodeOf(query.LimitParam).ID:
		own = l.limit
	case property.NodeOf(query.CursorParam).ID:
		own = l.cursor
	case property.NodeOf(query.CountParam).ID:
		own = l.count
	case property.NodeOf(query.OrderByParam).ID:
		if l.orderBy != nil {
			own = l.orderBy
		}
	case property.NodeOf(query.AfterParam).ID:
		own = keyParameter(l.after)
	case property.NodeOf(query.BeforeParam).ID:
		own = keyParameter(l.before)
	}
	if own == nil {
		return g
	}
	return prop.Arg(property.Arg(g).To(own))
}

// Args returns the arguments of a client call for the parameters of this list, in place of those
// that lists share; others remain as they are.
func (l *List) Args(all []prop.Arg) []prop.Arg {
	own := make([]prop.Arg, 0, len(all)+1)
	for _, g := range all {
		terms, ordered := property.Arg(g).Cell().(*[]string)
		if ordered && l.direction != nil && property.Arg(g).ID() == property.NodeOf(query.OrderByParam).ID {
			own = append(own, l.directed(*terms)...)
			continue
		}
		own = append(own, l.Arg(g))
	}
	return own
}

// directed returns the arguments of a sort order whose direction is a parameter. Terms in both
// directions keep their signs, which the parameter rejects.
func (l *List) directed(terms []string) []prop.Arg {
	names, falling := make([]string, len(terms)), 0
	for i, t := range terms {
		names[i] = sortedBy(t)
		if strings.HasPrefix(t, "-") {
			falling++
		}
	}
	switch falling {
	case 0:
		return []prop.Arg{l.orderBy.(*prop.DerivedProp[[]string]).Is(names)}
	case len(terms):
		return []prop.Arg{l.orderBy.(*prop.DerivedProp[[]string]).Is(names), l.direction.(*prop.EnumProp[string]).Is(directions[1])}
	}
	return []prop.Arg{l.orderBy.(*prop.DerivedProp[[]string]).Is(terms)}
}
