package memlist

import (
	"errors"
	"slices"
	"sort"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/tree"
)

// Query is a query whose terms and conditions are opened.
type Query query.Query[query.Term, query.Condition]

// Open returns the query of package paginate, whose types it does not know.
func Open[T, C any](q *query.Query[T, C], term func(T) query.Term, condition func(C) query.Condition) *Query {
	if q == nil {
		return new(Query)
	}
	out := Query{List: q.List, Limit: q.Limit, Page: q.Page, Offset: q.Offset, NeedsTotal: q.NeedsTotal, Cursor: q.Cursor}
	for _, t := range q.Order {
		out.Order = append(out.Order, term(t))
	}
	for _, c := range q.Conditions {
		out.Conditions = append(out.Conditions, condition(c))
	}
	return &out
}

// position returns the position of the page; nil on the first page and without a cursor.
func (q *Query) position() *query.Position {
	if q.Cursor == nil {
		return nil
	}
	return q.Cursor.Position
}

// Page is a page of a list.
type Page[T any] struct {
	Items []T
	More  bool
	Total int // set if the query needs it
}

// Own is a filter of the application.
type Own[T any] struct {
	Of   func(query.Condition) bool // whether a condition is of the filter
	Test func(query.Condition) func(*T) bool
}

// Select returns the page of items that a query asks for. rows has their properties, and own the
// filters about other properties.
func Select[T any](q *Query, rows codec.Rows, items []T, own ...Own[T]) (page Page[T], err error) {
	s := selection[T]{rows: rows, own: own}
	found, err := s.filter(q.Conditions, items)
	if err != nil {
		return page, err
	}
	if err := s.sort(q.Order, found); err != nil {
		return page, err
	}
	if q.NeedsTotal {
		page.Total = len(found)
	}
	if found, err = s.between(q, items, found); err != nil {
		return page, err
	}
	found, page.More = pageOf(q, found)
	page.Items = make([]T, len(found))
	for i, f := range found {
		page.Items[i] = *f.item
	}
	return page, nil
}

type selection[T any] struct {
	rows codec.Rows
	own  []Own[T]
}

// candidate is an item and its cells for the order terms.
type candidate[T any] struct {
	item  *T
	cells []any
}

// test reports whether an item satisfies a condition.
type test[T any] func(*T) bool

func (s selection[T]) filter(conditions []query.Condition, items []T) ([]candidate[T], error) {
	var tests []test[T]
	for _, cond := range conditions {
		t, err := s.test(cond)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	var found []candidate[T]
	for i := range items {
		item := &items[i]
		if !slices.ContainsFunc(tests, func(t test[T]) bool { return !t(item) }) {
			found = append(found, candidate[T]{item: item})
		}
	}
	return found, nil
}

func (s selection[T]) test(c query.Condition) (test[T], error) {
	for _, o := range s.own {
		if o.Of(c) {
			return o.Test(c), nil
		}
	}
	id := c.ID()
	if _, ok := s.rows.Order(id); !ok {
		return nil, errors.New("mempage: filter \"" + c.Input().Name + "\" is for no property of the collection; declare it with Where" + s.namesake(c.PropName(), id))
	}
	return func(item *T) bool {
		cell, _ := s.rows.Cell(id, item)
		return c.Matches(cell)
	}, nil
}

// namesake mentions a property of the collection with the name of another.
func (s selection[T]) namesake(name string, id *tree.ID) string {
	return tree.Namesake(s.rows.Collection().Named(name), id)
}

func (s selection[T]) sort(order []query.Term, found []candidate[T]) error {
	cells := make([]any, len(found)*len(order))
	for j, t := range order {
		id := t.ID()
		if how, ok := s.rows.Order(id); !ok || !how.Sorts() {
			return errors.New("mempage: order_by \"" + t.Name() + "\" is no property of the collection that has an order" + s.namesake(t.Name(), id))
		}
		for i := range found {
			cells[i*len(order)+j], _ = s.rows.Cell(id, found[i].item)
		}
	}
	for i := range found {
		found[i].cells = cells[i*len(order) : (i+1)*len(order)]
	}
	slices.SortStableFunc(found, func(a, b candidate[T]) int { return compare(order, a.cells, b.cells) })
	return nil
}

// compare compares two rows by their cells.
func compare(order []query.Term, a, b []any) int {
	for i, t := range order {
		c := t.Order.Compare(a[i], b[i])
		switch {
		case c == 0:
		case t.Desc:
			return -c
		default:
			return c
		}
	}
	return 0
}

// pageOf returns the page, and reports whether there is more in its direction.
func pageOf[T any](q *Query, found []candidate[T]) (page []candidate[T], more bool) {
	limit, at := q.Limit, q.position()
	if at == nil {
		found = found[min(q.Offset, len(found)):]
		return found[:min(limit, len(found))], len(found) > limit
	}
	if at.FromEnd || keyed(at) && at.Backward {
		return found[max(0, len(found)-limit):], len(found) > limit
	}
	if keyed(at) {
		return found[:min(limit, len(found))], len(found) > limit
	}
	values := make([]any, len(q.Order))
	copy(values, at.Values)
	if at.Backward {
		first := search(found, func(c candidate[T]) bool { return compare(q.Order, c.cells, values) >= 0 })
		return found[max(0, first-limit):first], first > limit
	}
	found = found[search(found, func(c candidate[T]) bool { return compare(q.Order, c.cells, values) > 0 }):]
	return found[:min(limit, len(found))], len(found) > limit
}

// search returns the index of the first row for which far is true.
func search[T any](found []candidate[T], far func(candidate[T]) bool) int {
	return sort.Search(len(found), func(i int) bool { return far(found[i]) })
}
