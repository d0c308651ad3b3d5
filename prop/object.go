package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
)

// Collection declares objects; it is implemented by package collection.
type Collection[T any] interface {
	// Object declares an object with the members of the collection.
	Object() *ObjectProp[T]
}

// ObjectProp is a property with an object.
type ObjectProp[T any] core

// Object declares an object with the members of a collection. Its name is that of the
// collection in lower case with underscores, such as line_item for LineItem; As changes it. The
// object has the mode of the enclosing collection.
func Object[T any](c Collection[T]) *ObjectProp[T] { return c.Object() }

// Lazy declares an object with a collection that a function returns at the first use, so that a
// collection can contain itself:
//
//	func categories() *collection.Collection[Category] {
//		return collection.Of("Category", func(c *Category) collection.Fields {
//			return collection.Fields{
//				prop.Array(prop.Lazy("children", categories)).At(&c.Children),
//			}
//		})
//	}
func Lazy[T any, C Collection[T]](name string, of func() C) *ObjectProp[T] {
	if of == nil {
		return (*ObjectProp[T])(property.NoFunction(name, "Lazy", codec.TypeOf[T]()))
	}
	once := func() *codec.ObjectForm { return property.FormOf(of().Object()).Group() }
	return (*ObjectProp[T])(property.Lazy(name, codec.TypeOf[T](), once))
}
