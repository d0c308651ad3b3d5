package mempage

import (
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/paginate"
)

// Own is an application-defined filter; see [Where].
type Own[T any] struct {
	filter paginate.Filterer
	test   func(paginate.Query) func(*T) bool
}

// Where sets which items match a filter about a property that is not one of the
// collection. It also overrides what any other filter does.
//
//	mempage.Where(tagged, func(p *Product, tag string) bool { return slices.Contains(p.Tags, tag) })
func Where[T, V any](f paginate.Filter[V], matches func(item *T, v V) bool) Own[T] {
	return Own[T]{f, func(q paginate.Query) func(*T) bool {
		v := f.Get(q)
		return func(item *T) bool { return matches(item, v) }
	}}
}

// of returns a function that reports whether a condition is of a filter.
func of(f paginate.Filterer) func(query.Condition) bool {
	return func(c query.Condition) bool { return f != nil && query.ParameterOf(f).Node.ID == c.Input().ID }
}
