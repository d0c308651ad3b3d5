package match

import "iter"

// TemplateIndex finds the templates that can match a path that another template matches. The
// zero value is empty.
type TemplateIndex struct{ root indexNode }

// indexNode stands for the templates that begin with the segments on the way to it.
type indexNode struct {
	literals map[string]*indexNode
	mixed    []indexEdge
	param    *indexNode
	rest     []int // templates that take all segments that follow
	ends     []int
}

type indexEdge struct {
	segment segment
	to      *indexNode
}

// Add adds a template with a number.
func (m *TemplateIndex) Add(t Template, number int) {
	at := &m.root
	for _, s := range t.segments {
		if s.rest {
			at.rest = append(at.rest, number)
			return
		}
		at = at.child(s)
	}
	at.ends = append(at.ends, number)
}

func (m *indexNode) child(s segment) *indexNode {
	switch {
	case s.param:
		if m.param == nil {
			m.param = new(indexNode)
		}
		return m.param
	case s.mixed != nil:
		for _, e := range m.mixed {
			if compareMixed(e.segment, s) == Equal {
				return e.to
			}
		}
		m.mixed = append(m.mixed, indexEdge{s, new(indexNode)})
		return m.mixed[len(m.mixed)-1].to
	}
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

// With ranges over the numbers of the templates that are not [Disjoint] from t, in no
// particular order. The time is proportional to the number of such templates, unless many
// templates differ from t only behind a parameter.
func (m *TemplateIndex) With(t Template) iter.Seq[int] {
	return func(yield func(int) bool) { m.root.with(t, 0, yield) }
}

// with ranges over the templates below m that are not disjoint from the segments of t from the
// i-th on. It reports whether to continue.
func (m *indexNode) with(t Template, i int, yield func(int) bool) bool {
	if i == len(t.segments) {
		return each(m.ends, yield)
	}
	if s := t.segments[i]; !s.isEmpty() && !t.ends(i) && !each(m.rest, yield) {
		return false
	} else if s.rest {
		return m.all(yield)
	} else if !s.param && s.mixed == nil {
		if next := m.literals[s.literal]; next != nil && !next.with(t, i+1, yield) {
			return false
		}
	} else {
		for literal, next := range m.literals {
			if compareSegments(s, segment{literal: literal}) != Disjoint && !next.with(t, i+1, yield) {
				return false
			}
		}
	}
	for _, e := range m.mixed {
		if compareSegments(e.segment, t.segments[i]) != Disjoint && !e.to.with(t, i+1, yield) {
			return false
		}
	}
	return m.param == nil || t.segments[i].isEmpty() || m.param.with(t, i+1, yield)
}

// all ranges over the templates with another segment below m, none of which ends with a slash.
func (m *indexNode) all(yield func(int) bool) bool {
	below := func(next *indexNode) bool { return each(next.ends, yield) && each(next.rest, yield) && next.all(yield) }
	for literal, next := range m.literals {
		if literal != "" && !below(next) {
			return false
		}
	}
	for _, e := range m.mixed {
		if !below(e.to) {
			return false
		}
	}
	return m.param == nil || below(m.param)
}

func each(numbers []int, yield func(int) bool) bool {
	for _, n := range numbers {
		if !yield(n) {
			return false
		}
	}
	return true
}
