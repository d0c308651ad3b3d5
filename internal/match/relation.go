package match

import (
	"cmp"
	"strings"
)

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
	most := max(len(a.segments), len(b.segments))
	switch {
	case !a.has(len(b.segments)) && !b.has(len(a.segments)):
		return Disjoint
	case a.Rest() && b.Rest(): // longer paths have more of the segments that both take
		most = len(a.segments) + len(b.segments)
	}
	rel, first := Disjoint, true
	for n := max(len(a.segments), len(b.segments)); n <= most; n++ {
		switch r := compareAt(&a, &b, n); {
		case first:
			rel, first = r, false
		case (rel == Disjoint) != (r == Disjoint): // each has paths of its own, of one of the lengths
			return Overlap
		default:
			rel = rel.and(r)
		}
	}
	switch shorter := len(a.segments) < len(b.segments); {
	case rel == Disjoint:
		return Disjoint
	case a.Rest() && (!b.Rest() || shorter):
		return rel.and(Wider)
	case b.Rest() && (!a.Rest() || len(a.segments) > len(b.segments)):
		return rel.and(Narrower)
	}
	return rel
}

// has reports whether the template has paths of n segments.
func (t *Template) has(n int) bool {
	return n == len(t.segments) || t.Rest() && n > len(t.segments)
}

// compareAt returns the relation of the paths of n segments, which both have.
func compareAt(a, b *Template, n int) Relation {
	rel := Equal
	for i := range n {
		r := compareSegments(a.of(i, n), b.of(i, n))
		if r == Disjoint {
			return Disjoint
		}
		rel = rel.and(r)
	}
	return rel
}

// of returns the segment of the template for the i-th of the n segments of a path.
func (t *Template) of(i, n int) *segment {
	if t.rest > 0 && i >= t.rest {
		i = max(i-(n-len(t.segments)), t.rest-1)
	}
	return &t.segments[i]
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
// parameters, the [Kind] decides; of two for several segments, that with more segments behind it is
// first. Templates that match no common path have an order, too.
func Order(a, b Template) int {
	for i := range min(len(a.segments), len(b.segments)) {
		s, t := &a.segments[i], &b.segments[i]
		if s.rest != t.rest {
			if s.rest {
				return +1
			}
			return -1
		}
		if s.rest && a.tail() != b.tail() {
			return cmp.Compare(b.tail(), a.tail())
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
// segments; that with more segments behind it is narrower. The templates may have no path in
// common.
func Shadows(a, b Template) bool {
	for i := range min(len(a.segments), len(b.segments)) {
		s, t := &a.segments[i], &b.segments[i]
		if s.width() != t.width() {
			return s.width() < t.width()
		}
		switch {
		case s.rest && a.tail() != b.tail():
			return a.tail() > b.tail()
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
	n := max(len(a.segments), len(b.segments))
	for compareAt(&a, &b, n) == Disjoint { // some paths match both
		n++
	}
	var path strings.Builder
	for i := range n {
		path.WriteByte('/')
		path.WriteString(exampleOf(a.of(i, n), b.of(i, n)))
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
