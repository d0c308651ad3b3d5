package ir

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Visibility is what an identity needs to see the properties inside a value.
type Visibility struct {
	// Sets are the sets of scopes that guard a member, each once and in a fixed
	// order; one scope of a set is enough.
	Sets [][]string
	// Of has the sets of each property that a guarded member is or holds: an
	// identity needs something of every one.
	Of map[*ID][][]string
}

// VisibilityOf returns what guards the properties inside p, in any mode. A property
// that stands in several places needs what each of them needs. The result is
// shared: nobody may change it.
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
	return visibilityIn(func(w guardWalk) { w.prop(p, nil) })
}

// visibility is what guards the members of a collection. The first call fixes it,
// as that of [Collection.Fingerprint] does.
func (c *Collection) visibility() Visibility {
	walk := func(w guardWalk) { w.collection(c, nil) }
	if c.made == nil { // in a test
		return visibilityIn(walk)
	}
	c.made.guards.Do(func() { c.made.visibility = visibilityIn(walk) })
	return c.made.visibility
}

func visibilityIn(walk func(guardWalk)) (g Visibility) {
	walk(guardWalk{&g, map[guarded]bool{}})
	sort.Slice(g.Sets, func(i, j int) bool { return slices.Compare(g.Sets[i], g.Sets[j]) < 0 })
	return g
}

type guardWalk struct {
	*Visibility
	seen map[guarded]bool
}

// guarded is a collection, by what it is made of, and what guards it where it
// stands.
type guarded struct{ made, sets string }

func (w guardWalk) prop(p *Prop, sets [][]string) {
	switch t := p.Type.(type) {
	case Array:
		w.prop(t.Item, sets)
	case Map:
		w.prop(t.Value, sets)
	case Object:
		w.collection(t.Of(), sets)
	case Alternatives:
		for _, c := range t.Of.Cases {
			w.collection(c, sets)
		}
	}
}

func (w guardWalk) collection(c *Collection, sets [][]string) {
	here := guarded{made: c.Fingerprint()}
	if len(sets) > 0 {
		here.sets = fmt.Sprintf("%q", sets)
	}
	if w.seen[here] {
		return
	}
	w.seen[here] = true
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

// OnlyWith tells people which scopes are needed: Only with the scope `a`.
func OnlyWith(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	return "Only with the scope `" + strings.Join(scopes, "` or `") + "`."
}
