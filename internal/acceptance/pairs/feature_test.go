package pairs

import (
	"cmp"
	"slices"
	"strings"
)

// feature is one thing that an API may declare.
type feature struct {
	name string
	area area
	// slot is what only one feature can have, such as the plan of a list.
	slot string
	// on says at which operations the feature matters, separated by spaces: those
	// of [request.op]; "" is all of them. Requests that a feature asks or changes
	// are its own anyway.
	on string
	// plain says that it matters there also to requests that it has not changed.
	plain bool
	// fault is what Build says of a feature that is a mistake; "" for all others.
	fault   string
	declare func(*draft)
}

// area is where a feature belongs, for the table.
type area string

const (
	access      area = "access"
	properties  area = "properties"
	nestingArea area = "nesting"
	entities    area = "entities"
	lists       area = "lists"
	changes     area = "changes"
	contents    area = "contents"
	limits      area = "limits"
	whole       area = "the whole"
)

// at reports whether a feature matters at an operation.
func (f *feature) at(op string) bool {
	return f.on == "" || slices.Contains(strings.Fields(f.on), op)
}

// meets reports whether there is an operation that two features are both about.
func (f *feature) meets(g *feature) bool {
	switch {
	case f.area == contents && g.area == contents:
		return false // each has a route of its own
	case f.on == "" || g.on == "":
		return true
	}
	return slices.ContainsFunc(strings.Fields(f.on), g.at)
}

// features is the closed list, in one order.
func features() []*feature {
	all := slices.Concat(schemes(), rules(), kinds(), presences(), nestings(), entityFeatures(), listFeatures(),
		changeFeatures(), contentFeatures(), limitFeatures(), wholeFeatures(), mistakes())
	slices.SortFunc(all, func(a, b *feature) int { return cmp.Or(cmp.Compare(a.area, b.area), cmp.Compare(a.name, b.name)) })
	return all
}

// pair is two features that stand in one API; a triple has one more.
type pair []*feature

func (p pair) String() string {
	var names []string
	for _, f := range p {
		names = append(names, f.name)
	}
	return strings.Join(names, " × ")
}

// pairs returns all pairs of features, each once.
func pairsOf(all []*feature) (ps []pair) {
	for i, a := range all {
		for _, b := range all[i+1:] {
			ps = append(ps, pair{a, b})
		}
	}
	return ps
}
