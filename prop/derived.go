package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// DerivedProp is a property that another package of the library makes, such as the
// parameter of a filter.
//
// Its methods are those of every builder: package builders copies them.
type DerivedProp[V any] struct{ core core }

func (*DerivedProp[V]) with(f codec.Form) *DerivedProp[V] { return &DerivedProp[V]{core{f}} }

// Derive declares what a form describes. It is for sibling packages.
func Derive[V any](_ ir.Key, f codec.Form) *DerivedProp[V] { return start[V, *DerivedProp[V]](f) }

// Identified returns the property with another identity. It is for sibling packages.
func (p *DerivedProp[V]) Identified(_ ir.Key, id *ir.ID) *DerivedProp[V] {
	return p.with(p.core.edited(func(n *ir.Prop) { n.ID = id }))
}
