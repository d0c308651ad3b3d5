package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Alternatives are collections of which a value has one; package collection
// makes them as unions.
type Alternatives[T any] interface {
	// Variants returns what the union is beside its description. It is for sibling
	// packages.
	Variants(ir.Key) *codec.UnionForm
	// Zero returns an empty value. It is for sibling packages.
	Zero(ir.Key) T
}

// UnionProp is a property that carries one of several kinds of object.
type UnionProp[T any] struct{ core core }

func (*UnionProp[T]) with(f codec.Form) *UnionProp[T] { return &UnionProp[T]{core{f}} }

// Union declares an object of one of the kinds that a union has. It takes the
// union's name as [Object] takes a collection's.
func Union[T any](u Alternatives[T]) *UnionProp[T] {
	v := u.Variants(ir.Key{})
	return start[T, *UnionProp[T]](codec.Form{
		Node: &ir.Prop{Name: snake(v.Node.Name), Type: ir.Alternatives{Of: v.Node}},
		Make: func(c *codec.Compiler, _ *ir.Prop) codec.Codec { return v.Compile(c) },
	})
}
