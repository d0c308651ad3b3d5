package match

import "strings"

// mixed is a segment of text and parameters, such as {id}.json, {base}...{head} and {id}:archive.
type mixed struct {
	// literals has the decoded texts before, between and after the parameters; the first and
	// the last may be "".
	literals []string
}

// match reports whether a segment matches. If values is not nil, match appends those of the
// parameters as they are in the segment. They are found from the end: each but the first is as
// short as possible, so that {name}.{ext} reads archive.tar.gz as archive.tar and gz. None is
// empty. The work is linear in the segment for each literal.
func (m *mixed) match(seg string, escaped bool, values *[]string) bool {
	text, at := seg, []int32(nil)
	if escaped && strings.IndexByte(seg, '%') >= 0 {
		var ok bool
		if text, at, ok = decodedAt(seg); !ok {
			return false
		}
	}
	last := len(m.literals) - 1
	start, end := len(m.literals[0]), len(text)-len(m.literals[last])
	if start >= end || text[:start] != m.literals[0] || text[end:] != m.literals[last] {
		return false
	}
	var first int
	if values != nil {
		first = len(*values)
		for range last {
			*values = append(*values, "")
		}
	}
	for i := last - 1; ; i-- {
		from, next := start, start
		if i > 0 {
			// Both parameters around the literal have at least one byte.
			found := strings.LastIndex(text[start:end-1], m.literals[i])
			if found <= 0 {
				if values != nil {
					*values = (*values)[:first]
				}
				return false
			}
			next = start + found
			from = next + len(m.literals[i])
		}
		if values != nil {
			to := end
			if at != nil {
				from, to = int(at[from]), int(at[to])
			}
			(*values)[first+i] = seg[from:to]
		}
		if end = next; i == 0 {
			return true
		}
	}
}

// decodedAt returns a decoded segment and where each of its bytes begins, and the end; ok is
// false if an escape is malformed.
func decodedAt(seg string) (text string, at []int32, ok bool) {
	b := make([]byte, 0, len(seg))
	at = make([]int32, 0, len(seg)+1)
	for i := 0; i < len(seg); i++ {
		at = append(at, int32(i))
		c := seg[i]
		if c == '%' {
			if c, ok = unescape(seg[i:]); !ok {
				return "", nil, false
			}
			i += 2
		}
		b = append(b, c)
	}
	return string(b), append(at, int32(len(seg))), true
}

// hole stands for any text of a parameter: it is not UTF-8, as the text beside a parameter is.
const hole = "\xff"

// sample returns a text that m matches, with a hole for each parameter.
func (m *mixed) sample() string { return strings.Join(m.literals, hole) }

// compareMixed relates the texts of two segments: a is mixed, and b is mixed or a literal.
func compareMixed(a, b *segment) Relation {
	if b.mixed == nil {
		if a.mixed.match(b.literal, false, nil) {
			return Wider
		}
		return Disjoint
	}
	// A template that matches the holes of another matches all that is in their place, as only
	// its own parameters match a hole.
	within, around := b.mixed.match(a.mixed.sample(), false, nil), a.mixed.match(b.mixed.sample(), false, nil)
	switch {
	case within && around:
		return Equal
	case within:
		return Narrower
	case around:
		return Wider
	}
	// Any two begin and end alike or differ there; what is between can be in either.
	x, y := a.mixed.literals, b.mixed.literals
	if alike(x[0], y[0], strings.HasPrefix) && alike(x[len(x)-1], y[len(y)-1], strings.HasSuffix) {
		return Overlap
	}
	return Disjoint
}

func alike(a, b string, within func(s, part string) bool) bool { return within(a, b) || within(b, a) }

// exampleMixed returns a segment that both match.
func exampleMixed(a, b *segment) string {
	switch compareMixed(a, b) {
	case Equal, Narrower:
		return a.mixed.example()
	case Wider:
		return b.mixed.example()
	}
	longer := func(s, t string) string {
		if len(s) < len(t) {
			return t
		}
		return s
	}
	x, y := a.mixed.literals, b.mixed.literals
	middle := strings.Join(append(append([]string{"x"}, x[1:len(x)-1]...), y[1:len(y)-1]...), "x") + "x"
	return escapeSegment(longer(x[0], y[0]) + middle + longer(x[len(x)-1], y[len(y)-1]))
}

// example returns a segment that m matches.
func (m *mixed) example() string { return escapeSegment(strings.Join(m.literals, "x")) }

// escapeSegment encodes what a segment cannot have (RFC 3986 §3.3).
func escapeSegment(s string) string {
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; isPathChar(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}
