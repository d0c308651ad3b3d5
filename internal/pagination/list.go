package pagination

import (
	"math"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// List is the declaration of a list. It is an immutable value.
type List struct {
	plan query.Plan
	at   callsite.PC
	rows codec.Rows // nil if the entities are not of one collection

	sorting     []placedTerm
	maxTerms    query.Amount
	byDefault   []placedTerm
	tiebreakers []placedTerm
	filters     []*query.Parameter
	faults      []ir.Fault

	// The parameters. They are interfaces: every package with a list would compile the
	// methods of builders.
	page, offset, limit prop.Of[int]
	cursor              prop.Of[string]
	count               prop.Of[bool]
	orderBy             prop.Of[[]string] // nil if the list cannot be sorted
}

// placedTerm is a term and where it was declared.
type placedTerm struct {
	query.Term
	call string
	at   callsite.PC
}

// NewList returns the declaration of a list; rows is nil if its entities are not of one
// collection.
func NewList(plan paginate.Plan, rows codec.Rows) List {
	l := List{
		plan: seal.Box[query.Plan](plan).Open(), at: callsite.Here(), rows: rows,
		page: pageParam, offset: offsetParam, cursor: cursorParam, count: countParam,
	}
	l.limit = limitParam
	size, most := l.plan.ValidSizes()
	if size != query.DefaultLimit || most != query.DefaultMax {
		l.limit = limitParam.Max(most).Default(size)
	}
	if most > math.MaxInt/query.MaxPage { // on 32 bits
		l.page = pageParam.Max(math.MaxInt / most)
	}
	if rows != nil {
		for _, m := range rows.Collection().Members {
			if !m.Key {
				continue
			}
			if order, ok := rows.Order(m.Prop.ID); ok {
				l.tiebreakers = append(l.tiebreakers, placedTerm{query.Term{Node: m.Prop, Order: order}, "Key", m.Prop.At})
			}
		}
	}
	return l
}

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

// Sorting adds properties that clients may sort by.
func (l List) Sorting(props ...prop.Prop) List {
	l.sorting = declare(l.sorting, "Sorting", ascending(props))
	return l.withOrderBy()
}

// MaxTerms sets how many properties a client may sort by at once. The default is all of
// them.
func (l List) MaxTerms(n int) List {
	l.maxTerms = query.Amount{N: n, At: callsite.Here()}
	return l.withOrderBy()
}

// DefaultOrder sets the order of requests without one, and what follows the terms of the
// others.
func (l List) DefaultOrder(terms ...paginate.Term) List {
	l.byDefault = declare(nil, "DefaultOrder", terms)
	return l
}

// Tiebreaker sets the properties that together identify an entity. The default is the
// members that the collection marks with Key.
func (l List) Tiebreaker(props ...prop.Prop) List {
	l.tiebreakers = declare(nil, "Tiebreaker", ascending(props))
	return l
}

// Filtered adds filters.
func (l List) Filtered(filters ...paginate.Filterer) List {
	l.filters = slices.Clip(l.filters)
	for _, f := range filters {
		if f == nil {
			l.faults = append(slices.Clip(l.faults), ir.Faultf("a filter is nil"))
			continue
		}
		l.filters = append(l.filters, query.ParameterOf(f))
	}
	return l
}

func ascending(props []prop.Prop) []paginate.Term {
	terms := make([]paginate.Term, len(props))
	for i, p := range props {
		terms[i] = paginate.Asc(p)
	}
	return terms
}

func open(t paginate.Term) query.Term { return seal.Box[query.Term](t).Open() }

func closed(t query.Term) paginate.Term { return paginate.Term(seal.New(t)) }

// declare adds terms, declared at the user's call in progress.
func declare(to []placedTerm, call string, terms []paginate.Term) []placedTerm {
	to = slices.Clip(to)
	at := callsite.Here()
	for _, t := range terms {
		to = append(to, placedTerm{open(t), call, at})
	}
	return to
}

// withOrderBy declares order_by for the properties that clients may sort by.
func (l List) withOrderBy() List {
	var names []string
	for _, t := range l.sorting {
		if t.Node != nil && !slices.Contains(names, t.Name()) {
			names = append(names, t.Name())
		}
	}
	if len(names) > 0 {
		l.orderBy = newOrderBy(names, l.mostTerms())
	}
	return l
}

// mostTerms returns how many terms a client may ask for.
func (l List) mostTerms() int {
	if l.maxTerms.At.Known() && l.maxTerms.N >= 1 {
		return min(l.maxTerms.N, len(l.sorting))
	}
	return len(l.sorting)
}

// Input is a query parameter of a list.
type Input struct {
	Prop prop.Prop
	CSV  bool // a list, separated by commas
	// Scopes are the alternative scopes that allow a caller to send it; nil: all callers may.
	Scopes []string
}

// Inputs returns the query parameters of the list.
func (l List) Inputs() []Input {
	var in []Input
	switch l.plan.Kind {
	case query.ByPage:
		in = append(in, Input{Prop: l.page})
	case query.ByOffset:
		in = append(in, Input{Prop: l.offset})
	case query.ByCursor:
		in = append(in, Input{Prop: l.cursor})
	case query.Unstarted: // a fault says so
		return nil
	}
	in = append(in, Input{Prop: l.limit})
	if l.plan.Total == query.OnRequest {
		in = append(in, Input{Prop: l.count})
	}
	if l.orderBy != nil {
		in = append(in, Input{Prop: l.orderBy, CSV: true})
	}
	for _, f := range l.filters {
		in = append(in, Input{f.Prop, f.Filter.CSV, l.scopes(f.Filter.About)})
	}
	return in
}

// Arg returns an argument of a client call for the parameter of this list, if it is one of
// those that lists share, and any other as it is.
func (l List) Arg(g prop.Arg) prop.Arg {
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
	}
	if own == nil {
		return g
	}
	return prop.Arg(property.Arg(g).To(own))
}

// PaginationProp returns the pagination object of responses.
func (l List) PaginationProp() *ir.Prop { return property.NodeOf(envelopeOf(l.plan).prop) }
