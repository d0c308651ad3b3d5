package mempage

import (
	"errors"
	"slices"
	"sort"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// Select returns the page of items that a query asks for. The collection binds properties
// to fields of T; own are the filters about other properties, made with [Where]. An
// unknown filter or order term is an error.
//
// It visits every item on each call, and does not change items.
func Select[T any](q paginate.Query, c *collection.Collection[T], items []T, own ...Own[T]) (page paginate.Result[T], err error) {
	s := selection[T]{rows: codec.RowsOf(c), own: own}
	found, err := s.filter(q, items)
	if err != nil {
		return page, err
	}
	if err := s.sort(q.Order(), found); err != nil {
		return page, err
	}
	if q.NeedsTotal() {
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

func (s selection[T]) filter(q paginate.Query, items []T) ([]candidate[T], error) {
	var tests []test[T]
	for _, cond := range q.Conditions() {
		t, err := s.test(q, cond)
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

func (s selection[T]) test(q paginate.Query, cond paginate.Condition) (test[T], error) {
	for _, o := range s.own {
		if cond.Of(o.filter) {
			return o.test(q), nil
		}
	}
	c := seal.Box[query.Condition](cond).Open()
	id := c.ID()
	if _, ok := s.rows.Order(id); !ok {
		return nil, errors.New("mempage: filter \"" + cond.Name() + "\" is for no property of the collection; declare it with Where" + s.namesake(c.PropName(), id))
	}
	return func(item *T) bool {
		cell, _ := s.rows.Cell(id, item)
		return c.Matches(cell)
	}, nil
}

// namesake mentions a property of the collection with the name of another.
func (s selection[T]) namesake(name string, id *ir.ID) string {
	return ir.Namesake(s.rows.Collection().Named(name), id)
}

func (s selection[T]) sort(order []paginate.Term, found []candidate[T]) error {
	cells := make([]any, len(found)*len(order))
	for j, t := range order {
		id := seal.Box[query.Term](t).Open().ID()
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
func compare(order []paginate.Term, a, b []any) int {
	for i, t := range order {
		c := seal.Box[query.Term](t).Open().Order.Compare(a[i], b[i])
		switch {
		case c == 0:
		case t.Descending():
			return -c
		default:
			return c
		}
	}
	return 0
}

// pageOf returns the page, and reports whether there is more in its direction.
func pageOf[T any](q paginate.Query, found []candidate[T]) (page []candidate[T], more bool) {
	limit := q.Limit()
	at, placed := q.Position()
	if !placed {
		found = found[min(q.Offset(), len(found)):]
		return found[:min(limit, len(found))], len(found) > limit
	}
	if at.FromEnd() || keyed(at) && at.Backward() {
		return found[max(0, len(found)-limit):], len(found) > limit
	}
	if keyed(at) {
		return found[:min(limit, len(found))], len(found) > limit
	}
	order := q.Order()
	values := make([]any, len(order))
	for i := range values {
		values[i], _ = at.Value(i)
	}
	if at.Backward() {
		first := search(found, func(c candidate[T]) bool { return compare(order, c.cells, values) >= 0 })
		return found[max(0, first-limit):first], first > limit
	}
	found = found[search(found, func(c candidate[T]) bool { return compare(order, c.cells, values) > 0 }):]
	return found[:min(limit, len(found))], len(found) > limit
}

// search returns the index of the first row for which far is true.
func search[T any](found []candidate[T], far func(candidate[T]) bool) int {
	return sort.Search(len(found), func(i int) bool { return far(found[i]) })
}
