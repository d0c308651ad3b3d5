package pagination

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// hiddenInput is a filter or a term of order_by about a member that only some callers see:
// which entities are found, and in which order, would disclose it to the others.
type hiddenInput struct {
	id    *tree.ID // of the filter; nil: it is a term
	name  string   // of the filter or the term
	needs []hiddenSet
}

// hiddenSet is a set of alternative scopes.
type hiddenSet struct {
	scopes []string
	issue  *codec.Issue
}

// SetVisibility sets which callers see which members of the entities.
func (r *Reader) SetVisibility(v tree.Visibility) {
	add := func(about *tree.Prop, in hiddenInput) {
		if about == nil {
			return
		}
		for _, scopes := range v.Of[about.ID] {
			in.needs = append(in.needs, hiddenSet{scopes, codec.ScopeIssue(scopes)})
		}
		if in.needs != nil {
			r.hidden = append(r.hidden, in)
		}
	}
	for _, t := range r.sorting {
		add(t.Node, hiddenInput{name: t.Node.Name})
	}
	for _, f := range r.list.filters {
		add(f.Filter.About, hiddenInput{id: f.Node.ID, name: f.Node.Name})
	}
}

// RejectHidden adds a violation for each parameter about a member that the caller does not
// see.
func (r *Reader) RejectHidden(src prop.Source, rep *codec.Report) {
	if rep.Grants == nil {
		return
	}
	for i := range r.hidden {
		in := &r.hidden[i]
		for _, need := range in.needs {
			if rep.Grants.HasAny(need.scopes...) {
				continue
			}
			if in.id != nil {
				if _, given := codec.CellIn(src, in.id); given {
					reject(rep, need.issue, in.name, -1)
				}
				continue
			}
			for i, term := range *cellOf[[]string](src, r.orderBy) { // in either direction
				if sortedBy(term) == in.name {
					reject(rep, need.issue, r.list.orderBy.Name(), i)
				}
			}
		}
	}
}

// reject adds a violation for a parameter, or for an item of it.
func reject(rep *codec.Report, issue *codec.Issue, parameter string, item int) {
	mark := rep.Mark()
	rep.Add(issue)
	if item >= 0 {
		rep.At(mark, item)
	}
	rep.Parameter(mark, tree.InQuery, parameter)
}

// scopes returns those that show a member of the entities; nil: all callers see it.
func (l *List) scopes(about *tree.Prop) []string {
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

// visibility checks that a member which only some callers see neither excludes the others
// nor shows in cursors.
func (c *checker) visibility() {
	if c.rows == nil {
		return
	}
	what := "the order"
	if c.plan.Kind == query.ByCursor {
		what = "a cursor"
	}
	for _, m := range c.rows.Collection().Members {
		if !m.Guarded() {
			continue
		}
		for _, terms := range [...][]query.PlacedTerm{c.byDefault, c.tiebreakers} {
			for i := range terms {
				if s := &terms[i]; s.Node != nil && s.Node.ID == m.Prop.ID {
					c.Fault(s.At, "property %q is only for clients with the scope %q, and %s would show it to all", m.Prop.Name, m.Scopes[0], what)
				}
			}
		}
		for _, f := range c.filters {
			n := f.Node
			if about := f.Filter.About; about != nil && about.ID == m.Prop.ID && !n.MayBeAbsent() {
				c.Fault(n.At, "filter %q is required, and its property is only for clients with the scope %q", n.Name, m.Scopes[0])
			}
		}
	}
}
