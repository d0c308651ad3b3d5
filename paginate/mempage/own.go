package mempage

import "github.com/tenon-go/tenon/paginate"

// Own is a filter of your own; see [Where].
type Own[T any] struct {
	filter paginate.Filterer
	test   func(paginate.Query) test[T]
}

// Where says which items meet a filter that is about no property of the
// collection. It also takes the place of what another filter asks.
//
//	mempage.Where(tagged, func(p *Product, tag string) bool { return slices.Contains(p.Tags, tag) })
func Where[T, V any](f paginate.Filter[V], met func(item *T, v V) bool) Own[T] {
	return Own[T]{f, func(q paginate.Query) test[T] {
		v := f.Get(q)
		return func(item *T) bool { return met(item, v) }
	}}
}
