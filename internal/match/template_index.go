package match

import "iter"

// TemplateIndex finds the templates that can match a path that another template matches. The
// zero value is empty.
type TemplateIndex struct{ root indexNode }

// indexNode stands for the templates that begin with the segments on the way to it.
type indexNode struct {
	literals map[string]*indexNode
	others   []indexEdge // parameters, and segments of text with parameters
	rest     []int       // templates that take all segments that follow
	ends     []int
}

type indexEdge struct {
	segment *segment
	to      *indexNode
}

// Add adds a template with a number.
func (m *TemplateIndex) Add(t Template, number int) {
	at := &m.root
	for i := range t.segments {
		s := &t.segments[i]
		if s.rest {
			at.rest = append(at.rest, number)
			return
		}
		at = at.child(s)
	}
	at.ends = append(at.ends, number)
}

func (m *indexNode) child(s *segment) *indexNode {
	if s.isLiteral() {
		next := m.literals[s.literal]
		if next == nil {
			if m.literals == nil {
				m.literals = map[string]*indexNode{}
			}
			next = new(indexNode)
			m.literals[s.literal] = next
		}
		return next
	}
	for _, e := range m.others {
		if compareSegments(e.segment, s) == Equal {
			return e.to
		}
	}
	next := new(indexNode)
	m.others = append(m.others, indexEdge{s, next})
	return next
}

// With ranges over the numbers of the templates that are not [Disjoint] from t, in no
// particular order. The time is proportional to the number of such templates, unless many
// templates differ from t only behind a parameter.
func (m *TemplateIndex) With(t Template) iter.Seq[int] {
	return func(yield func(int) bool) { m.root.with(&t, 0, yield) }
}

// with ranges over the templates below m that are not disjoint from the segments of t from the
// i-th on. It reports whether to continue.
func (m *indexNode) with(t *Template, i int, yield func(int) bool) bool {
	if i == len(t.segments) {
		return each(m.ends, yield)
	}
	s := &t.segments[i]
	if !s.isEmpty() && !t.ends(i) && !each(m.rest, yield) {
		return false
	}
	if s.isLiteral() {
		if next := m.literals[s.literal]; next != nil && !next.with(t, i+1, yield) {
			return false
		}
	} else {
		for literal, next := range m.literals {
			if !next.below(&segment{literal: literal}, t, i, yield) {
				return false
			}
		}
	}
	for _, e := range m.others {
		if !e.to.below(e.segment, t, i, yield) {
			return false
		}
	}
	return true
}

// below is with for a segment that leads to m, and the i-th segment of t. If that takes all that
// follow, it may end here, or take the next one, too.
func (m *indexNode) below(to *segment, t *Template, i int, yield func(int) bool) bool {
	switch s := &t.segments[i]; {
	case compareSegments(s, to) == Disjoint:
		return true
	case s.rest:
		return each(m.ends, yield) && m.with(t, i, yield)
	}
	return m.with(t, i+1, yield)
}

func each(numbers []int, yield func(int) bool) bool {
	for _, n := range numbers {
		if !yield(n) {
			return false
		}
	}
	return true
}
