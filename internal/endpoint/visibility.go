package endpoint

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// visibility determines which members of a response a caller sees; see
// collection.Field.VisibleTo.
type visibility struct{ sets [][]string } // of scopes, each of some members

// visibilityOf returns nil if all callers see all members.
func visibilityOf(n *tree.Operation) *visibility {
	var sets [][]string
	for a := range n.Responses() {
		if a.Body != nil && (a.Own || a == &n.Success) {
			sets = append(sets, tree.VisibilityOf(a.Body.Prop).Sets...)
		}
	}
	if sets == nil {
		return nil
	}
	return &visibility{sets}
}

// all reports whether a caller sees all members.
func (g *visibility) all(who codec.Grants) bool {
	return who == nil || !slices.ContainsFunc(g.sets, func(set []string) bool { return !who.HasAny(set...) })
}

// visibleTag identifies the members that a caller sees: it is a digest (FNV-1a, 64 bits) of the
// sets of scopes and whether the caller has one of each.
func (g *visibility) visibleTag(who codec.Grants) string {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	add := func(c byte) { h = (h ^ uint64(c)) * prime }
	for _, set := range g.sets {
		for _, scope := range set {
			for i := range len(scope) {
				add(scope[i])
			}
			add(' ')
		}
		if who == nil || who.HasAny(set...) {
			add(1)
		} else {
			add(0)
		}
	}
	return strconv.FormatUint(h, 36)
}
