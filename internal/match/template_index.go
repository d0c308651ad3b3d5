package match

import "iter"

// TemplateIndex finds the templates that can match a path that another template matches. The
// zero value is empty.
type TemplateIndex struct{ root indexNode }

// indexNode stands for the templates that begin with the segments on the way to it.
type indexNode struct {
	literals map[string]*indexNode
	param    *indexNode
	ends     []int
}

// Add adds a template with a number.
func (m *TemplateIndex) Add(t Template, number int) {
	at := &m.root
	for _, s := range t.segments {
		if s.param {
			if at.param == nil {
				at.param = new(indexNode)
			}
			at = at.param
			continue
		}
		next := at.literals[s.literal]
		if next == nil {
			if at.literals == nil {
				at.literals = map[string]*indexNode{}
			}
			next = new(indexNode)
			at.literals[s.literal] = next
		}
		at = next
	}
	at.ends = append(at.ends, number)
}

// With ranges over the numbers of the templates that are not [Disjoint] from t, in no
// particular order. The time is proportional to the number of such templates, unless many
// templates differ from t only behind a parameter.
func (m *TemplateIndex) With(t Template) iter.Seq[int] {
	return func(yield func(int) bool) { m.root.with(t.segments, yield) }
}

// with reports whether to continue.
func (m *indexNode) with(segments []segment, yield func(int) bool) bool {
	if len(segments) == 0 {
		for _, n := range m.ends {
			if !yield(n) {
				return false
			}
		}
		return true
	}
	s, rest := segments[0], segments[1:]
	if !s.param {
		if next := m.literals[s.literal]; next != nil && !next.with(rest, yield) {
			return false
		}
		return m.param == nil || s.literal == "" || m.param.with(rest, yield)
	}
	for literal, next := range m.literals {
		if literal != "" && !next.with(rest, yield) {
			return false
		}
	}
	return m.param == nil || m.param.with(rest, yield)
}
