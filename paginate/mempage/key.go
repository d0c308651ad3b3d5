package mempage

import (
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// keyed reports whether a position has keys in place of values.
func keyed(at paginate.Position) bool {
	after, before := at.Keys()
	return after != nil || before != nil
}

// between returns the candidates between the entities with the keys of a query: all of them, if it
// has none. The entities may be items that the filters do not match.
func (s selection[T]) between(q paginate.Query, items []T, found []candidate[T]) ([]candidate[T], error) {
	at, placed := q.Position()
	if !placed {
		return found, nil
	}
	keys := seal.Box[*query.Query[paginate.Term, paginate.Condition]](q).Open().List.Key
	after, before := at.Keys()
	order := q.Order()
	if before != nil {
		cells, err := s.cellsOf(keys, keys.Before, before, order, items)
		if err != nil {
			return nil, err
		}
		found = found[:search(found, func(c candidate[T]) bool { return compare(order, c.cells, cells) >= 0 })]
	}
	if after != nil {
		cells, err := s.cellsOf(keys, keys.After, after, order, items)
		if err != nil {
			return nil, err
		}
		found = found[search(found, func(c candidate[T]) bool { return compare(order, c.cells, cells) > 0 }):]
	}
	return found, nil
}

// cellsOf returns the cells of the item with a key, or a violation of the parameter.
func (s selection[T]) cellsOf(keys *query.Keys, parameter string, key any, order []paginate.Term, items []T) ([]any, error) {
	for i := range items {
		cell, ok := s.rows.Cell(keys.ID, &items[i])
		if !ok || keys.Order.IsNull(cell) || keys.Order.Compare(cell, key) != 0 {
			continue
		}
		cells := make([]any, len(order))
		for j, t := range order {
			cells[j], _ = s.rows.Cell(seal.Box[query.Term](t).Open().ID(), &items[i])
		}
		return cells, nil
	}
	return nil, query.NoSuchKey(parameter)
}
