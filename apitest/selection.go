package apitest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// selection is the query of a list.
type selection struct {
	conditions []condition
	parameter  string   // of the order; "" for that of the list
	terms      []string // of the order
	limit      int      // of a page; 0 for that of the list
	again      int      // of the pages of the same list, once more
}

// choose returns a query at random, with values of entities; a list of all of them is given.
func (w *world) choose(r *resource, n int, filters int, all []value) (s selection) {
	rng := rand.New(rand.NewPCG(uint64(n), w.salt))
	s.limit, s.again = rng.IntN(4), rng.IntN(4)
	for _, i := range rng.Perm(len(r.filters))[:min(len(r.filters), filters)] {
		f := r.filters[i]
		var values []value
		for _, state := range w.states(f, all) {
			v, _ := state.get(f.member.Prop.Name)
			containsIn(f.member.Prop, f.about.ID, v, func(v value) bool {
				values = append(values, v)
				return false
			})
		}
		if p, ok := predicateOf(rng, f.op, f.about, values); ok {
			s.conditions = append(s.conditions, condition{f, p})
		}
	}
	if parameter, terms := r.list.sorts(); len(terms) > 0 && (filters == 0 || rng.IntN(2) == 0) {
		s.parameter, s.terms = parameter, []string{terms[rng.IntN(len(terms))]}
		if other := terms[rng.IntN(len(terms))]; rng.IntN(3) == 0 && unsigned(other) != unsigned(s.terms[0]) {
			s.terms = append(s.terms, other)
		}
	}
	return s
}

// states returns the states of entities that show what a filter compares.
func (w *world) states(f filter, all []value) (states []value) {
	if f.listed {
		return all
	}
	for _, e := range w.entities {
		if e != nil && !e.deleted && !e.maybe && !e.again && e.by == 0 && slices.ContainsFunc(all, func(item value) bool { return hasKey(item, e) }) {
			states = append(states, e.known)
		}
	}
	return states
}

func hasKey(item value, e *entity) bool {
	k, ok := item.get(e.of.key)
	return ok && equal(k, e.key)
}

// simpler returns simpler queries, and then the query.
func (s selection) simpler() (all []selection) {
	for _, limit := range []int{0, 1} {
		for _, c := range s.conditions {
			all = append(all, selection{conditions: []condition{c}, limit: limit})
		}
		if len(s.terms) > 0 {
			all = append(all, selection{parameter: s.parameter, terms: s.terms[:1], limit: limit})
		}
		whole := s
		whole.limit, whole.again = limit, 0
		all = append(all, whole)
	}
	return append(all, s)
}

func unsigned(term string) string { return strings.TrimPrefix(term, "-") }

// selecting returns the path of a list with a query.
func (w *world) selecting(r *resource, s selection, limit int) (target string, ok bool) {
	parameters := []string{w.sized(r, limit), r.list.pair(s.parameter, s.terms...)}
	for _, c := range s.conditions {
		parameters = append(parameters, r.list.pair(c.parameter, c.texts...))
	}
	return w.target(r, parameters...)
}

// selects compares what a query selects with a list of everything.
func (w *world) selects(r *resource, st step, filters int) *broken {
	target, ok := w.target(r)
	if !ok {
		return nil
	}
	whole, b := w.walk(r.list, 0, target, nil)
	if b != nil || whole == nil {
		return b
	}
	everything := whole.items()
	if st.selection == nil {
		s := w.choose(r, st.n, filters, everything)
		st.selection = &s
	}
	s := *st.selection
	w.selection = &s
	if filters > 0 && len(s.conditions) == 0 || filters == 0 && len(s.terms) == 0 {
		return nil
	}
	if target, ok = w.selecting(r, s, s.limit); !ok {
		return nil
	}
	selected, b := w.walk(r.list, 0, target, nil)
	if b != nil || selected == nil {
		return b
	}
	items := selected.items()
	if b := first(w.keeps(s, r, everything, items, target), inOrder(r, s.terms, items, target)); b != nil {
		return b
	}
	if len(s.conditions) == 0 {
		if b := w.checkItems(r, 0, items, target); b != nil {
			return b
		}
	}
	return w.repeats(r, 0, s, items, target)
}

// keeps compares which entities a query has selected with its conditions.
func (w *world) keeps(s selection, r *resource, everything, selected []value, target string) *broken {
	got := keysOf(selected, r.key)
	for _, item := range everything {
		k, ok := item.get(r.key)
		if !ok {
			continue
		}
		matches, known := true, true
		for _, c := range s.conditions {
			states := w.states(c.filter, []value{item})
			known = known && len(states) > 0
			matches = matches && known && c.holds(states[0])
		}
		switch {
		case !known:
		case matches && !got[k.json()]:
			return breaks("a filter keeps what matches", "%s lacks the entity %s: %s", target, k, item)
		case !matches && got[k.json()]:
			return breaks("a filter drops what does not match", "%s has the entity %s: %s", target, k, item)
		}
	}
	return nil
}

// inOrder compares a list with its order.
func inOrder(r *resource, terms []string, items []value, target string) *broken {
	for i := 1; i < len(items); i++ {
		for _, term := range terms {
			name := unsigned(term)
			m := memberNamed(r.list.items(), name)
			if m == nil || !ordered(m.Prop) {
				break
			}
			a, _ := items[i-1].get(name)
			z, _ := items[i].get(name)
			c := compare(m.Prop, a, z)
			if name != term {
				c = -c
			}
			if c > 0 {
				return breaks("a list has its order", "%s, in the order of %s: %s is before %s", target, term, a, z)
			}
			if c < 0 {
				break
			}
		}
	}
	return nil
}

// repeats sends a query again, with pages of another size.
func (w *world) repeats(r *resource, as int, s selection, items []value, target string) *broken {
	if len(r.list.list.names) == 0 { // no order is declared
		return nil
	}
	other, ok := w.selecting(r, s, s.again)
	if !ok {
		return nil
	}
	again, b := w.walk(r.list, as, other, nil)
	if b != nil || again == nil {
		return b
	}
	if one, two := sequence(items, r.key), sequence(again.items(), r.key); !slices.Equal(one, two) {
		return breaks("the same list twice is the same", "%s has the entities %v, and %s has %v", target, one, other, two)
	}
	return nil
}

func memberNamed(c *tree.Collection, name string) *tree.Member {
	for _, m := range c.Members {
		if m.Prop.Name == name && m.Has(tree.List) && !m.Guarded() {
			return m
		}
	}
	return nil
}
