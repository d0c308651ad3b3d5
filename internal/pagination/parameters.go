package pagination

import (
	"strings"

	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// The parameters that lists share.
var (
	limitParam = prop.Int("limit").Min(1).Max(query.DefaultMax).Default(query.DefaultLimit).
			Describe("The maximum number of entities on a page.")
	countParam = prop.Bool("count").Default(false).
			Describe("Whether to count all entities of the list.")
)

// declareParameters declares the parameters of pages, with the names of the plan. A parameter that
// differs from those that lists share has an identity of its own.
func (l *List) declareParameters() {
	limit, count := limitParam, countParam
	size, most := l.plan.ValidSizes()
	if size != query.DefaultLimit || most != query.DefaultMax {
		limit = limit.Max(most).Default(size)
	}
	names := &l.plan.Names
	if names.Limit != "" {
		limit = limit.As(names.Limit)
	}
	if names.Count != "" {
		count = count.As(names.Count)
	}
	l.limit, l.count = limit, count
}

// directions are the values of the parameter with the direction of the order.
var directions = [...]string{"asc", "desc"}

// declareOrder declares the parameters of the sort order.
func (l *List) declareOrder(at tree.Position, names []string) {
	name := l.plan.Names.OrderBy
	if name == "" {
		name = "order_by"
	}
	separate := l.plan.Names.Direction != ""
	l.orderBy = newOrderBy(at, name, names, l.mostTerms(), &l.plan.Settings)
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
	var own []prop.Prop
	if l.pager != nil {
		own = l.pager.Parameters()
	}
	if len(own) == 0 { // a fault says so
		return nil
	}
	own = append(own, l.limit)
	if l.plan.Total == query.OnRequest {
		own = append(own, l.count)
	}
	if l.orderBy != nil {
		own = append(own, l.orderBy)
	}
	if l.direction != nil {
		own = append(own, l.direction)
	}
	in := make([]Input, 0, len(own)+len(l.filters))
	for _, p := range own {
		in = append(in, Input{Prop: p, CSV: p == l.orderBy && !l.plan.RepeatedOrder})
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
		own = l.position(query.ByPage, 0)
	case property.NodeOf(query.OffsetParam).ID:
		own = l.position(query.ByOffset, 0)
	case property.NodeOf(query.LimitParam).ID:
		own = l.limit
	case property.NodeOf(query.CursorParam).ID:
		own = l.position(query.ByCursor, 0)
	case property.NodeOf(query.CountParam).ID:
		own = l.count
	case property.NodeOf(query.OrderByParam).ID:
		own = l.orderBy
	case property.NodeOf(query.AfterParam).ID:
		own = l.position(query.ByKey, 0)
	case property.NodeOf(query.BeforeParam).ID:
		own = l.position(query.ByKey, 1)
	}
	if own == nil {
		return g
	}
	return prop.Arg(property.Arg(g).To(own))
}

// position returns a parameter with the position of a page; nil if a list of a kind has none.
func (l *List) position(kind query.Kind, i int) prop.Prop {
	if l.pager != nil && l.plan.Kind == kind {
		if all := l.pager.Parameters(); i < len(all) {
			return all[i]
		}
	}
	return nil
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
		return []prop.Arg{argOf(l.orderBy, &names)}
	case len(terms):
		return []prop.Arg{argOf(l.orderBy, &names), argOf(l.direction, &directions[1])}
	}
	return []prop.Arg{argOf(l.orderBy, &terms)}
}

func argOf(p prop.Prop, cell any) prop.Arg { return prop.Arg(property.ArgOf(property.NodeOf(p), cell)) }
