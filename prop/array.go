package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
)

// ArrayProp is a property that carries a list.
type ArrayProp[E any] core

// Array declares a list of what item declares, and takes item's name:
//
//	prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
//
// The rules before the closing parenthesis are those of an item. A nil slice is
// written as an empty array.
func Array[E any](item Of[E]) *ArrayProp[E] {
	f := property.FormOf(item)
	return (*ArrayProp[E])(property.StartOf[[]E](property.List(f, codec.ItemsOf[E](f.Type))))
}

// MinItems sets the least number of items.
func (p *ArrayProp[E]) MinItems(n int) *ArrayProp[E] {
	return (*ArrayProp[E])(counted((*core)(p), ir.MinItems{N: n}))
}

// MaxItems sets the greatest number of items.
func (p *ArrayProp[E]) MaxItems(n int) *ArrayProp[E] {
	return (*ArrayProp[E])(counted((*core)(p), ir.MaxItems{N: n}))
}

// Unique forbids two equal items; items are equal when JSON Schema says that
// their values are.
func (p *ArrayProp[E]) Unique() *ArrayProp[E] { return (*ArrayProp[E])((*core)(p).Rule(ir.Unique{})) }
