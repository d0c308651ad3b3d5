package paginate

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// checker collects the faults of a listing.
type checker struct {
	Listing
	faults []ir.Fault
}

func (c *checker) note(at ir.Fault, format string, args ...any) {
	at.Message = fmt.Sprintf(format, args...)
	c.faults = append(c.faults, at)
}

// Faults are the mistakes of the declaration. Those of the parameters are with
// the parameters.
func (l Listing) Faults(ir.Key) []ir.Fault {
	if !l.plan.at.Known() {
		l.plan.at = l.at
	}
	c := checker{l, append(l.plan.faults(), l.mistake...)}
	if l.plan.kind == byNothing {
		return c.faults
	}
	if l.most.at.Known() && l.most.n < 1 {
		c.note(ir.Fault{At: l.most.at}, "MaxTerms(%d) is below 1", l.most.n)
	}
	sound := true
	for _, steps := range [][]step{l.sorting, l.usual, l.unique} {
		for i, s := range steps {
			sound = c.step(s, steps[:i]) && sound
		}
	}
	if l.plan.kind == byCursor {
		c.cursors(sound)
	}
	c.guards()
	return c.faults
}

// step checks a term by itself, and that it does not stand among those before.
func (c *checker) step(s step, before []step) bool {
	at := ir.Fault{At: s.at}
	switch {
	case s.node == nil && s.call == "DefaultOrder":
		c.note(at, "DefaultOrder has a term that was not made with Asc or Desc of a property")
		return false
	case s.node == nil:
		c.note(at, "%s has a nil property", s.call)
		return false
	case len(prop.Faults(ir.Key{}, s.node)) > 0: // a member's are reported with the collection
		if !c.bound(s) {
			c.faults = append(c.faults, prop.Faults(ir.Key{}, s.node)...)
		}
		return false
	case slices.ContainsFunc(before, func(b step) bool { return b.node != nil && b.node.ID == s.node.ID }):
		c.note(at, "%s has property %q twice", s.call, s.Name())
		return false
	case slices.ContainsFunc(before, func(b step) bool { return b.node != nil && b.Name() == s.Name() }):
		c.note(at, "%s has two properties named %q", s.call, s.Name())
		return false
	case s.call == "Sorting" && !plainName(s.Name()):
		c.note(at, "property %q cannot be sorted by: order_by cannot tell its name from a sign or a comma", s.Name())
		return false
	case s.call == "Key" || s.call == "Tiebreaker": // any order is good enough
		if !s.order.Carries() {
			c.note(at, "property %q cannot tell entities apart in an order: it is no single value", s.Name())
			return false
		}
	case !s.order.Sorts() && s.order.Carries():
		c.note(at, "property %q cannot be sorted by: its Go type has no order; give it one with Ordered", s.Name())
		return false
	case !s.order.Sorts():
		c.note(at, "property %q cannot be sorted by: it is no single value with an order", s.Name())
		return false
	}
	return true
}

func plainName(name string) bool {
	return name != "" && !strings.Contains(name, ",") && !strings.ContainsAny(name[:1], "+- ")
}

func (c *checker) bound(s step) bool {
	if c.rows == nil {
		return false
	}
	_, ok := c.rows.Order(s.node.ID)
	return ok
}

// Strangers are the faults of an order by what the entities of a list do not have. It is
// for sibling packages.
func (l Listing) Strangers(ir.Key) []ir.Fault {
	c := checker{Listing: l}
	if c.rows == nil || l.plan.kind == byNothing || l.plan.kind == byCursor { // which says so by itself
		return nil
	}
	for _, s := range slices.Concat(c.sorting, c.usual, c.unique) {
		if s.node != nil && len(prop.Faults(ir.Key{}, s.node)) == 0 && !c.bound(s) {
			c.note(ir.Fault{At: s.at}, "property %q is not a member of collection %q, so that nothing can be sorted by it%s", s.Name(), c.rows.Collection().Name,
				ir.Namesake(c.rows.Collection().Named(s.Name()), s.node.ID))
		}
	}
	return c.faults
}

// cursors checks what only cursors need.
func (c *checker) cursors(sound bool) {
	at := ir.Fault{At: c.plan.at}
	if c.rows == nil {
		c.note(at, "ByCursor needs a list of what a collection describes: cursors are made of its members")
		return
	}
	name := c.rows.Collection().Name
	if len(c.unique) == 0 {
		c.note(at, "ByCursor needs a total order: mark what tells two of collection %q apart with Key, or name it with Tiebreaker", name)
		sound = false
	}
	for _, s := range slices.Concat(c.sorting, c.usual, c.unique) {
		if s.node == nil || !sound {
			continue // the fault is known
		}
		at := ir.Fault{At: s.at}
		switch {
		case !c.bound(s):
			c.note(at, "property %q is not a member of collection %q, and cursors are made of its members%s", s.Name(), name,
				ir.Namesake(c.rows.Collection().Named(s.Name()), s.node.ID))
			sound = false
		case s.node.WriteOnly:
			c.note(at, "property %q is WriteOnly, and a cursor would show it", s.Name())
			sound = false
		case s.order.Width() == codec.Unbounded:
			c.note(at, "property %q has no greatest length, and a cursor holds %d bytes; say %s", s.Name(), room, remedy(s.node))
			sound = false
		}
	}
	if sound {
		c.fits()
	}
}

// remedy is how a property gets a greatest length.
func remedy(n *ir.Prop) string {
	t, _ := n.Type.(ir.Text)
	switch {
	case t.Format == "decimal":
		return "Scale, Min and Max"
	case isBinary(n):
		return "MaxBytes"
	}
	return "MaxLen, or Ordered of a type of your own"
}

func isBinary(n *ir.Prop) bool {
	_, ok := n.Type.(ir.Binary)
	return ok
}

// fits checks that the longest cursor is not too long.
func (c *checker) fits() {
	var always, asked []step
	for _, s := range slices.Concat(c.usual, c.unique) {
		if !has(always, s) {
			always = append(always, s)
		}
	}
	for _, s := range c.sorting {
		if !has(always, s) {
			asked = append(asked, s)
		}
	}
	sort.SliceStable(asked, func(i, j int) bool { return asked[i].cost() < asked[j].cost() })
	if n := c.mostTerms(); len(asked) > n {
		asked = asked[len(asked)-n:]
	}
	sum, longest := 0, step{}
	for _, s := range slices.Concat(always, asked) {
		sum += s.cost()
		if longest.node == nil || s.cost() > longest.cost() {
			longest = s
		}
	}
	if sum > room {
		c.note(ir.Fault{At: longest.at}, "a cursor holds %d bytes, and the longest here would need %d, of them %d for property %q; "+
			"bound it with MaxLen, or how many are sorted by at once with MaxTerms", room, sum, longest.cost(), longest.Name())
	}
}

func has(steps []step, s step) bool {
	return slices.ContainsFunc(steps, func(t step) bool { return t.node.ID == s.node.ID })
}

// cost is how many bytes a value takes in a cursor at most.
func (s step) cost() int {
	width := s.order.Width()
	return len(binary.AppendUvarint(nil, uint64(width)+1)) + width
}
