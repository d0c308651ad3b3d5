package paginate

import (
	"math"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Rows gives access to the members of entities; package collection makes it.
type Rows = codec.Rows

// Listing is what a list declares. It is an immutable value, and for sibling
// packages.
type Listing struct {
	plan Plan
	at   callsite.PC
	rows Rows // nil where the entities are not of one collection

	sorting   []step
	most      amount // terms that a client may ask for
	usual     []step
	unique    []step
	tiebroken bool // unique was given
	filters   []Filterer
	mistake   []ir.Fault

	// The parameters. They are interfaces: the methods of builders would be compiled
	// in every package with a list.
	page, offset, limit prop.Of[int]
	cursor              prop.Of[string]
	count               prop.Of[bool]
	orderBy             prop.Of[[]string] // nil where nothing can be sorted by
}

// step is a term where it was declared.
type step struct {
	Term
	call string
	at   callsite.PC
}

const (
	// mostLimit keeps the greatest page within an int64.
	mostLimit  = 1_000_000
	mostPage   = min(1_000_000_000, math.MaxInt/usualMost)
	mostOffset = min(1_000_000_000_000, math.MaxInt)
)

// NewListing starts what a list declares; rows is nil where its entities are not
// of one collection.
func NewListing(_ ir.Key, plan Plan, rows Rows) Listing {
	l := Listing{
		plan: plan, at: callsite.Here(), rows: rows,
		page: usualPage, offset: usualOffset, limit: plan.limitInput(), cursor: usualCursor, count: usualCount,
	}
	if _, most := plan.sane(); most > math.MaxInt/mostPage { // on 32 bits
		l.page = usualPage.Max(math.MaxInt / most)
	}
	if rows != nil {
		for _, m := range rows.Collection().Members {
			if !m.Key {
				continue
			}
			if order, ok := rows.Order(m.Prop.ID); ok {
				l.unique = append(l.unique, step{Term{node: m.Prop, order: order}, "Key", m.Prop.At})
			}
		}
	}
	return l
}

// limitInput is the parameter limit of a plan.
func (p Plan) limitInput() prop.Of[int] {
	limit, most := p.sane()
	if limit == usualLimit && most == usualMost {
		return usualLimits
	}
	return usualLimits.Max(most).Default(limit)
}

// The parameters that lists have in common. No list changes what it has of them,
// so that all share one.
var (
	usualPage = prop.Int("page").Min(1).Max(mostPage).Default(1).
			Describe("The number of the page.")
	usualOffset = prop.Int("offset").Min(0).Max(mostOffset).Default(0).
			Describe("How many entities to leave out.")
	usualLimits = prop.Int("limit").Min(1).Max(usualMost).Default(usualLimit).
			Describe("How many entities a page has at most.")
	usualCursor = prop.String("cursor").Optional().
			Describe("Where the page begins: `next_cursor` of the page before, with the same order and filters. Without it, at the first entity.")
	usualCount = prop.Bool("count").Default(false).
			Describe("Whether to count all entities of the list.")
)

// Sorting adds properties that clients may sort by.
func (l Listing) Sorting(_ ir.Key, props ...prop.Prop) Listing {
	l.sorting = l.steps(l.sorting, "Sorting", ascending(props))
	return l.named()
}

// MaxTerms bounds how many properties a client may sort by at once; without it,
// by all of them.
func (l Listing) MaxTerms(_ ir.Key, n int) Listing {
	l.most = amount{n, callsite.Here()}
	return l.named()
}

// DefaultOrder sets the order where the client asks for none, and after what it asks
// for.
func (l Listing) DefaultOrder(_ ir.Key, terms ...Term) Listing {
	l.usual = l.steps(nil, "DefaultOrder", terms)
	return l
}

// Tiebreaker sets what tells every two entities apart; without it, the members that
// the collection marks with Key.
func (l Listing) Tiebreaker(_ ir.Key, props ...prop.Prop) Listing {
	l.unique, l.tiebroken = l.steps(nil, "Tiebreaker", ascending(props)), true
	return l
}

// Filtered adds filters.
func (l Listing) Filtered(_ ir.Key, filters ...Filterer) Listing {
	l.filters = slices.Clip(l.filters)
	for _, f := range filters {
		if f == nil {
			l.mistake = append(slices.Clip(l.mistake), ir.Faultf("a filter is nil"))
			continue
		}
		l.filters = append(l.filters, f)
	}
	return l
}

func ascending(props []prop.Prop) []Term {
	terms := make([]Term, len(props))
	for i, p := range props {
		terms[i] = Asc(p)
	}
	return terms
}

// steps adds terms at the user's call in progress.
func (l Listing) steps(to []step, call string, terms []Term) []step {
	to = slices.Clip(to)
	at := callsite.Here()
	for _, t := range terms {
		to = append(to, step{t, call, at})
	}
	return to
}

// named declares order_by anew for what may be sorted by.
func (l Listing) named() Listing {
	var names []string
	for _, s := range l.sorting {
		if s.node != nil && !slices.Contains(names, s.Name()) {
			names = append(names, s.Name())
		}
	}
	if len(names) > 0 {
		l.orderBy = newOrderBy(names, l.mostTerms())
	}
	return l
}

// mostTerms is how many terms a client may ask for.
func (l Listing) mostTerms() int {
	if l.most.at.Known() && l.most.n >= 1 {
		return min(l.most.n, len(l.sorting))
	}
	return len(l.sorting)
}

// sortable reports whether there is an order_by.
func (l Listing) sortable() bool { return l.orderBy != nil }

// Inputs are the query parameters of the list.
func (l Listing) Inputs(key ir.Key) []Input {
	var in []Input
	switch l.plan.kind {
	case byPage:
		in = append(in, Input{Prop: l.page})
	case byOffset:
		in = append(in, Input{Prop: l.offset})
	case byCursor:
		in = append(in, Input{Prop: l.cursor})
	case byNothing: // a fault says so
		return nil
	}
	in = append(in, Input{Prop: l.limit})
	if l.plan.total == OnRequest {
		in = append(in, Input{Prop: l.count})
	}
	if l.sortable() {
		in = append(in, Input{Prop: l.orderBy, CSV: true})
	}
	for _, f := range l.filters {
		parameter := f.Input(key)
		parameter.Scopes = l.scopes(f.filter().about)
		in = append(in, parameter)
	}
	return in
}

// PaginationProp is the pagination object.
func (l Listing) PaginationProp(key ir.Key) *ir.Prop {
	return l.plan.envelope().prop.Node(key)
}
