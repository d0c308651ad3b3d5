package query

import (
	"fmt"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// Declared is a list as checks of its declaration see it.
type Declared struct {
	At   tree.Position // of the plan
	Rows codec.Rows    // nil if the entities are not of one collection
	// The terms of the order.
	Sorting, ByDefault, Tiebreakers []PlacedTerm
	MostTerms                       int  // of Sorting in one request
	Sound                           bool // the terms have no faults
	Found                           []tree.Fault
}

// PlacedTerm is a term and where it was declared.
type PlacedTerm struct {
	Term
	Call string
	At   tree.Position
}

// Fault adds a fault.
//
//go:noinline
func (d *Declared) Fault(at tree.Position, format string, args ...any) {
	d.Found = append(d.Found, tree.Fault{At: at, Message: fmt.Sprintf(format, args...)})
}

// IsMember reports whether a property is a member of the entities.
//
//go:noinline
func (d *Declared) IsMember(n *tree.Prop) bool {
	if d.Rows == nil {
		return false
	}
	_, ok := d.Rows.Order(n.ID)
	return ok
}

// NeedsTotalOrder checks that the order of a collection is total: otherwise an entity may be on two
// pages, and another on none.
func (d *Declared) NeedsTotalOrder(plan string) {
	if d.Rows != nil && len(d.Tiebreakers) == 0 {
		d.Fault(d.At, "%s needs a total order: mark what distinguishes two of collection %q with Key, or name it with Tiebreaker",
			plan, d.Rows.Collection().Name)
	}
}
