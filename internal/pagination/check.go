package pagination

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// checker collects the faults of a list.
type checker struct {
	*List
	query.Declared
}

func (l *List) checker() *checker {
	return &checker{l, query.Declared{
		At: l.plan.At, Rows: l.rows, Sorting: l.sorting, ByDefault: l.byDefault, Tiebreakers: l.tiebreakers, MostTerms: l.mostTerms(), Sound: true,
	}}
}

// Faults returns the faults of the declaration. Its parameters have their own.
func (l *List) Faults() []tree.Fault {
	c := l.checker()
	c.Found = slices.Clip(l.plan.Faults)
	if l.pager == nil {
		c.Fault(c.At, "a plan was not created by ByPage, ByOffset, ByCursor or ByKey")
		return append(c.Found, l.faults...)
	}
	c.sizes()
	c.members()
	c.Found = append(c.Found, l.faults...)
	if l.maxTerms.At.Known() && l.maxTerms.N < 1 {
		c.Fault(l.maxTerms.At, "MaxTerms(%d) is below 1", l.maxTerms.N)
	}
	for _, terms := range l.terms() {
		for i := range terms {
			c.Sound = c.term(&terms[i], terms[:i]) && c.Sound
		}
	}
	l.pager.Check(&c.Declared)
	c.visibility()
	return c.Found
}

// terms returns the terms of all orders.
func (l *List) terms() [3][]query.PlacedTerm {
	return [...][]query.PlacedTerm{l.sorting, l.byDefault, l.tiebreakers}
}

// members checks that members with totals get one.
func (c *checker) members() {
	if c.plan.Pagination == nil || c.plan.Total != query.Never {
		return
	}
	for i := range c.plan.Pagination.Members {
		if kind := c.plan.Pagination.Members[i].Kind; kind.Counts() {
			c.Fault(c.At, "Pagination: %s needs a total; use Total(paginate.Always) or Total(paginate.OnRequest)", kind)
		}
	}
}

// sizes checks the limits of pages.
func (c *checker) sizes() {
	p := &c.plan
	switch size, most := p.Sizes(); {
	case most < 1:
		c.Fault(p.Most.At, "Max(%d) is below 1", most)
	case most > query.MaxLimit:
		c.Fault(p.Most.At, "Max(%d) is above %d, more than a page can have", most, query.MaxLimit)
	case p.Size.At.Known() && size < 1:
		c.Fault(p.Size.At, "Default(%d) is below 1", size)
	case size > most && p.Most.At.Known():
		c.Fault(p.Size.At, "Default(%d) is above Max(%d)", size, most)
	case size > most:
		c.Fault(p.Size.At, "Default(%d) is above %d, the default maximum; raise it with Max", size, most)
	}
}

// term checks a term by itself, and that it is not among those before.
func (c *checker) term(s *query.PlacedTerm, before []query.PlacedTerm) bool {
	if s.Node == nil {
		what := " has a nil property"
		if s.Call == "DefaultOrder" {
			what = " has a term that was not made with Asc or Desc of a property"
		}
		c.Fault(s.At, "%s%s", s.Call, what)
		return false
	}
	if faults := verify.Faults(s.Node); len(faults) > 0 { // a member's are reported with the collection
		if !c.IsMember(s.Node) {
			c.Found = append(c.Found, faults...)
		}
		return false
	}
	name, what := s.Node.Name, twice(s.Node, before)
	if what != "" {
		c.Fault(s.At, s.Call+what, name)
		return false
	}
	switch {
	case s.Call == "Sorting" && !plainName(name):
		what = "sorted by: its name begins with a sign or contains a comma, which order_by gives a meaning"
	case s.Call == "Key" || s.Call == "Tiebreaker": // any order is good enough
		if !s.Order.Carries() {
			what = "a tiebreaker: it is not a single value"
		}
	case s.Order.Sorts():
	case s.Order.Carries():
		what = "sorted by: its Go type has no order; give it one with Ordered"
	default:
		what = "sorted by: it is not a single value with an order"
	}
	if what != "" {
		c.Fault(s.At, "property %q cannot be "+what, name)
	}
	return what == ""
}

// twice says that one of the terms has the same property, or one of the same name; otherwise it
// returns "".
func twice(n *tree.Prop, terms []query.PlacedTerm) (what string) {
	for i := range terms {
		switch t := terms[i].Node; {
		case t == nil:
		case t.ID == n.ID:
			return " has property %q twice"
		case t.Name == n.Name:
			what = " has two properties named %q"
		}
	}
	return what
}

func plainName(name string) bool {
	return name != "" && !strings.Contains(name, ",") && !strings.ContainsAny(name[:1], "+- ")
}

// MembershipFaults returns a fault for each property of an order that the entities do not
// have.
func (l *List) MembershipFaults() []tree.Fault {
	if l.rows == nil || l.pager == nil || l.plan.Kind == query.ByCursor { // Faults has them
		return nil
	}
	c, rows := l.checker(), l.rows.Collection()
	for _, terms := range l.terms() {
		for i := range terms {
			s := &terms[i]
			if s.Node != nil && !c.IsMember(s.Node) && len(verify.Faults(s.Node)) == 0 {
				c.Fault(s.At, "property %q is not a member of collection %q, so it cannot be sorted by%s", s.Node.Name, rows.Name,
					tree.Namesake(rows.Named(s.Node.Name), s.Node.ID))
			}
		}
	}
	return c.Found
}
