package query

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// Term is an order term: a property and a direction.
type Term struct {
	Node       *tree.Prop // nil in the zero term
	Order      codec.Order
	Desc       bool
	FromClient bool
}

// ID identifies the property; nil if there is none.
func (t Term) ID() *tree.ID {
	if t.Node == nil {
		return nil
	}
	return t.Node.ID
}

// Name returns the name of the property.
func (t Term) Name() string {
	if t.Node == nil {
		return ""
	}
	return t.Node.Name
}

// Sign returns the sign before the name in order_by.
func (t Term) Sign() string {
	if t.Desc {
		return "-"
	}
	return ""
}
