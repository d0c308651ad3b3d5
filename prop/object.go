package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// Collection declares objects: a collection of package collection.
type Collection[T any] interface {
	// Object declares an object with the members of the collection.
	Object() *ObjectProp[T]
}

// ObjectProp is a property that carries what a collection describes.
type ObjectProp[T any] core

// Object declares an object with the members of a collection. It takes the
// collection's name in lower case with underscores, so that LineItem is
// line_item; As renames it. The object is read and written in the mode of the
// collection around it.
func Object[T any](c Collection[T]) *ObjectProp[T] { return c.Object() }

// Lazy declares an object whose collection is looked up when it is first used,
// so that a collection can contain itself:
//
//	func categories() *collection.Collection[Category] {
//		return collection.Of("Category", func(c *Category) collection.Fields {
//			return collection.Fields{
//				prop.Array(prop.Lazy("children", categories)).At(&c.Children),
//			}
//		})
//	}
func Lazy[T any, C Collection[T]](name string, of func() C) *ObjectProp[T] {
	once := func() *codec.ObjectForm { return property.FormOf(of().Object()).Group() }
	return (*ObjectProp[T])(property.StartOf[T](property.Lazy(name, once)))
}
