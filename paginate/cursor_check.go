package paginate

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/tree"
)

// Check implements [query.Pager].
func (*cursors) Check(d *query.Declared) {
	if d.Rows == nil {
		d.Fault(d.At, "ByCursor needs a list of what a collection describes: cursors are made of its members")
		return
	}
	d.NeedsTotalOrder("ByCursor")
	name, sound := d.Rows.Collection().Name, d.Sound && len(d.Tiebreakers) > 0
	for _, s := range slices.Concat(d.Sorting, d.ByDefault, d.Tiebreakers) {
		if s.Node == nil || !sound {
			continue // the fault is known
		}
		at := s.At
		switch {
		case !d.IsMember(s.Node):
			d.Fault(at, "property %q is not a member of collection %q, and cursors are made of its members%s", s.Name(), name,
				tree.Namesake(d.Rows.Collection().Named(s.Name()), s.Node.ID))
			sound = false
		case s.Node.WriteOnly:
			d.Fault(at, "property %q is WriteOnly, and a cursor would show it", s.Name())
			sound = false
		case s.Order.Width() == codec.Unbounded:
			d.Fault(at, "property %q has no maximum length, and a cursor holds %d bytes; declare %s", s.Name(), room, remedy(s.Node))
			sound = false
		}
	}
	if sound {
		fits(d)
	}
}

// remedy names the methods that give a property a greatest length.
func remedy(n *tree.Prop) string {
	t, _ := n.Type.(tree.Text)
	switch {
	case t.Format == "decimal":
		return "Scale, Min and Max"
	case isBinary(n):
		return "MaxBytes"
	}
	return "MaxLen, or Ordered of a type of your own"
}

func isBinary(n *tree.Prop) bool {
	_, ok := n.Type.(tree.Binary)
	return ok
}

// fits checks that the longest cursor is not too long.
func fits(d *query.Declared) {
	var always, asked []query.PlacedTerm
	for _, s := range slices.Concat(d.ByDefault, d.Tiebreakers) {
		if !includes(always, s) {
			always = append(always, s)
		}
	}
	for _, s := range d.Sorting {
		if !includes(always, s) {
			asked = append(asked, s)
		}
	}
	sort.SliceStable(asked, func(i, j int) bool { return cost(asked[i]) < cost(asked[j]) })
	if n := d.MostTerms; len(asked) > n {
		asked = asked[len(asked)-n:]
	}
	sum, longest := 0, query.PlacedTerm{}
	for _, s := range slices.Concat(always, asked) {
		sum += cost(s)
		if longest.Node == nil || cost(s) > cost(longest) {
			longest = s
		}
	}
	if sum > room {
		d.Fault(longest.At, "a cursor holds %d bytes, and the longest here would need %d, of them %d for property %q; "+
			"bound it with MaxLen, or how many are sorted by at once with MaxTerms", room, sum, cost(longest), longest.Name())
	}
}

func includes(terms []query.PlacedTerm, s query.PlacedTerm) bool {
	return slices.ContainsFunc(terms, func(t query.PlacedTerm) bool { return t.Node.ID == s.Node.ID })
}

// cost returns how many bytes a value takes in a cursor at most.
func cost(s query.PlacedTerm) int {
	width := s.Order.Width()
	return len(binary.AppendUvarint(nil, uint64(width)+1)) + width
}
