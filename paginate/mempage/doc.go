// Package mempage answers the query of a list from a slice: for tests, and for
// lists that are small enough to look at whole.
//
//	func (s *Store) List(_ context.Context, q paginate.Query) (paginate.Result[Product], error) {
//		return mempage.Select(q, products, s.all)
//	}
//
// It gives the rows that package sqlpage gives, in the same order. A filter
// that is about no property of the collection needs a function, see [Where].
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/lists.md
package mempage
