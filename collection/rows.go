package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Rows gives access to the members of entities, in whatever modes they are. It
// is for sibling packages.
func (c *Collection[T]) Rows(ir.Key) codec.Rows { return rows{c.started().group} }

// Rows gives access to the members of what b describes, also to those that its
// mode does not show; nil where that is not a collection. It is for sibling
// packages.
func (b *Body[T]) Rows(ir.Key) codec.Rows {
	if b == nil || b.content == nil {
		return nil
	}
	return b.content.rows
}

type rows struct{ group *codec.ObjectForm }

// Cell implements [codec.Rows].
func (r rows) Cell(id *ir.ID, entity any) (cell any, ok bool) {
	i := r.index(id)
	if i < 0 {
		return nil, false
	}
	t, ok := r.group.Type.At(entity)
	if !ok {
		return nil, false
	}
	return r.group.Bindings[i].Cell(t), true
}

// Order implements [codec.Rows].
func (r rows) Order(id *ir.ID) (order codec.Order, ok bool) {
	if i := r.index(id); i >= 0 {
		return r.group.Bindings[i].Order(), true
	}
	return nil, false
}

func (r rows) index(id *ir.ID) int {
	return slices.IndexFunc(r.group.Node.Members, func(m *ir.Member) bool { return m.Prop.ID == id })
}

// Collection implements [codec.Rows].
func (r rows) Collection() *ir.Collection { return r.group.Node }
