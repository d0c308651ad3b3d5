package paginate

import (
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
)

// Query is the query of a list: the page, the order and the filters. It is an immutable value,
// safe for concurrent use.
type Query request

type request = seal.Box[*query.Query[Term, Condition]]

// get returns the query; that of the zero value is empty.
func (q Query) get() *query.Query[Term, Condition] {
	if q := request(q).Open(); q != nil {
		return q
	}
	return empty
}

var empty = new(query.Query[Term, Condition])

// Limit returns the maximum number of entities on the page.
func (q Query) Limit() int { return q.get().Limit }

// Page returns the number of the page, from 1, or 0 unless the list is paginated by page.
func (q Query) Page() int { return q.get().Page }

// Offset returns how many entities precede the page, or 0 if the list is paginated by
// cursor.
func (q Query) Offset() int { return q.get().Offset }

// NeedsTotal reports whether the response has the total: [Result.Total] must be set.
func (q Query) NeedsTotal() bool { return q.get().NeedsTotal }

// Order returns the sort order: the terms of the client, then those of the route, then the
// tiebreakers, so that it is total. Each property occurs once. The slice must not be changed.
func (q Query) Order() []Term { return q.get().Order }

// Conditions returns the filters of the client, in the order in which the route declares them.
// The slice must not be changed.
func (q Query) Conditions() []Condition { return q.get().Conditions }

// Position returns the keyset position of the page; ok is false on the first page, and
// unless the list is paginated by cursor or by key.
func (q Query) Position() (p Position, ok bool) {
	if c := q.get().Cursor; c != nil && c.Position != nil {
		return Position(seal.New(c.Position)), true
	}
	return Position{}, false
}

// Position identifies the entity next to a page by the values that sort it: the page
// follows or precedes it in the order of the query.
type Position position

type position = seal.Box[*query.Position]

func (p Position) get() query.Position {
	if p := position(p).Open(); p != nil {
		return *p
	}
	return query.Position{}
}

// Backward reports whether the page precedes the position. Its entities are those nearest to
// the position, still in the order of the query.
func (p Position) Backward() bool { return p.get().Backward }

// FromEnd reports whether the page is the last: it precedes the end of the list, and there
// are no values.
func (p Position) FromEnd() bool { return p.get().FromEnd }

// Keys returns the keys of the entities that the page follows and precedes, in a list by key: a V of
// its property, or nil. Such a position has no values, and [Position.Backward] is true if there is
// only the second.
func (p Position) Keys() (after, before any) {
	at := p.get()
	return at.After, at.Before
}

// Value returns the value for term i of the query's order: a V of its property, not a
// pointer, or nil and true for null.
func (p Position) Value(i int) (v any, null bool) {
	values := p.get().Values
	if i < 0 || i >= len(values) {
		return nil, true
	}
	return values[i], values[i] == nil
}

// Result is a page of a list.
type Result[T any] struct {
	// Items are the entities, in the order of the query, at most as many as its limit.
	Items []T
	// More reports whether entities follow; going backward, whether entities precede. A store
	// determines it by reading one entity more than the limit.
	More bool
	// Total is the number of entities in the whole list. It is used if
	// [Query.NeedsTotal] is true.
	Total int
}
