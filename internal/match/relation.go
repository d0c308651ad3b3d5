package match

import "strings"

// Relation is the relation of the paths of one template to those of another.
type Relation uint8

// The relations of a to b, as sets of paths.
const (
	Disjoint Relation = iota // no path matches both
	Equal                    // the same paths match both; names of parameters may differ
	Narrower                 // a matches some of the paths of b and no others
	Wider                    // a matches all paths of b and others
	Overlap                  // some paths match both, and each has paths of its own
)

// String returns the name of the constant in lower case.
func (r Relation) String() string {
	switch r {
	case Disjoint:
		return "disjoint"
	case Equal:
		return "equal"
	case Narrower:
		return "narrower"
	case Wider:
		return "wider"
	case Overlap:
		return "overlap"
	}
	return "unknown"
}

// Compare returns the relation of the paths of a to those of b. A tree may have two routes of
// one method unless they are Equal or Overlap.
func Compare(a, b Template) Relation {
	if len(a.segments) != len(b.segments) {
		return Disjoint
	}
	rel := Equal
	for i, s := range a.segments {
		switch compareSegments(s, b.segments[i]) {
		case Disjoint:
			return Disjoint
		case Narrower:
			if rel == Wider || rel == Overlap {
				rel = Overlap
			} else {
				rel = Narrower
			}
		case Wider:
			if rel == Narrower || rel == Overlap {
				rel = Overlap
			} else {
				rel = Wider
			}
		}
	}
	return rel
}

func compareSegments(a, b segment) Relation {
	switch {
	case a.param && b.param:
		return Equal
	case a.param && b.literal != "":
		return Wider
	case b.param && a.literal != "":
		return Narrower
	case !a.param && !b.param && a.literal == b.literal:
		return Equal
	}
	return Disjoint // two literals, or a parameter and a trailing slash: it never matches the empty segment
}

// Example returns a path that both templates match, in which names of parameters are values; or
// "" if the templates are disjoint.
func Example(a, b Template) string {
	if Compare(a, b) == Disjoint {
		return ""
	}
	var path strings.Builder
	for i, s := range a.segments {
		if s.param && !b.segments[i].param {
			s = b.segments[i]
		}
		path.WriteByte('/')
		path.WriteString(s.text)
	}
	return path.String()
}
