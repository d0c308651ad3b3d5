package property

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Object declares an object with the members of a collection. It takes the collection's
// name in lower case with underscores.
func Object(g *codec.ObjectForm) *Property {
	f := object(Snake(g.Node.Name), func() *codec.ObjectForm { return g })
	f.Type = g.Type
	return Start(f)
}

// Array declares an array of such objects. items describes the
// Go type of the array.
func Array(name string, g *codec.ObjectForm, items *codec.Items) *Property {
	f := List(Object(g).form, items)
	f.Node.Name = name
	return Start(f)
}

// ListOf declares an array of what a property describes.
func ListOf(item Any, items *codec.Items) *Property { return Start(List(FormOf(item), items)) }

// List returns the form of an array of what a form describes.
//
//go:noinline
func List(item codec.Form, items *codec.Items) codec.Form {
	return codec.Form{
		Type: items.List,
		Node: &tree.Prop{Name: item.Node.Name, Type: tree.Array{Item: item.Node}},
		Make: codec.Array(item, items),
		Late: item.Late,
		Fork: codec.ForkItems(item, items),
	}
}

// Lazy declares an object whose collection is looked up when it is first used.
func Lazy(name string, t *codec.Type, of func() *codec.ObjectForm) *Property {
	once := codec.Once(of)
	f := object(name, once)
	f.Type, f.Late = t, true
	f.Make = func(c *codec.Compiler, n *tree.Prop) codec.Codec { return once().CompileLazy(c, n) }
	return Start(f)
}

func object(name string, of func() *codec.ObjectForm) codec.Form {
	return codec.Form{
		Node:  &tree.Prop{Name: name, Type: tree.Object{Of: func() *tree.Collection { return of().Node }}},
		Make:  func(c *codec.Compiler, _ *tree.Prop) codec.Codec { return of().Compile(c) },
		Fork:  func(a place.Addr) { of().ForkMembers(a) },
		Group: of,
	}
}

// Union declares a value of one of the cases of a union.
func Union(v *codec.UnionForm) *Property {
	return Start(codec.Form{
		Type:  v.Type,
		Node:  &tree.Prop{Name: Snake(v.Node.Name), Type: tree.Alternatives{Of: func() *tree.Union { return v.Node }}},
		Make:  func(c *codec.Compiler, _ *tree.Prop) codec.Codec { return v.Compile(c) },
		Union: func() *codec.UnionForm { return v },
	})
}

// LazyUnion declares a value of a union that is looked up when it is first used.
func LazyUnion(name string, t *codec.Type, of func() *codec.UnionForm) *Property {
	once := codec.Once(of)
	return Start(codec.Form{
		Type:  t,
		Node:  &tree.Prop{Name: name, Type: tree.Alternatives{Of: func() *tree.Union { return once().Node }}},
		Make:  func(c *codec.Compiler, n *tree.Prop) codec.Codec { return once().CompileLazy(c, n) },
		Union: once,
	})
}

// NoFunction declares a property whose declaration lacks its function.
func NoFunction(name, call string, t *codec.Type) *Property {
	return Start(codec.Form{Type: t, Node: &tree.Prop{Name: name, Type: tree.Any{}, Faults: []tree.Fault{tree.Faultf("%s: the function is nil", call)}}})
}

// Snake turns LineItem into line_item.
func Snake(name string) string {
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
