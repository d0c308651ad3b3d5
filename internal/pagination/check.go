package pagination

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/verify"
)

// checker collects the faults of a list.
type checker struct {
	*List
	found []ir.Fault
}

func (c *checker) fault(at callsite.PC, format string, args ...any) {
	c.found = append(c.found, ir.Fault{At: at, Message: fmt.Sprintf(format, args...)})
}

// Faults returns the faults of the declaration. Its parameters have their own.
func (l *List) Faults() []ir.Fault {
	c := checker{List: l, found: slices.Clip(l.plan.Faults)}
	if l.plan.Kind == query.Unstarted {
		c.fault(l.plan.At, "a plan was not created by ByPage, ByOffset, ByCursor or ByKey")
		c.found = append(c.found, l.faults...)
		return c.found
	}
	c.sizes()
	c.members()
	c.found = append(c.found, l.faults...)
	if l.maxTerms.At.Known() && l.maxTerms.N < 1 {
		c.fault(l.maxTerms.At, "MaxTerms(%d) is below 1", l.maxTerms.N)
	}
	sound := true
	for _, terms := range [][]placedTerm{l.sorting, l.byDefault, l.tiebreakers} {
		for i, t := range terms {
			sound = c.term(t, terms[:i]) && sound
		}
	}
	switch l.plan.Kind {
	case query.ByCursor:
		c.cursors(sound)
	case query.ByKey:
		c.byKey()
	case query.ByPage:
		c.totalOrder("ByPage")
	case query.ByOffset:
		c.totalOrder("ByOffset")
	}
	c.visibility()
	return c.found
}

// members checks that members with totals get one.
func (c *checker) members() {
	if c.plan.Pagination == nil || c.plan.Total != query.Never {
		return
	}
	for _, m := range c.plan.Pagination.Members {
		if m.Kind.Counts() {
			c.fault(c.plan.At, "Pagination: %s needs a total; use Total(paginate.Always) or Total(paginate.OnRequest)", m.Kind)
		}
	}
}

// sizes checks the limits of pages.
func (c *checker) sizes() {
	p := c.plan
	switch size, most := p.Sizes(); {
	case most < 1:
		c.fault(p.Most.At, "Max(%d) is below 1", most)
	case most > query.MaxLimit:
		c.fault(p.Most.At, "Max(%d) is above %d, more than a page can have", most, query.MaxLimit)
	case p.Size.At.Known() && size < 1:
		c.fault(p.Size.At, "Default(%d) is below 1", size)
	case size > most && p.Most.At.Known():
		c.fault(p.Size.At, "Default(%d) is above Max(%d)", size, most)
	case size > most:
		c.fault(p.Size.At, "Default(%d) is above %d, the default maximum; raise it with Max", size, most)
	}
}

// term checks a term by itself, and that it is not among those before.
func (c *checker) term(s placedTerm, before []placedTerm) bool {
	at := s.at
	switch {
	case s.Node == nil && s.call == "DefaultOrder":
		c.fault(at, "DefaultOrder has a term that was not made with Asc or Desc of a property")
		return false
	case s.Node == nil:
		c.fault(at, "%s has a nil property", s.call)
		return false
	case len(verify.Faults(s.Node)) > 0: // a member's are reported with the collection
		if !c.isMember(s) {
			c.found = append(c.found, verify.Faults(s.Node)...)
		}
		return false
	case slices.ContainsFunc(before, func(b placedTerm) bool { return b.Node != nil && b.Node.ID == s.Node.ID }):
		c.fault(at, "%s has property %q twice", s.call, s.Name())
		return false
	case slices.ContainsFunc(before, func(b placedTerm) bool { return b.Node != nil && b.Name() == s.Name() }):
		c.fault(at, "%s has two properties named %q", s.call, s.Name())
		return false
	case s.call == "Sorting" && !plainName(s.Name()):
		c.fault(at, "property %q cannot be sorted by: its name begins with a sign or contains a comma, which order_by gives a meaning", s.Name())
		return false
	case s.call == "Key" || s.call == "Tiebreaker": // any order is good enough
		if !s.Order.Carries() {
			c.fault(at, "property %q cannot be a tiebreaker: it is not a single value", s.Name())
			return false
		}
	case !s.Order.Sorts() && s.Order.Carries():
		c.fault(at, "property %q cannot be sorted by: its Go type has no order; give it one with Ordered", s.Name())
		return false
	case !s.Order.Sorts():
		c.fault(at, "property %q cannot be sorted by: it is not a single value with an order", s.Name())
		return false
	}
	return true
}

func plainName(name string) bool {
	return name != "" && !strings.Contains(name, ",") && !strings.ContainsAny(name[:1], "+- ")
}

// isMember reports whether the property of a term is a member of the entities.
func (c *checker) isMember(s placedTerm) bool {
	if c.rows == nil {
		return false
	}
	_, ok := c.rows.Order(s.Node.ID)
	return ok
}

// MembershipFaults returns a fault for each property of an order that the entities do not
// have.
func (l *List) MembershipFaults() []ir.Fault {
	c := checker{List: l}
	if c.rows == nil || c.plan.Kind == query.Unstarted || c.plan.Kind == query.ByCursor { // Faults has them
		return nil
	}
	for _, s := range slices.Concat(c.sorting, c.byDefault, c.tiebreakers) {
		if s.Node != nil && len(verify.Faults(s.Node)) == 0 && !c.isMember(s) {
			c.fault(s.at, "property %q is not a member of collection %q, so it cannot be sorted by%s", s.Name(), c.rows.Collection().Name,
				ir.Namesake(c.rows.Collection().Named(s.Name()), s.Node.ID))
		}
	}
	return c.found
}

// totalOrder checks that the order of a collection is total: otherwise an entity may be on two
// pages, and another on none.
func (c *checker) totalOrder(plan string) {
	if c.rows != nil && len(c.tiebreakers) == 0 {
		c.fault(c.plan.At, "%s needs a total order: mark what distinguishes two of collection %q with Key, or name it with Tiebreaker",
			plan, c.rows.Collection().Name)
	}
}

// cursors checks what only cursors need.
func (c *checker) cursors(sound bool) {
	at := c.plan.At
	if c.rows == nil {
		c.fault(at, "ByCursor needs a list of what a collection describes: cursors are made of its members")
		return
	}
	name := c.rows.Collection().Name
	if len(c.tiebreakers) == 0 {
		c.fault(at, "ByCursor needs a total order: mark what distinguishes two of collection %q with Key, or name it with Tiebreaker", name)
		sound = false
	}
	for _, s := range slices.Concat(c.sorting, c.byDefault, c.tiebreakers) {
		if s.Node == nil || !sound {
			continue // the fault is known
		}
		at := s.at
		switch {
		case !c.isMember(s):
			c.fault(at, "property %q is not a member of collection %q, and cursors are made of its members%s", s.Name(), name,
				ir.Namesake(c.rows.Collection().Named(s.Name()), s.Node.ID))
			sound = false
		case s.Node.WriteOnly:
			c.fault(at, "property %q is WriteOnly, and a cursor would show it", s.Name())
			sound = false
		case s.Order.Width() == codec.Unbounded:
			c.fault(at, "property %q has no maximum length, and a cursor holds %d bytes; declare %s", s.Name(), room, remedy(s.Node))
			sound = false
		}
	}
	if sound {
		c.fits()
	}
}

// remedy names the methods that give a property a greatest length.
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
	var always, asked []placedTerm
	for _, s := range slices.Concat(c.byDefault, c.tiebreakers) {
		if !includes(always, s) {
			always = append(always, s)
		}
	}
	for _, s := range c.sorting {
		if !includes(always, s) {
			asked = append(asked, s)
		}
	}
	sort.SliceStable(asked, func(i, j int) bool { return asked[i].cost() < asked[j].cost() })
	if n := c.mostTerms(); len(asked) > n {
		asked = asked[len(asked)-n:]
	}
	sum, longest := 0, placedTerm{}
	for _, s := range slices.Concat(always, asked) {
		sum += s.cost()
		if longest.Node == nil || s.cost() > longest.cost() {
			longest = s
		}
	}
	if sum > room {
		c.fault(longest.at, "a cursor holds %d bytes, and the longest here would need %d, of them %d for property %q; "+
			"bound it with MaxLen, or how many are sorted by at once with MaxTerms", room, sum, longest.cost(), longest.Name())
	}
}

func includes(terms []placedTerm, s placedTerm) bool {
	return slices.ContainsFunc(terms, func(t placedTerm) bool { return t.Node.ID == s.Node.ID })
}

// cost returns how many bytes a value takes in a cursor at most.
func (s placedTerm) cost() int {
	width := s.Order.Width()
	return len(binary.AppendUvarint(nil, uint64(width)+1)) + width
}

// visibility checks that a member which only some callers see neither excludes the others
// nor shows in cursors.
func (c *checker) visibility() {
	if c.rows == nil {
		return
	}
	for _, m := range c.rows.Collection().Members {
		if !m.Guarded() {
			continue
		}
		for _, s := range slices.Concat(c.byDefault, c.tiebreakers) {
			if s.Node == nil || s.Node.ID != m.Prop.ID {
				continue
			}
			what := "the order"
			if c.plan.Kind == query.ByCursor {
				what = "a cursor"
			}
			c.fault(s.at, "property %q is only for clients with the scope %q, and %s would show it to all", s.Name(), m.Scopes[0], what)
		}
		for _, f := range c.filters {
			n := f.Node
			if about := f.Filter.About; about != nil && about.ID == m.Prop.ID && !n.MayBeAbsent() {
				c.fault(n.At, "filter %q is required, and its property is only for clients with the scope %q", n.Name, m.Scopes[0])
			}
		}
	}
}
