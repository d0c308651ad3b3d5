package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// sketch distinguishes the cases of a union before a value is read, by the names and JSON types of
// members and by which are required.
type sketch struct {
	members  map[string][]trait // by name, by case
	others   []trait            // of undeclared members, by case
	required []int              // how many members a case requires
}

// trait is what a case declares of a member.
type trait struct {
	kinds    tree.Kinds
	values   []string // of a constant or an enumeration of strings; nil: any
	texts    []string // of other constants and enumerations, as canonical JSON; nil: any
	required bool
	scopes   []string // any of which makes it visible
	// unknown members are not declared by the case. A newer server may send them.
	unknown bool
	ignored bool // members that the server does not read
}

// tally counts how a value differs from a case.
type tally struct {
	mismatches int // members of another type, undeclared or missing
	unknown    int
	ignored    int
	required   int // required members that are present
	fits       bool
}

// fewCases is how many cases need no allocation.
const fewCases = 8

func sketchOf(cases []*tree.Collection, mode tree.Mode) *sketch {
	s := &sketch{members: map[string][]trait{}, required: make([]int, len(cases))}
	for i, c := range cases {
		s.others = append(s.others, otherTrait(c, mode))
		for _, m := range c.Members {
			t, ok := traitOf(m, mode)
			if !ok {
				continue
			}
			if c.IgnoreReadOnly && !m.Has(mode) {
				t.kinds = tree.EveryKind
			}
			if t.required {
				s.required[i]++
			}
			s.at(m.Prop.Name, len(cases))[i] = t
		}
	}
	for _, row := range s.members {
		for i := range row {
			if row[i].kinds == unnamed {
				row[i] = s.others[i]
			}
		}
	}
	return s
}

// unnamed marks the cases that do not declare a member.
const unnamed tree.Kinds = 1 << 7

func (s *sketch) at(name string, cases int) []trait {
	row := s.members[name]
	if row == nil {
		row = slices.Repeat([]trait{{kinds: unnamed}}, cases)
		s.members[name] = row
	}
	return row
}

// traitOf returns what a case declares of one of its members; ok is false for nothing.
func traitOf(m *tree.Member, mode tree.Mode) (t trait, ok bool) {
	if !m.Has(mode) {
		return trait{}, mode.Input() // every value is a mismatch
	}
	t = trait{kinds: tree.KindsOf(m.Prop, m.Nullable(mode)), required: m.Required(mode), scopes: m.Scopes}
	if e, is := m.Prop.Type.(tree.Enum); is {
		if t.values = e.Values; e.Of != "" {
			t.values, t.texts = nil, e.Values
		}
	}
	return t, true
}

// otherTrait returns what a case declares of members that it does not name.
func otherTrait(c *tree.Collection, mode tree.Mode) trait {
	switch {
	case c.Rest != nil:
		return trait{kinds: tree.KindsOf(c.Rest, c.Rest.Nullable)}
	case c.IgnoreUnknown && mode.Input():
		return trait{kinds: tree.EveryKind, ignored: true}
	case c.RejectUnknown && mode.Input():
		return trait{} // of no JSON type
	}
	return trait{unknown: true}
}

// compare scans the members of the next object and returns its differences from each case.
// ok is false if the document is malformed.
func (s *sketch) compare(d *Decoder, room []tally) (all []tally, ok bool) {
	g, ok := d.Glance()
	if !ok {
		return nil, false
	}
	for range s.others {
		room = append(room, tally{})
	}
	for name, more := g.Next(); more; name, more = g.Next() {
		row, named := s.members[string(name)]
		if !named {
			row = s.others
		}
		kind := g.Kind()
		for i := range row {
			t, count := &row[i], &room[i]
			if t.required {
				count.required++
			}
			switch {
			case t.unknown:
				count.unknown++
			case t.ignored:
				count.ignored++
			case !hasKind(t.kinds, kind), t.scopes != nil && !isVisible(d.Grants, t.scopes),
				t.values != nil && kind == jsonx.String && !slices.Contains(t.values, string(g.Text())),
				t.texts != nil && !listsScalar(t.texts, kind, &g):
				count.mismatches++
			}
		}
	}
	for i := range room {
		count := &room[i]
		count.mismatches += s.required[i] - count.required
		if !d.IgnoreUnknown {
			count.mismatches += count.unknown
			count.unknown = 0
		}
		count.fits = count.mismatches == 0
	}
	return room, true
}

// closestOf returns the case with the fewest mismatches, and how many cases fit.
func closestOf(all []tally) (nearest, fits int) {
	for i := range all {
		if all[i].fits {
			fits++
		}
		if was := &all[nearest]; all[i].fits && !was.fits || all[i].fits == was.fits && all[i].mismatches < was.mismatches {
			nearest = i
		}
	}
	return nearest, fits
}

// hasKind reports whether a value of this kind has one of the types.
func hasKind(k tree.Kinds, kind jsonx.Kind) bool {
	switch kind {
	case jsonx.Null:
		return k&tree.KindNull != 0
	case jsonx.False, jsonx.True:
		return k&tree.KindBoolean != 0
	case jsonx.String:
		return k&tree.KindString != 0
	case jsonx.Number:
		return k&tree.KindNumber != 0
	case jsonx.Object:
		return k&tree.KindObject != 0
	case jsonx.Array:
		return k&tree.KindArray != 0
	}
	return false
}
