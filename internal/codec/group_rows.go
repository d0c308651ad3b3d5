package codec

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// Grouped is what a collection of package collection embeds.
type Grouped struct{ group *ObjectForm }

// Seal returns what a collection embeds that has the group.
func (g *ObjectForm) Seal() Grouped { return Grouped{g} }

func (g *Grouped) grouped() *ObjectForm { return g.group }

// RowsOf gives access to the members of the entities of a collection, in whatever modes
// they are. A collection that no constructor made has no members, also if it is a nil
// pointer, whose promoted method panics.
func RowsOf(c interface{ grouped() *ObjectForm }) (rows Rows) {
	defer func() {
		if rows == nil {
			_ = recover()
			rows = &ObjectForm{Node: &tree.Collection{}, Type: pointers}
		}
	}()
	if g := c.grouped(); g != nil {
		return g
	}
	return nil
}

// Cell implements [Rows].
func (g *ObjectForm) Cell(id *tree.ID, entity any) (cell any, ok bool) {
	i := g.index(id)
	if i < 0 {
		return nil, false
	}
	t, ok := g.Type.At(entity)
	if !ok {
		return nil, false
	}
	return g.Bindings[i].Cell(t), true
}

// Order implements [Rows].
func (g *ObjectForm) Order(id *tree.ID) (order Order, ok bool) {
	if i := g.index(id); i >= 0 {
		return g.Bindings[i].Order(), true
	}
	return nil, false
}

func (g *ObjectForm) index(id *tree.ID) int {
	return slices.IndexFunc(g.Node.Members, func(m *tree.Member) bool { return m.Prop.ID == id })
}

// Collection implements [Rows].
func (g *ObjectForm) Collection() *tree.Collection { return g.Node }
