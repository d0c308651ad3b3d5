package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Rows gives access to the members of entities, in whatever modes they are. It
// is for sibling packages.
func (c Collection[T]) Rows(key ir.Key) codec.Rows { return rowsOf(c.Group(key)) }

// Rows gives access to the members of what b describes, also to those that its
// mode does not show; nil where that is not a collection. It is for sibling
// packages.
func (b Body[T]) Rows(ir.Key) codec.Rows { return b.rows }

// rows is of no type, and has no methods that would be compiled for each.
type rows struct {
	node  *ir.Collection
	cell  func(i int, entity any) (cell any, ok bool)
	order func(i int) codec.Order
}

func rowsOf[P any](g *codec.Group[P]) codec.Rows {
	return rows{
		node: g.Node,
		cell: func(i int, entity any) (cell any, ok bool) {
			t, ok := entity.(P)
			if !ok {
				return nil, false
			}
			return g.Bindings[i].Cell(t), true
		},
		order: func(i int) codec.Order { return g.Bindings[i].Order() },
	}
}

// Cell implements [codec.Rows].
func (r rows) Cell(id *ir.ID, entity any) (cell any, ok bool) {
	if i := r.index(id); i >= 0 {
		return r.cell(i, entity)
	}
	return nil, false
}

// Order implements [codec.Rows].
func (r rows) Order(id *ir.ID) (order codec.Order, ok bool) {
	if i := r.index(id); i >= 0 {
		return r.order(i), true
	}
	return nil, false
}

func (r rows) index(id *ir.ID) int {
	return slices.IndexFunc(r.node.Members, func(m *ir.Member) bool { return m.Prop.ID == id })
}

// Collection implements [codec.Rows].
func (r rows) Collection() *ir.Collection { return r.node }
