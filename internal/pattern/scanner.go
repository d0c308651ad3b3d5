package pattern

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxRepeat is RE2's bound on how often one part may repeat, nested counts
// multiplied.
const maxRepeat = 1000

// scanner validates an expression and translates it to RE2 in one pass.
type scanner struct {
	expr string
	pos  int
	out  []byte
	open []group // innermost last; the first is the whole expression

	// What a quantifier at pos would apply to.
	atom    atom
	atomPos int // where it starts
	count   int // how often its innermost part repeats
}

// group is one that is not closed yet.
type group struct {
	pos   int // of its (
	count int // the greatest of its parts' counts
}

// atom is what stands before a place where a quantifier can stand.
type atom byte

const (
	nothing   atom = iota // start of an alternative
	character             // a character, class or group: can be repeated
	assertion             // ^ $ \b \B
	repeated              // has its quantifier
)

// fail returns an error at pos. It is not inlined, because it has many callers, and so with at and char.
//
//go:noinline
func (s *scanner) fail(pos int, reason ...string) error {
	return &Error{Expr: s.expr, Offset: pos, Reason: strings.Join(reason, "")}
}

// at names the part between pos and end of the expression, with its position.
//
//go:noinline
func (s *scanner) at(pos, end int) string {
	return s.expr[pos:end] + " at " + strconv.Itoa(pos)
}

// char decodes the character at pos; size is 0 at the end.
//
//go:noinline
func (s *scanner) char(pos int) (r rune, size int) {
	if pos >= len(s.expr) {
		return 0, 0
	}
	return utf8.DecodeRuneInString(s.expr[pos:])
}

func (s *scanner) scan() error {
	for i := range s.expr {
		if r, size := s.char(i); r == utf8.RuneError && size == 1 {
			return s.fail(i, "the byte at ", strconv.Itoa(i), " is not UTF-8")
		}
	}
	s.out = make([]byte, 0, len(s.expr)+16)
	s.open = append(s.open, group{count: 1})
	for s.pos < len(s.expr) {
		if err := s.term(); err != nil {
			return err
		}
	}
	if len(s.open) > 1 {
		pos := s.open[len(s.open)-1].pos
		return s.fail(pos, "the group ", s.at(pos, pos+1), " is not closed")
	}
	return nil
}

// term reads one part of the expression outside a class.
func (s *scanner) term() error {
	pos := s.pos
	switch c := s.expr[pos]; c {
	case '(':
		return s.openGroup()
	case ')':
		return s.closeGroup()
	case '|':
		s.copy(1, nothing)
	case '^', '$':
		s.copy(1, assertion)
	case '.':
		s.replace(1, notLineTerminator)
	case '[':
		return s.class()
	case '*', '+', '?':
		return s.quantifier(pos+1, 1, s.expr[pos:pos+1])
	case '{':
		return s.braces()
	case ']', '}':
		return s.fail(pos, "an unescaped ", s.at(pos, pos+1), ` is refused under the u flag of ECMA-262: write \`, string(c))
	case '\\':
		return s.escape()
	default:
		_, size := s.char(pos)
		s.copy(size, character)
	}
	return nil
}

// put writes a part of the translation.
//
//go:noinline
func (s *scanner) put(re2 string) { s.out = append(s.out, re2...) }

// copy passes n bytes through to RE2, which reads them as ECMA-262 does.
//
//go:noinline
func (s *scanner) copy(n int, a atom) {
	s.put(s.expr[s.pos : s.pos+n])
	s.advance(n, a)
}

// replace writes re2 in place of n bytes that are a character or a class.
func (s *scanner) replace(n int, re2 string) {
	s.put(re2)
	s.advance(n, character)
}

func (s *scanner) advance(n int, a atom) {
	s.atom, s.atomPos, s.count = a, s.pos, 1
	s.pos += n
}

func (s *scanner) openGroup() error {
	pos, n := s.pos, 1
	if strings.HasPrefix(s.expr[pos:], "(?") {
		n = len("(?:")
		if !strings.HasPrefix(s.expr[pos:], "(?:") {
			return s.refuseGroup()
		}
	}
	s.copy(n, nothing)
	s.open = append(s.open, group{pos: pos, count: 1})
	return nil
}

// refuseGroup names the group at pos, which starts with (? and is not (?:.
func (s *scanner) refuseGroup() error {
	pos := s.pos
	for _, g := range []struct{ prefix, what, why string }{
		{"(?=", "look-ahead", "is not in RE2"},
		{"(?!", "negative look-ahead", "is not in RE2"},
		{"(?<=", "look-behind", "is not in RE2"},
		{"(?<!", "negative look-behind", "is not in RE2"},
		{"(?<", "the named group", "has no use in a pattern: write ( or (?:"},
		{"(?P", "the named group", "is not in ECMA-262: write ( or (?:"},
		{"(?>", "the atomic group", "is in neither ECMA-262 nor RE2"},
		{"(?#", "the comment", "is in neither ECMA-262 nor RE2"},
	} {
		if strings.HasPrefix(s.expr[pos:], g.prefix) {
			return s.fail(pos, g.what, " ", s.at(pos, pos+len(g.prefix)), " ", g.why)
		}
	}
	_, size := s.char(pos + 2)
	if size == 0 {
		return s.fail(pos, "the group ", s.at(pos, pos+2), " is not closed")
	}
	return s.fail(pos, "the group ", s.at(pos, pos+2+size), " sets flags, which the patterns of JSON Schema do not have")
}

func (s *scanner) closeGroup() error {
	last := len(s.open) - 1
	if last == 0 {
		return s.fail(s.pos, s.at(s.pos, s.pos+1), ` closes no group: write \) for the character`)
	}
	closed := s.open[last]
	s.open = s.open[:last]
	s.copy(1, character)
	s.atomPos, s.count = closed.pos, closed.count
	s.raise(closed.count)
	return nil
}

// raise makes count, that of the part before pos, known to the group around it.
func (s *scanner) raise(count int) {
	around := &s.open[len(s.open)-1]
	around.count = max(around.count, count)
}

// quantifier reads the one that starts at pos and ends before end, but for a ?
// after it. Of its bounds RE2 counts the upper one, or the lower one where there is
// no other; * + ? and {0} count as once. re2 is how RE2 writes it.
func (s *scanner) quantifier(end, times int, re2 string) error {
	pos := s.pos
	part := s.at(pos, end)
	switch s.atom {
	case nothing:
		return s.fail(pos, part, " has nothing to repeat")
	case assertion:
		return s.fail(pos, part, " repeats ", s.at(s.atomPos, pos), ", which matches a place and no text")
	case repeated:
		return s.fail(pos, part, " repeats a repetition: put the inner one in (?:)")
	}
	count := s.count * max(times, 1)
	if count > maxRepeat {
		return s.fail(pos, part, " repeats ", strconv.Itoa(count), " times with the repetitions inside, and RE2 at most ", strconv.Itoa(maxRepeat))
	}
	s.put(re2)
	s.advance(end-pos, repeated)
	if strings.HasPrefix(s.expr[end:], "?") {
		s.copy(1, repeated)
	}
	s.raise(count)
	return nil
}

// braces reads the quantifier {n}, {n,} or {n,m} at pos.
func (s *scanner) braces() error {
	pos := s.pos
	least, end := s.number(pos + 1)
	most := least
	valid := end > pos+1
	// RE2 takes {01} for text: the bounds are written anew.
	re2 := "{" + strconv.Itoa(least)
	if valid && strings.HasPrefix(s.expr[end:], ",") {
		re2 += ","
		from := end + 1
		most, end = s.number(from)
		if end == from {
			most = least
		} else {
			re2 += strconv.Itoa(most)
		}
	}
	if !valid || !strings.HasPrefix(s.expr[end:], "}") {
		return s.fail(pos, "an unescaped ", s.at(pos, pos+1), ` that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`)
	}
	end++
	if most < least {
		return s.fail(pos, "the bounds of ", s.at(pos, end), " are out of order")
	}
	if most > maxRepeat {
		return s.fail(pos, s.at(pos, end), " repeats more often than RE2's ", strconv.Itoa(maxRepeat), " times")
	}
	return s.quantifier(end, most, re2+"}")
}

// number reads the decimal number at pos, which may have no digits. Beyond
// maxRepeat its exact value does not matter but for order, which bounds that
// are both refused do not need.
func (s *scanner) number(pos int) (n, end int) {
	for end = pos; end < len(s.expr) && '0' <= s.expr[end] && s.expr[end] <= '9'; end++ {
		n = min(n*10+int(s.expr[end]-'0'), maxRepeat+1)
	}
	return n, end
}
