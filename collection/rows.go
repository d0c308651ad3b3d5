package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Rows gives access to the members of entities, in whatever modes they are. It
// is for sibling packages.
func (c Collection[T]) Rows(key ir.Key) codec.Rows { return rows[T]{c.Group(key)} }

// Rows gives access to the members of what b describes, also to those that its
// mode does not show; nil where that is not a collection. It is for sibling
// packages.
func (b Body[T]) Rows(ir.Key) codec.Rows {
	if b.group == nil {
		return nil
	}
	return rows[T]{b.group}
}

type rows[T any] struct{ group *codec.Group[*T] }

// Cell implements [codec.Rows].
func (r rows[T]) Cell(id *ir.ID, entity any) (cell any, ok bool) {
	t, ok := entity.(*T)
	if !ok {
		return nil, false
	}
	for i, m := range r.group.Node.Members {
		if m.Prop.ID == id {
			return r.group.Bindings[i].Cell(t), true
		}
	}
	return nil, false
}

// Order implements [codec.Rows].
func (r rows[T]) Order(id *ir.ID) (order codec.Order, ok bool) {
	for i, m := range r.group.Node.Members {
		if m.Prop.ID == id {
			return r.group.Bindings[i].Order(), true
		}
	}
	return nil, false
}

// Collection implements [codec.Rows].
func (r rows[T]) Collection() *ir.Collection { return r.group.Node }
