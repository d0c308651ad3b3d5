package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// Alternatives declares a union; it is implemented by package collection.
type Alternatives[T any] interface {
	// Property declares a property with the union.
	Property() *UnionProp[T]
}

// UnionProp is a property with a value of a union.
type UnionProp[T any] core

// Union declares a value of a union. Its name is derived from that of the union, as in
// [Object].
func Union[T any](u Alternatives[T]) *UnionProp[T] { return u.Property() }

// LazyUnion declares a value of a union that a function returns at the first use, so that a union can
// contain itself, also without a collection between:
//
//	func filters() collection.Union[Filter] {
//		return collection.OneOf("Filter",
//			collection.CaseOf[Filter](prop.Array(prop.LazyUnion("all", filters)).MaxItems(20)),
//			collection.CaseOf[Filter](terms),
//		)
//	}
func LazyUnion[T any, U Alternatives[T]](name string, of func() U) *UnionProp[T] {
	if of == nil {
		return (*UnionProp[T])(property.NoFunction(name, "LazyUnion", codec.TypeOf[T]()))
	}
	once := func() *codec.UnionForm { return property.FormOf(of().Property()).Union() }
	return (*UnionProp[T])(property.LazyUnion(name, codec.TypeOf[T](), once))
}
