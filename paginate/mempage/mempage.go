package mempage

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/memlist"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
)

// Select returns the page of items that a query asks for. The collection binds properties
// to fields of T; own are the filters about other properties, made with [Where]. An
// unknown filter or order term is an error.
//
// It visits every item on each call, and does not change items.
func Select[T any](q paginate.Query, c *collection.Collection[T], items []T, own ...Own[T]) (paginate.Result[T], error) {
	filters := make([]memlist.Own[T], len(own))
	for i, o := range own {
		filters[i] = memlist.Own[T]{Of: of(o.filter), Test: func(query.Condition) func(*T) bool { return o.test(q) }}
	}
	page, err := memlist.Select(open(q), codec.RowsOf(c), items, filters...)
	return paginate.Result[T](page), err
}

func open(q paginate.Query) *memlist.Query {
	return memlist.Open(seal.Box[*query.Query[paginate.Term, paginate.Condition]](q).Open(),
		func(t paginate.Term) query.Term { return seal.Box[query.Term](t).Open() },
		func(c paginate.Condition) query.Condition { return seal.Box[query.Condition](c).Open() })
}
