package match

import "iter"

// TemplateIndex finds which of many templates can match a path that another matches. The
// zero value has none.
type TemplateIndex struct{ root meeting }

// meeting stands for the templates that share the segments on the way to it.
type meeting struct {
	literals map[string]*meeting
	param    *meeting
	ends     []int
}

// Add puts a template under a number.
func (m *TemplateIndex) Add(t Template, number int) {
	at := &m.root
	for _, s := range t.segments {
		if s.param {
			if at.param == nil {
				at.param = new(meeting)
			}
			at = at.param
			continue
		}
		next := at.literals[s.literal]
		if next == nil {
			if at.literals == nil {
				at.literals = map[string]*meeting{}
			}
			next = new(meeting)
			at.literals[s.literal] = next
		}
		at = next
	}
	at.ends = append(at.ends, number)
}

// With ranges over the numbers of the templates that are not [Disjoint] from t, in
// no particular order. It takes about as long as there are such templates, unless
// many differ from t only behind a parameter.
func (m *TemplateIndex) With(t Template) iter.Seq[int] {
	return func(yield func(int) bool) { m.root.with(t.segments, yield) }
}

// with reports whether to go on.
func (m *meeting) with(segments []segment, yield func(int) bool) bool {
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
