package apitest

import (
	"slices"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/tree"
)

// filter is a query parameter that compares a property of entities.
type filter struct {
	parameter, op string
	about         *tree.Prop
	member        *tree.Member // the property, or what contains it
	listed        bool         // the list shows the member
}

// findFilters finds the filters that compare a member of entities, or what is inside one, such as an item of an
// array.
func (r *resource) findFilters() {
	if r.list == nil || r.key == "" {
		return
	}
	all, _ := r.list.list.get("filters")
	for i, name := range all.names {
		for _, op := range all.items[i].names {
			f := filter{parameter: name, op: op}
			if r.list.compares(&f, r.list.items(), tree.List) || r.view != nil && r.list.compares(&f, r.view.entity(), tree.View) {
				f.listed = f.member.Has(tree.List)
				r.filters = append(r.filters, f)
			}
		}
	}
}

// compares finds what a filter compares. A filter may be on a property that has the name of a member and another
// meaning: the parameter says what it was made of.
func (o *operation) compares(f *filter, c *tree.Collection, mode tree.Mode) bool {
	at := slices.IndexFunc(o.inputs, func(in tree.Input) bool { return in.In == tree.InQuery && in.Prop.Name == f.parameter })
	if at < 0 {
		return false
	}
	in := o.inputs[at].Prop
	made := func(p *tree.Prop) bool {
		for k := query.Equal; k <= query.IsNull; k++ {
			if k.String() == f.op && p.ID.Made(int(k)) == in.ID {
				return true
			}
		}
		return derived(in, p) // and renamed
	}
	for _, inside := range []bool{false, true} {
		found := 0
		for _, m := range c.Members {
			if !m.Has(mode) || m.Guarded() {
				continue
			}
			if p := propertyIn(m.Prop, made, inside); p != nil {
				f.about, f.member = p, m
				found++
			}
		}
		if found > 0 {
			return found == 1
		}
	}
	return false
}

// propertyIn returns a property, or the one that is inside of it.
func propertyIn(p *tree.Prop, is func(*tree.Prop) bool, inside bool) *tree.Prop {
	switch t := p.Type.(type) {
	case tree.Array:
		if inside && is(t.Item) {
			return t.Item
		}
	case tree.Object:
		for _, m := range t.Of().In(tree.List) {
			if inside && is(m.Prop) && !m.Guarded() {
				return m.Prop
			}
		}
	}
	if !inside && is(p) {
		return p
	}
	return nil
}

// derived reports whether the parameter of a filter was made of a property: it has its position.
func derived(parameter, p *tree.Prop) bool {
	file, line := parameter.At.FileLine()
	otherFile, otherLine := p.At.FileLine()
	return file != "" && file == otherFile && line == otherLine
}

// condition is a filter with a value.
type condition struct {
	filter
	predicate
}

// holds reports whether an entity matches, as far as its state is known.
func (c condition) holds(state value) bool {
	v, _ := state.get(c.member.Prop.Name)
	return containsIn(c.member.Prop, c.about.ID, v, c.matches)
}
