package tree

import (
	"fmt"
	"slices"
	"sort"
)

// Visibility describes the scopes that identities need to see members inside a value.
type Visibility struct {
	// Sets has the sets of scopes that restrict members, without duplicates and in a fixed
	// order. One scope of a set is enough.
	Sets [][]string
	// Of has the sets of each property that is, or is inside, a restricted member: an identity
	// needs a scope of every set.
	Of map[*ID][][]string
}

// VisibilityOf returns the visibility of members inside p, in any mode. A property with several
// occurrences needs the scopes of all. The result is shared and must not be changed.
func VisibilityOf(p *Prop) (g Visibility) {
	if p == nil {
		return g
	}
	switch t := p.Type.(type) {
	case Array:
		return VisibilityOf(t.Item)
	case Map:
		return VisibilityOf(t.Value)
	case Object:
		return t.Of().visibility()
	}
	return findVisibility(p)
}

// visibility returns the visibility of the members of a collection. The first call caches it,
// as that of [Collection.Fingerprint] does.
func (c *Collection) visibility() Visibility {
	p := &Prop{Type: Object{Of: func() *Collection { return c }}}
	if c.cached == nil { // in a test
		return findVisibility(p)
	}
	c.cached.visibilityOnce.Do(func() { c.cached.visibility = findVisibility(p) })
	return c.cached.visibility
}

// findVisibility visits all members in p for [VisibilityOf].
func findVisibility(p *Prop) (g Visibility) {
	guardWalk{&g, map[guarded]bool{}}.prop(p, nil)
	sort.Slice(g.Sets, func(i, j int) bool { return slices.Compare(g.Sets[i], g.Sets[j]) < 0 })
	return g
}

type guardWalk struct {
	*Visibility
	seen map[guarded]bool
}

// guarded is the fingerprint of a collection or a union, and the sets of scopes of an occurrence.
type guarded struct{ fingerprint, sets string }

func (w guardWalk) prop(p *Prop, sets [][]string) {
	switch t := p.Type.(type) {
	case Array:
		w.prop(t.Item, sets)
	case Map:
		w.prop(t.Value, sets)
	case Object:
		w.collection(t.Of(), sets)
	case Alternatives:
		w.union(t.Of(), sets)
	}
}

func (w guardWalk) union(u *Union, sets [][]string) {
	if w.enter(u.Fingerprint(), sets) {
		for _, p := range u.Cases {
			w.prop(p, sets)
		}
	}
}

// enter reports whether an occurrence is visited for the first time.
func (w guardWalk) enter(fingerprint string, sets [][]string) bool {
	here := guarded{fingerprint: fingerprint}
	if len(sets) > 0 {
		here.sets = fmt.Sprintf("%q", sets)
	}
	was := w.seen[here]
	w.seen[here] = true
	return !was
}

func (w guardWalk) collection(c *Collection, sets [][]string) {
	if !w.enter(c.Fingerprint(), sets) {
		return
	}
	for _, m := range c.Members {
		sets := sets
		if m.Guarded() {
			set := slices.Sorted(slices.Values(m.Scopes))
			if w.Sets = include(w.Sets, set); !has(sets, set) {
				sets = append(slices.Clip(sets), set)
			}
		}
		for _, set := range sets {
			if w.Of == nil {
				w.Of = map[*ID][][]string{}
			}
			w.Of[m.Prop.ID] = include(w.Of[m.Prop.ID], set)
		}
		w.prop(m.Prop, sets)
	}
	if c.Rest != nil {
		w.prop(c.Rest, sets)
	}
}

func has(sets [][]string, set []string) bool {
	return slices.ContainsFunc(sets, func(s []string) bool { return slices.Equal(s, set) })
}

func include(sets [][]string, set []string) [][]string {
	if has(sets, set) {
		return sets
	}
	return append(slices.Clip(sets), set)
}
