package pattern

import (
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

// Regexp is an expression of the dialect. Many are a sequence of classes of ASCII that
// covers the whole text, ^[A-Z]{3}-[0-9]{4}$, and can be matched by going through the
// text once; what they match is what RE2 does.
type Regexp struct {
	RE2   *regexp.Regexp // not embedded, because most of its methods know nothing of quick
	quick sequence       // nil: only RE2 knows
}

// String returns the expression for RE2.
func (re *Regexp) String() string { return re.RE2.String() }

// MatchString reports whether the expression matches somewhere in s.
func (re *Regexp) MatchString(s string) bool {
	if re.quick != nil {
		return matches(re.quick, s)
	}
	return re.RE2.MatchString(s)
}

// Match reports whether the expression matches somewhere in b.
func (re *Regexp) Match(b []byte) bool {
	if re.quick != nil {
		return matches(re.quick, b)
	}
	return re.RE2.Match(b)
}

// sequence is classes one after another, from the start of a text to its end.
type sequence []run

// run is so many characters of a class. What follows a run that may be shorter begins
// with none of its characters, so that taking as many as there are is always right.
type run struct {
	class       [2]uint64 // a bit for each character of ASCII
	least, most int
}

func (r *run) has(c byte) bool { return c < utf8.RuneSelf && r.class[c>>6]>>(c&63)&1 != 0 }

func matches[T string | []byte](q sequence, text T) bool {
	i := 0
	for k := range q {
		r := &q[k]
		end := len(text)
		if r.most < end-i {
			end = i + r.most
		}
		from := i
		for i < end && r.has(text[i]) {
			i++
		}
		if i-from < r.least {
			return false
		}
	}
	return i == len(text)
}

// unbounded is more characters than a text has.
const unbounded = int(^uint(0) >> 1)

// sequenceOf returns nil where the expression is no such sequence.
func sequenceOf(expr string) sequence {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil || tree.Op != syntax.OpConcat || len(tree.Sub) < 3 {
		return nil
	}
	last := len(tree.Sub) - 1
	if tree.Sub[0].Op != syntax.OpBeginText || tree.Sub[last].Op != syntax.OpEndText {
		return nil
	}
	var q sequence
	for _, part := range tree.Sub[1:last] {
		var ok bool
		if q, ok = q.with(part); !ok {
			return nil
		}
	}
	for i := range q {
		if q[i].least < q[i].most && q.meets(i) {
			return nil
		}
	}
	return q
}

// meets reports whether something that may follow a run begins with one of its characters.
func (q sequence) meets(i int) bool {
	for _, next := range q[i+1:] {
		if q[i].class[0]&next.class[0] != 0 || q[i].class[1]&next.class[1] != 0 {
			return true
		}
		if next.least > 0 {
			break
		}
	}
	return false
}

// with adds a part of an expression.
func (q sequence) with(part *syntax.Regexp) (_ sequence, ok bool) {
	if part.Flags&syntax.FoldCase != 0 {
		return nil, false
	}
	switch part.Op {
	case syntax.OpLiteral:
		for _, c := range part.Rune {
			if c >= utf8.RuneSelf {
				return nil, false
			}
			r := run{least: 1, most: 1}
			r.class[c>>6] = 1 << (c & 63)
			q = append(q, r)
		}
		return q, true
	case syntax.OpCharClass:
		r := run{least: 1, most: 1}
		for i := 0; i < len(part.Rune); i += 2 {
			if part.Rune[i+1] >= utf8.RuneSelf {
				return nil, false
			}
			for c := part.Rune[i]; c <= part.Rune[i+1]; c++ {
				r.class[c>>6] |= 1 << (c & 63)
			}
		}
		return append(q, r), true
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		one, ok := sequence(nil).with(part.Sub[0])
		if !ok || len(one) != 1 || one[0].least != 1 || one[0].most != 1 {
			return nil, false
		}
		switch part.Op {
		case syntax.OpStar:
			one[0].least, one[0].most = 0, unbounded
		case syntax.OpPlus:
			one[0].most = unbounded
		case syntax.OpQuest:
			one[0].least = 0
		default:
			one[0].least, one[0].most = part.Min, part.Max
			if part.Max < 0 {
				one[0].most = unbounded
			}
		}
		return append(q, one...), true
	}
	return nil, false
}
