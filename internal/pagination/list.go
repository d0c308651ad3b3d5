package pagination

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// List is the declaration of a list. It is an immutable value.
type List struct {
	plan  plan
	pager query.Pager[paginate.Term, paginate.Condition] // nil if the plan was not started
	rows  codec.Rows                                     // nil if the entities are not of one collection

	sorting     []query.PlacedTerm
	maxTerms    query.Amount
	byDefault   []query.PlacedTerm
	tiebreakers []query.PlacedTerm
	filters     []*query.Parameter
	faults      []tree.Fault

	// The parameters that are not of the pager. They are interfaces: every package with a list would
	// compile the methods of builders.
	limit, count prop.Prop
	orderBy      prop.Prop // nil if the list cannot be sorted
	direction    prop.Prop // nil if the terms of orderBy have signs
	envelope     query.Envelope
}

type plan = query.Plan[paginate.Term, paginate.Condition]

// NewList returns the declaration of a list; rows is nil if its entities are not of one
// collection.
func NewList(p paginate.Plan, rows codec.Rows) *List {
	l := &List{plan: seal.Box[plan](p).Open(), rows: rows}
	if !l.plan.At.Known() {
		l.plan.At = tree.Here()
	}
	l.declareParameters()
	if l.plan.Pager != nil {
		l.pager = l.plan.Pager(&l.plan.Settings)
		l.envelope = l.envelopeOf()
	}
	if rows != nil {
		for _, m := range rows.Collection().Members {
			if !m.Key {
				continue
			}
			if order, ok := rows.Order(m.Prop.ID); ok {
				l.addKey(m.Prop, order, m.Prop.At)
			}
		}
		if key := l.plan.Key; key != nil && len(l.tiebreakers) == 0 {
			l.addKey(key.Node, key.Order, l.plan.At)
		}
	}
	return l
}

func (l *List) addKey(n *tree.Prop, order codec.Order, at tree.Position) {
	l.tiebreakers = append(l.tiebreakers, query.PlacedTerm{Term: query.Term{Node: n, Order: order}, Call: "Key", At: at})
}

// envelopeOf returns the pagination object of the plan.
func (l *List) envelopeOf() query.Envelope {
	if l.plan.Pagination != nil {
		return declaredEnvelope(&l.plan.Settings)
	}
	return l.pager.Object().With(l.plan.Total)
}

// Sorting adds properties that clients may sort by.
func (l *List) Sorting(props ...prop.Prop) *List {
	l = l.copy()
	at := tree.Here()
	l.sorting = declare(l.sorting, at, "Sorting", l.ascending(props))
	return l.withOrderBy(at)
}

// MaxTerms sets how many properties a client may sort by at once. The default is all of
// them.
func (l *List) MaxTerms(n int) *List {
	l = l.copy()
	l.maxTerms = query.Amount{N: n, At: tree.Here()}
	return l.withOrderBy(l.maxTerms.At)
}

// DefaultOrder sets the order of requests without one, and what follows the terms of the
// others.
func (l *List) DefaultOrder(terms ...paginate.Term) *List {
	l = l.copy()
	l.byDefault = declare(nil, tree.Here(), "DefaultOrder", terms)
	return l
}

// Tiebreaker sets the properties that together identify an entity. The default is the
// members that the collection marks with Key.
func (l *List) Tiebreaker(props ...prop.Prop) *List {
	l = l.copy()
	l.tiebreakers = declare(nil, tree.Here(), "Tiebreaker", l.ascending(props))
	return l
}

// Filtered adds filters.
func (l *List) Filtered(filters ...paginate.Filterer) *List {
	l = l.copy()
	l.filters = slices.Clip(l.filters)
	for _, f := range filters {
		if f == nil {
			l.faults = append(slices.Clip(l.faults), tree.Faultf("a filter is nil"))
			continue
		}
		l.filters = append(l.filters, query.ParameterOf(f))
	}
	return l
}

// ascending returns the terms of properties. Those that the collection has as they are share its
// order, so that it is not compiled for each list.
func (l *List) ascending(props []prop.Prop) []paginate.Term {
	terms := make([]paginate.Term, len(props))
	for i, p := range props {
		if m := l.member(p); m != nil {
			order, _ := l.rows.Order(m.ID)
			terms[i] = closed(query.Term{Node: m, Order: order})
			continue
		}
		terms[i] = paginate.Asc(p)
	}
	return terms
}

// member returns the description of a property that is a member of the entities; or nil.
func (l *List) member(p prop.Prop) *tree.Prop {
	if l.rows == nil || p == nil {
		return nil
	}
	n := property.NodeOf(p)
	if !slices.ContainsFunc(l.rows.Collection().Members, func(m *tree.Member) bool { return m.Prop == n }) {
		return nil
	}
	return n
}

func open(t paginate.Term) query.Term { return seal.Box[query.Term](t).Open() }

func closed(t query.Term) paginate.Term { return paginate.Term(seal.New(t)) }

// declare adds terms.
func declare(to []query.PlacedTerm, at tree.Position, call string, terms []paginate.Term) []query.PlacedTerm {
	to = slices.Grow(slices.Clip(to), len(terms))
	for _, t := range terms {
		to = append(to, query.PlacedTerm{Term: open(t), Call: call, At: at})
	}
	return to
}

func (l *List) copy() *List {
	c := *l
	return &c
}

// withOrderBy declares order_by in a new list, for the properties that clients may sort by.
func (l *List) withOrderBy(at tree.Position) *List {
	names := make([]string, 0, len(l.sorting))
	for _, t := range l.sorting {
		if t.Node != nil && !slices.Contains(names, t.Name()) {
			names = append(names, t.Name())
		}
	}
	if len(names) > 0 {
		l.declareOrder(at, names)
	}
	return l
}

// mostTerms returns how many terms a client may ask for.
func (l *List) mostTerms() int {
	if l.maxTerms.At.Known() && l.maxTerms.N >= 1 {
		return min(l.maxTerms.N, len(l.sorting))
	}
	return len(l.sorting)
}

// Rows gives access to the members of the entities; nil if they are not of one collection.
func (l *List) Rows() codec.Rows { return l.rows }

// PaginationProp returns the pagination object of responses; inline reports whether its members are
// next to the entities. It is nil if responses have none.
func (l *List) PaginationProp() (object *tree.Prop, inline bool) {
	return l.envelope.Node, l.envelope.Inline
}
