package match

import "iter"

// TemplateIndex finds the templates that can match a path that another template matches. The
// zero value is empty.
type TemplateIndex struct{ root indexNode }

// indexNode stands for the templates that begin with the segments on the way to it.
type indexNode struct {
	literals map[string]*indexNode
	others   []indexEdge // parameters, and segments of text with parameters
	rests    []numbered  // templates with a parameter for several segments here
	ends     []numbered
}

type numbered struct {
	template Template
	number   int
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
			at.rests = append(at.rests, numbered{t, number})
			return
		}
		at = at.child(s)
	}
	at.ends = append(at.ends, numbered{t, number})
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
		return t.each(m.ends, yield)
	}
	s := &t.segments[i]
	if !t.each(m.rests, yield) {
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

// below is with for a segment that leads to m, and the i-th segment of t. One that takes several may
// end with any of those below.
func (m *indexNode) below(to *segment, t *Template, i int, yield func(int) bool) bool {
	switch s := &t.segments[i]; {
	case s.rest:
		return t.each(m.ends, yield) && m.with(t, i, yield)
	case compareSegments(s, to) == Disjoint:
		return true
	}
	return m.with(t, i+1, yield)
}

// each ranges over templates that are not disjoint. Only parameters for several segments are not
// decided on the way to them.
func (t *Template) each(all []numbered, yield func(int) bool) bool {
	for _, other := range all {
		if (t.Rest() || other.template.Rest()) && Compare(*t, other.template) == Disjoint {
			continue
		}
		if !yield(other.number) {
			return false
		}
	}
	return true
}
