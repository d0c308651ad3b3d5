package paginate

// Query is what a client asks of a list: which window, in which order, and what
// must hold of its entities. It is an immutable value, safe to keep and to use
// from several goroutines.
type Query struct{ q *query }

// query is made once and not changed.
type query struct {
	reader     *Reader
	limit      int
	page       int
	offset     int
	counts     bool
	order      []Term
	conditions []Condition
	near       near
	at         *window // nil unless the list is cut by cursor
}

// window is where the page lies in a list that is cut by cursor.
type window struct {
	position *Position // nil for the first page
	cursor   string    // as the client sent it
	binding  binding
}

func newQuery(k kind) *query {
	if k != byCursor {
		return new(query)
	}
	q := new(struct { // in one piece
		query
		window
	})
	q.at = &q.window
	return &q.query
}

// nothing is the zero query.
var nothing = new(query)

func (q Query) get() *query {
	if q.q == nil {
		return nothing
	}
	return q.q
}

// Limit is how many entities the page has at most.
func (q Query) Limit() int { return q.get().limit }

// Page is the number of the page, from 1; 0 unless the list is cut by page.
func (q Query) Page() int { return q.get().page }

// Offset is how many entities lie before the page; 0 where the list is cut by
// cursor.
func (q Query) Offset() int { return q.get().offset }

// NeedsTotal reports whether the answer has the total: [Result.Total] must be set.
func (q Query) NeedsTotal() bool { return q.get().counts }

// Order is what the client asked for, the order of the route after it, and the
// properties that tell every two entities apart at the end, so that it is total.
// Each property occurs once. It must not be changed.
func (q Query) Order() []Term { return q.get().order }

// Conditions are the filters that the client gave, in the order in which the
// route declares them. They must not be changed.
func (q Query) Conditions() []Condition { return q.get().conditions }

// Position is where the window lies; ok is false for the first page, and where
// the list is not cut by cursor.
func (q Query) Position() (p Position, ok bool) {
	if at := q.get().at; at != nil && at.position != nil {
		return *at.position, true
	}
	return Position{}, false
}

// Position is the entity next to a window, by the values that order it: the page
// is what follows it, or what precedes it, in the order of the query.
type Position struct {
	values   []any // nil for null
	backward bool
	fromEnd  bool
}

// Backward reports whether the page precedes the position. Its entities still
// come in the order of the query: the limit of those nearest to the position.
func (p Position) Backward() bool { return p.backward }

// FromEnd reports whether the page is the last, up to the end of the list: it
// precedes the end, and there are no values.
func (p Position) FromEnd() bool { return p.fromEnd }

// Value is the value for term i of the query's order: a V of its property, not a
// pointer, or nothing for null.
func (p Position) Value(i int) (v any, null bool) {
	if i < 0 || i >= len(p.values) {
		return nil, true
	}
	return p.values[i], p.values[i] == nil
}

// Result is a page of a list.
type Result[T any] struct {
	// Items are the entities, in the order of the query, at most its limit.
	Items []T
	// More says that entities follow; going backward, that entities precede. A
	// store knows it when it looks for one more than the limit.
	More bool
	// Total is how many entities the whole list has, where [Query.NeedsTotal].
	Total int
}
