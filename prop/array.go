package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// ArrayProp is a property with a list.
type ArrayProp[E any] core

// Array declares an array of items, with the name of item:
//
//	prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
//
// The rules of item apply to each item. A nil slice is written as an empty array.
func Array[E any](item Of[E]) *ArrayProp[E] {
	return (*ArrayProp[E])(property.ListOf(item, codec.ItemsOf[E](property.TypeOf(item))))
}

// MinItems sets the minimum number of items.
func (p *ArrayProp[E]) MinItems(n int) *ArrayProp[E] {
	return (*ArrayProp[E])(counted((*core)(p), tree.MinItems{N: n}))
}

// MaxItems sets the maximum number of items.
func (p *ArrayProp[E]) MaxItems(n int) *ArrayProp[E] {
	return (*ArrayProp[E])(counted((*core)(p), tree.MaxItems{N: n}))
}

// Unique forbids equal items, as JSON Schema defines equality.
func (p *ArrayProp[E]) Unique() *ArrayProp[E] { return (*ArrayProp[E])((*core)(p).Rule(tree.Unique{})) }
