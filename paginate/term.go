package paginate

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Term is a step of an order: a property and a direction. Null sorts before
// every value ascending, and after every value descending.
type Term struct {
	node  *ir.Prop
	order codec.Order
	desc  bool
	asked bool
}

// Asc orders from the least value to the greatest.
func Asc(p prop.Prop) Term { return term(p, false) }

// Desc orders from the greatest value to the least.
func Desc(p prop.Prop) Term { return term(p, true) }

func term(p prop.Prop, desc bool) Term {
	if p == nil {
		return Term{}
	}
	return Term{node: p.Node(ir.Key{}), order: p.Order(ir.Key{}), desc: desc}
}

// Name is the name of the property.
func (t Term) Name() string {
	if t.node == nil {
		return ""
	}
	return t.node.Name
}

// Descending reports whether the greatest value comes first.
func (t Term) Descending() bool { return t.desc }

// FromClient reports whether the client asked for the term; the others are the
// route's.
func (t Term) FromClient() bool { return t.asked }

// Is reports whether the term is about a property.
func (t Term) Is(p prop.Prop) bool {
	return p != nil && t.node != nil && p.Node(ir.Key{}).ID == t.node.ID
}

// ID identifies the property. It is for sibling packages.
func (t Term) ID(ir.Key) *ir.ID {
	if t.node == nil {
		return nil
	}
	return t.node.ID
}

// Order is how the values of the property compare, ascending. It is for sibling
// packages.
func (t Term) Order(ir.Key) codec.Order { return t.order }

// sign is what stands before the name where a client asks for the term.
func (t Term) sign() string {
	if t.desc {
		return "-"
	}
	return ""
}

// in reports whether one of the terms is about the property of t.
func (t Term) in(terms []Term) bool {
	for i := range terms {
		if terms[i].node.ID == t.node.ID {
			return true
		}
	}
	return false
}

// total makes an order total: what the client asked for, the usual order after
// it, and at the end what tells every two entities apart, in the direction of
// what stands before. What comes after the whole of that decides nothing.
func total(asked, usual, unique []Term) []Term {
	all := asked
	for _, t := range usual {
		if !t.in(all) {
			all = append(all, t)
		}
	}
	for _, t := range unique {
		if t.in(all) {
			continue
		}
		t.desc = len(all) > 0 && all[len(all)-1].desc
		all = append(all, t)
	}
	covered := 0
	for i, t := range all {
		if t.in(unique) {
			covered++
		}
		if covered > 0 && covered == len(unique) {
			return all[: i+1 : i+1]
		}
	}
	return slices.Clip(all)
}
