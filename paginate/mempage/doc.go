// Package mempage runs the query of a list on a slice: for tests, and for
// short lists.
//
//	func (s *Store) List(_ context.Context, q paginate.Query) (paginate.Result[Product], error) {
//		return mempage.Select(q, products, s.all)
//	}
//
// It returns the rows that package sqlpage returns, in the same order. A filter about a
// property that is not one of the collection needs a function; see [Where].
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package mempage
