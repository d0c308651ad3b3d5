package tenon

import (
	"slices"

	"github.com/tenon-go/tenon/route"
)

// members are what was added to an API, the last first: one that adds a thousand
// routes one by one does not copy those that it has. nil are none.
type members struct {
	before *members
	added  []route.Member
}

func (m *members) and(added []route.Member) *members { return &members{m, added} }

// all returns the members in the order in which they were added.
func (m *members) all() (all []route.Member) {
	var parts [][]route.Member
	for ; m != nil; m = m.before {
		parts = append(parts, m.added)
	}
	slices.Reverse(parts)
	return slices.Concat(parts...)
}
