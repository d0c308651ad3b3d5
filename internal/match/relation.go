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

// Compare returns the relation of the paths of a to those of b, whatever the kinds of their
// parameters.
func Compare(a, b Template) Relation {
	rel := Equal
	for i := 0; ; i++ {
		if i == len(a.segments) || i == len(b.segments) {
			if len(a.segments) != len(b.segments) {
				return Disjoint
			}
			return rel
		}
		s, t := &a.segments[i], &b.segments[i]
		switch {
		case s.rest && t.rest:
			return rel
		case s.rest:
			if b.ends(i) {
				return Disjoint
			}
			return rel.and(Wider)
		case t.rest:
			if a.ends(i) {
				return Disjoint
			}
			return rel.and(Narrower)
		}
		r := compareSegments(s, t)
		if r == Disjoint {
			return Disjoint
		}
		rel = rel.and(r)
	}
}

// ends reports whether a segment from the i-th on is the empty one behind a slash, which no
// parameter takes.
func (t *Template) ends(i int) bool {
	last := &t.segments[len(t.segments)-1]
	return i < len(t.segments) && last.isEmpty()
}

func (s *segment) isLiteral() bool { return !s.param && s.mixed == nil }

func (s *segment) isEmpty() bool { return s.isLiteral() && s.literal == "" }

// and returns the relation of two templates from those of their segments so far and of the next.
func (r Relation) and(next Relation) Relation {
	switch {
	case next == Equal || r == next:
		return r
	case r == Equal:
		return next
	}
	return Overlap
}

func compareSegments(a, b *segment) Relation {
	switch {
	case a.param && b.param:
		return Equal
	case a.param && !b.isEmpty():
		return Wider
	case b.param && !a.isEmpty():
		return Narrower
	case a.mixed != nil:
		return compareMixed(a, b)
	case b.mixed != nil:
		return compareMixed(b, a).inverse()
	case !a.param && !b.param && a.literal == b.literal:
		return Equal
	}
	return Disjoint // two literals, or a parameter and a trailing slash: it never matches the empty segment
}

func (r Relation) inverse() Relation {
	switch r {
	case Narrower:
		return Wider
	case Wider:
		return Narrower
	}
	return r
}

// Order returns which of two templates takes the paths that both match: -1 for a, +1 for b, and 0
// if nothing decides. The first segment in which they differ decides: a literal comes before text
// with parameters, this before a parameter, and this before one of several segments. Of two
// parameters, the [Kind] decides. Templates that match no common path have an order, too.
func Order(a, b Template) int {
	for i := range min(len(a.segments), len(b.segments)) {
		s, t := &a.segments[i], &b.segments[i]
		if s.rest != t.rest {
			if s.rest {
				return +1
			}
			return -1
		}
		if s.param && t.param {
			if s.kind.equals(t.kind) {
				continue
			}
			return s.kind.before(t.kind)
		}
		switch compareSegments(s, t) {
		case Narrower:
			return -1
		case Wider:
			return +1
		case Overlap:
			return 0
		}
	}
	return 0
}

// Shadows reports whether a is narrower than b at the first segment in which they differ: a text
// is narrower than a text with parameters, this than a parameter, and this than one of several
// segments. The templates may have no path in common.
func Shadows(a, b Template) bool {
	for i := range min(len(a.segments), len(b.segments)) {
		s, t := &a.segments[i], &b.segments[i]
		if s.width() != t.width() {
			return s.width() < t.width()
		}
		switch {
		case s.rest:
			return false
		case s.param && !s.kind.equals(t.kind):
			return s.kind.before(t.kind) < 0
		case s.mixed != nil:
			if r := compareMixed(s, t); r != Equal {
				return r != Wider
			}
		case s.literal != t.literal:
			return false
		}
	}
	return false
}

// width orders the forms of segments: the greater matches more.
func (s *segment) width() int {
	switch {
	case s.rest:
		return 3
	case s.param:
		return 2
	case s.mixed != nil:
		return 1
	}
	return 0
}

// Example returns a path that both templates match, in which names of parameters are values; or
// "" if the templates are disjoint.
func Example(a, b Template) string {
	if Compare(a, b) == Disjoint {
		return ""
	}
	var path strings.Builder
	for i := range max(len(a.segments), len(b.segments)) {
		path.WriteByte('/')
		switch {
		case i >= len(a.segments):
			path.WriteString(b.segments[i].example())
		case i >= len(b.segments):
			path.WriteString(a.segments[i].example())
		default:
			path.WriteString(exampleOf(&a.segments[i], &b.segments[i]))
		}
	}
	return path.String()
}

// exampleOf returns a segment that both match.
func exampleOf(a, b *segment) string {
	switch {
	case a.param:
		if b.param && (!a.rest || b.rest) {
			return a.example()
		}
		return b.example()
	case b.param || a.mixed == nil:
		return a.example()
	case b.mixed == nil:
		return b.example()
	}
	return exampleMixed(a, b)
}

func (s *segment) example() string {
	if s.mixed != nil {
		return s.mixed.example()
	}
	return s.text
}
