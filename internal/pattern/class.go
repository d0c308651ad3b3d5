package pattern

import "strings"

// Classes of ECMA-262 that RE2 has not, or has under the same name with other
// members (section 22.2.2.9, CharacterClassEscape, over WhiteSpace of section 12.2
// and LineTerminator of 12.3). The first two stand inside a class. White space is
// U+0009 to U+000D, U+FEFF, U+2028, U+2029 and the category Zs, which Unicode has
// not changed since version 6.3.
const (
	whiteSpace    = `\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	notWhiteSpace = `\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}` +
		`\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
	notLineTerminator = `[^\n\r\x{2028}\x{2029}]`
)

// member is one part of a class: a code point, or a class escape, whose set RE2
// reads inside a class.
type member struct {
	pos, end int
	r        rune
	set      string
}

// class reads the one that starts at pos.
func (s *scanner) class() error {
	start := s.pos
	pos := start + 1
	s.put("[")
	if strings.HasPrefix(s.expr[pos:], "^") {
		s.put("^")
		pos++
	}
	if strings.HasPrefix(s.expr[pos:], "]") {
		return s.fail(start, "the class ", s.at(start, pos+1), " is empty, which RE2 does not read: put something in, or write . for any character")
	}
	for {
		if pos >= len(s.expr) {
			return s.fail(start, "the class ", s.at(start, start+1), " is not closed")
		}
		if s.expr[pos] == ']' {
			break
		}
		first, err := s.member(pos)
		if err != nil {
			return err
		}
		s.appendMember(first)
		pos = first.end
		if !s.rangeAt(pos) {
			continue
		}
		last, err := s.member(pos + 1)
		if err != nil {
			return err
		}
		pos = last.end
		for _, end := range []member{first, last} {
			if end.set != "" {
				return s.fail(end.pos, "the class escape ", s.at(end.pos, end.end), " is an end of a range: write \\- for the character -")
			}
		}
		if first.r > last.r {
			return s.fail(first.pos, "the range ", s.at(first.pos, last.end), " is reversed")
		}
		s.put("-")
		s.appendMember(last)
	}
	s.put("]")
	s.advance(pos+1-start, character)
	return nil
}

// rangeAt reports whether the - of a range is at pos; before the ] it is a member.
func (s *scanner) rangeAt(pos int) bool {
	return pos+1 < len(s.expr) && s.expr[pos] == '-' && s.expr[pos+1] != ']'
}

func (s *scanner) member(pos int) (member, error) {
	switch c := s.expr[pos]; c {
	case '[':
		return member{}, s.fail(pos, "an unescaped ", s.at(pos, pos+1), ` inside a class can start a POSIX class in RE2: write \[`)
	case '\\':
		if pos+1 < len(s.expr) {
			if set := classEscape(s.expr[pos+1]); set != "" {
				return member{pos: pos, end: pos + 2, set: set}, nil
			}
		}
		r, n, err := s.codePoint(pos, true)
		return member{pos: pos, end: pos + n, r: r}, err
	}
	r, size := s.char(pos)
	return member{pos: pos, end: pos + size, r: r}, nil
}

// classEscape returns what a class escape is inside a class of RE2, or nothing
// where \c is none.
func classEscape(c byte) string {
	switch c {
	case 'd':
		return `\d`
	case 'D':
		return `\D`
	case 'w':
		return `\w`
	case 'W':
		return `\W`
	case 's':
		return whiteSpace
	case 'S':
		return notWhiteSpace
	}
	return ""
}

func (s *scanner) appendMember(m member) {
	if m.set != "" {
		s.put(m.set)
		return
	}
	s.literal(m.r, `^\-[]`)
}
