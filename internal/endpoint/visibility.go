package route

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// visibility is what an answer has for some clients only; see
// collection.Field.VisibleTo.
type visibility struct{ sets [][]string } // each guards members

// visibilityOf returns nil where everybody is answered alike.
func visibilityOf(n *ir.Operation) *visibility {
	if n.Success.Body == nil {
		return nil
	}
	sets := ir.VisibilityOf(n.Success.Body.Prop).Sets
	if sets == nil {
		return nil
	}
	return &visibility{sets}
}

// all reports whether somebody sees everything.
func (g *visibility) all(who codec.Grants) bool {
	return who == nil || !slices.ContainsFunc(g.sets, func(set []string) bool { return !who.HasAny(set...) })
}

// visibleTag names what of an entity is shown to somebody: for each set of scopes, whether
// one of them is there. It is a digest (FNV-1a, 64 bits), which says nothing of them.
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

// setIdentity says who is served.
func (c *Call) setIdentity(who authn.Identity) {
	c.who = who
	c.decoder.Grants, c.encoder.Grants = who, who
}
