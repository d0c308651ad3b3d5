package prop

import (
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Collection is a group of properties bound to a T; package collection makes
// them.
type Collection[T any] interface {
	// Group returns what the collection is beside its description. It is for sibling
	// packages.
	Group(ir.Key) *codec.ObjectForm
	// Zero returns an empty value. It is for sibling packages.
	Zero(ir.Key) T
}

// ObjectProp is a property that carries what a collection describes.
type ObjectProp[T any] struct{ core core }

func (*ObjectProp[T]) with(f codec.Form) *ObjectProp[T] { return &ObjectProp[T]{core{f}} }

// Object declares an object with the members of a collection. It takes the
// collection's name in lower case with underscores, so that LineItem is
// line_item; As renames it. The object is read and written in the mode of the
// collection around it.
func Object[T any](c Collection[T]) *ObjectProp[T] { return StructOf[T](ir.Key{}, c.Group(ir.Key{})) }

// StructOf is [Object] of what a collection of a T is beside its description. It is for
// sibling packages.
//
//go:noinline
func StructOf[T any](_ ir.Key, g *codec.ObjectForm) *ObjectProp[T] {
	return &ObjectProp[T]{core{objectOf(g)}}
}

// objectOf starts the property of a group.
func objectOf(g *codec.ObjectForm) codec.Form {
	f := object(snake(g.Node.Name), func() *codec.ObjectForm { return g })
	f.Type = g.Type
	return started(f)
}

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
	once := sync.OnceValue(func() *codec.ObjectForm { return of().Group(ir.Key{}) })
	f := object(name, once)
	f.Late = true
	f.Make = func(c *codec.Compiler, n *ir.Prop) codec.Codec { return once().CompileLazy(c, n) }
	return start[T, *ObjectProp[T]](f)
}

func object(name string, of func() *codec.ObjectForm) codec.Form {
	return codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Object{Of: func() *ir.Collection { return of().Node }}},
		Make: func(c *codec.Compiler, _ *ir.Prop) codec.Codec { return of().Compile(c) },
		Fork: func(a place.Addr) { of().ForkMembers(a) },
	}
}

// snake turns LineItem into line_item.
func snake(name string) string {
	b := make([]byte, 0, len(name)+4)
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c < 'A' || c > 'Z' {
			b = append(b, c)
			continue
		}
		// A capital begins a word after a small letter, or before one.
		if i > 0 && (name[i-1] >= 'a' && name[i-1] <= 'z' || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z') {
			b = append(b, '_')
		}
		b = append(b, c+'a'-'A')
	}
	return string(b)
}
