package mempage

import "github.com/tenon-go/tenon/paginate"

// Own is an application-defined filter; see [Where].
type Own[T any] struct {
	filter paginate.Filterer
	test   func(paginate.Query) test[T]
}

// Where sets which items match a filter about a property that is not one of the
// collection. It also overrides what any other filter does.
//
//	mempage.Where(tagged, func(p *Product, tag string) bool { return slices.Contains(p.Tags, tag) })
func Where[T, V any](f paginate.Filter[V], matches func(item *T, v V) bool) Own[T] {
	return Own[T]{f, func(q paginate.Query) test[T] {
		v := f.Get(q)
		return func(item *T) bool { return matches(item, v) }
	}}
}
