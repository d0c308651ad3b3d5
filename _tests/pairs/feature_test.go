package pairs

import (
	"cmp"
	"slices"
	"strings"
)

// A feature is a part of a declaration.
type feature struct {
	name string
	area area
	// slot names something that only one feature can have, such as the plan of a list.
	slot string
	// on lists the operations that the feature affects, separated by spaces: values of
	// [request.op]; "" means all. Probes and alterations of a feature always belong to it.
	on string
	// plain means that it affects unaltered requests, too.
	plain bool
	// fault is part of the fault that Build reports for the feature; "" for valid ones.
	fault   string
	declare func(*draft)
}

// area groups the features in the table.
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

// at reports whether a feature affects an operation.
func (f *feature) at(op string) bool {
	return f.on == "" || slices.Contains(strings.Fields(f.on), op)
}

// meets reports whether two features affect a common operation.
func (f *feature) meets(g *feature) bool {
	switch {
	case f.area == contents && g.area == contents:
		return false // each has its own route
	case f.on == "" || g.on == "":
		return true
	}
	return slices.ContainsFunc(strings.Fields(f.on), g.at)
}

// features returns all features in a fixed order.
func features() []*feature {
	all := slices.Concat(schemes(), rules(), kinds(), presences(), nestings(), entityFeatures(), listFeatures(),
		changeFeatures(), contentFeatures(), limitFeatures(), wholeFeatures(), subscriptionFeatures(), faulty())
	slices.SortFunc(all, func(a, b *feature) int { return cmp.Or(cmp.Compare(a.area, b.area), cmp.Compare(a.name, b.name)) })
	return all
}

// A pair is two features in one API; a triple is three.
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
