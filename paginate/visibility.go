package paginate

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// hiddenInput is a filter about a property that only some clients see, or a term
// of order_by: which entities it finds, and in which order, would tell the others
// what is withheld.
type hiddenInput struct {
	id    *ir.ID // of the filter; nil: it is a term
	name  string // of the filter or the term
	needs []hiddenSet
}

type hiddenSet struct {
	scopes []string
	issue  *codec.Issue
}

// Guard lets the reader know what guards the members of the entities. It is for
// sibling packages.
func (r *Reader) Guard(key ir.Key, g ir.Visibility) {
	add := func(about *ir.Prop, in hiddenInput) {
		if about == nil {
			return
		}
		for _, scopes := range g.Of[about.ID] {
			in.needs = append(in.needs, hiddenSet{scopes, codec.ScopeIssue(scopes)})
		}
		if in.needs != nil {
			r.guarded = append(r.guarded, in)
		}
	}
	for _, t := range r.sorting {
		add(t.node, hiddenInput{name: t.node.Name})
	}
	for _, f := range r.listing.filters {
		n := f.Input(key).Prop.Node(key)
		add(f.filter().about, hiddenInput{id: n.ID, name: n.Name})
	}
}

// RejectHidden notes the parameters that ask about what the client may not see. It is for
// sibling packages.
func (r *Reader) RejectHidden(key ir.Key, src prop.Source, rep *codec.Report) {
	if rep.Grants == nil {
		return
	}
	for i := range r.guarded {
		in := &r.guarded[i]
		for _, need := range in.needs {
			switch {
			case rep.Grants.HasAny(need.scopes...):
			case in.id == nil:
				r.rejectTerm(src, rep, in.name, need.issue)
			default:
				if _, given := src.Cell(key, in.id); given {
					mark := rep.Mark()
					rep.Add(need.issue)
					rep.Parameter(mark, ir.InQuery, in.name)
				}
			}
		}
	}
}

// rejectTerm notes a term where order_by has it, in either direction.
func (r *Reader) rejectTerm(src prop.Source, rep *codec.Report, name string, issue *codec.Issue) {
	orderBy := r.listing.orderBy
	for i, term := range orderBy.Get(src) {
		if sortedBy(term) == name {
			mark := rep.Mark()
			rep.Add(issue)
			rep.At(mark, i)
			rep.Parameter(mark, ir.InQuery, orderBy.Name())
		}
	}
}

// scopes are those that guard a member of the entities.
func (l Listing) scopes(about *ir.Prop) []string {
	if l.rows == nil || about == nil {
		return nil
	}
	for _, m := range l.rows.Collection().Members {
		if m.Prop.ID == about.ID {
			return m.Scopes
		}
	}
	return nil
}

// guards checks that what only some clients see neither shuts others out nor shows
// in cursors.
func (c *checker) guards() {
	if c.rows == nil {
		return
	}
	for _, m := range c.rows.Collection().Members {
		if !m.Guarded() {
			continue
		}
		for _, s := range append(c.usual[:len(c.usual):len(c.usual)], c.unique...) {
			if s.node == nil || s.node.ID != m.Prop.ID {
				continue
			}
			what := "the order"
			if c.plan.kind == byCursor {
				what = "a cursor"
			}
			c.note(ir.Fault{At: s.at}, "property %q is only for clients with the scope %q, and %s would show it to all", s.Name(), m.Scopes[0], what)
		}
		for _, f := range c.filters {
			n := f.Input(ir.Key{}).Prop.Node(ir.Key{})
			if about := f.filter().about; about != nil && about.ID == m.Prop.ID && !n.MayBeAbsent() {
				c.note(ir.Fault{At: n.At}, "filter %q is required, and its property is only for clients with the scope %q", n.Name, m.Scopes[0])
			}
		}
	}
}
