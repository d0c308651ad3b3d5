package memlist

import "github.com/tenon-go/tenon/internal/query"

// keyed reports whether a position has keys in place of values.
func keyed(at *query.Position) bool { return at.After != nil || at.Before != nil }

// between returns the candidates between the entities with the keys of a query: all of them, if it
// has none. The entities may be items that the filters do not match.
func (s selection[T]) between(q *Query, items []T, found []candidate[T]) ([]candidate[T], error) {
	at := q.position()
	if at == nil {
		return found, nil
	}
	keys := q.List.Key
	if at.Before != nil {
		cells, err := s.cellsOf(keys, keys.Before, at.Before, q.Order, items)
		if err != nil {
			return nil, err
		}
		found = found[:search(found, func(c candidate[T]) bool { return compare(q.Order, c.cells, cells) >= 0 })]
	}
	if at.After != nil {
		cells, err := s.cellsOf(keys, keys.After, at.After, q.Order, items)
		if err != nil {
			return nil, err
		}
		found = found[search(found, func(c candidate[T]) bool { return compare(q.Order, c.cells, cells) > 0 }):]
	}
	return found, nil
}

// cellsOf returns the cells of the item with a key, or a violation of the parameter.
func (s selection[T]) cellsOf(keys *query.Keys, parameter string, key any, order []query.Term, items []T) ([]any, error) {
	for i := range items {
		cell, ok := s.rows.Cell(keys.ID, &items[i])
		if !ok || keys.Order.IsNull(cell) || keys.Order.Compare(cell, key) != 0 {
			continue
		}
		cells := make([]any, len(order))
		for j, t := range order {
			cells[j], _ = s.rows.Cell(t.ID(), &items[i])
		}
		return cells, nil
	}
	return nil, query.NoSuchKey(parameter)
}
