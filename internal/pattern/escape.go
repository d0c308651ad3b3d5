package pattern

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// syntaxCharacters is SyntaxCharacter of ECMA-262, section 22.2.1: what stands for
// itself only after a backslash, outside a class, in RE2 as well.
const syntaxCharacters = `^$\.*+?()[]{}|`

// escape reads the one that starts at pos, outside a class.
func (s *scanner) escape() error {
	if s.pos+1 < len(s.expr) {
		switch s.expr[s.pos+1] {
		case 'd', 'D', 'w', 'W':
			s.copy(2, character)
			return nil
		case 's':
			s.replace(2, "["+whiteSpace+"]")
			return nil
		case 'S':
			s.replace(2, "[^"+whiteSpace+"]")
			return nil
		case 'b', 'B':
			s.copy(2, assertion)
			return nil
		}
	}
	r, n, err := s.codePoint(s.pos, false)
	if err != nil {
		return err
	}
	s.literal(r, syntaxCharacters)
	s.advance(n, character)
	return nil
}

// codePoint reads the escape at pos that stands for one code point, and returns
// its length in bytes.
func (s *scanner) codePoint(pos int, inClass bool) (r rune, n int, err error) {
	if pos+1 == len(s.expr) {
		return 0, 0, s.fail(pos, "the ", s.at(pos, pos+1), " escapes nothing")
	}
	switch c := s.expr[pos+1]; c {
	case 't', 'n', 'v', 'f', 'r':
		return rune("\t\n\v\f\r"[strings.IndexByte("tnvfr", c)]), 2, nil
	case 'x':
		if r, ok := s.hex(pos+2, 2); ok {
			return r, 4, nil
		}
		return 0, 0, s.fail(pos, s.at(pos, pos+2), " needs two hexadecimal digits")
	case 'u':
		r, ok := s.hex(pos+2, 4)
		switch {
		case !ok:
			return 0, 0, s.fail(pos, s.at(pos, pos+2), " needs four hexadecimal digits")
		case utf16.IsSurrogate(r):
			return 0, 0, s.fail(pos, s.at(pos, pos+6), " is half of a surrogate pair: write the character itself")
		}
		return r, 6, nil
	case '-':
		if inClass {
			return '-', 2, nil
		}
	case '/':
		return '/', 2, nil
	default:
		if strings.IndexByte(syntaxCharacters, c) >= 0 {
			return rune(c), 2, nil
		}
	}
	return 0, 0, s.refuseEscape(pos)
}

// hex reads n hexadecimal digits at pos.
func (s *scanner) hex(pos, n int) (r rune, ok bool) {
	if pos+n > len(s.expr) {
		return 0, false
	}
	for i := pos; i < pos+n; i++ {
		c := s.expr[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = (c | 0x20) - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// literal writes r, after a backslash where it is one of special.
func (s *scanner) literal(r rune, special string) {
	if strings.ContainsRune(special, r) {
		s.put(`\`)
	}
	s.put(string(r))
}

// refused has escapes that are not in the dialect: their characters, and the texts around them in the
// reason.
var refused = [...]struct{ chars, before, after string }{
	{"A", "", " is not in ECMA-262: write ^"},
	{"zZ", "", " is not in ECMA-262: write $"},
	{"QE", "", " is not in ECMA-262: escape each character"},
	{"a", "", ` is not in ECMA-262: write \x07`},
	{"0", "", ` is NUL in ECMA-262 and starts an octal number in RE2: write \x00`},
	{"123456789k", "the back-reference ", " is not in RE2"},
	{"pP", "the Unicode property ", " has other names in RE2 than in ECMA-262: list the characters in a class"},
	{"c", "the control character ", ` is not in RE2: write it as \xHH`},
	{"b", "", ` inside a class is a backspace in ECMA-262 and an error in RE2: write \x08`},
	{"B", "", " is no member of a class"},
	{"-", "", " outside a class is refused under the u flag of ECMA-262: write -"},
}

// refuseEscape says why the one at pos is not in the dialect.
func (s *scanner) refuseEscape(pos int) error {
	r, size := s.char(pos + 1)
	escape := s.at(pos, pos+1+size)
	for i := range refused {
		if why := &refused[i]; strings.ContainsRune(why.chars, r) {
			return s.fail(pos, why.before, escape, why.after)
		}
	}
	if r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z') {
		return s.fail(pos, escape, " is not in ECMA-262")
	}
	return s.fail(pos, escape, " escapes a character that needs none, which the u flag of ECMA-262 refuses: write it without the \\")
}
