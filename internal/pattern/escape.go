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
	s.out = appendLiteral(s.out, r, syntaxCharacters)
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
	case 't':
		return '\t', 2, nil
	case 'n':
		return '\n', 2, nil
	case 'v':
		return '\v', 2, nil
	case 'f':
		return '\f', 2, nil
	case 'r':
		return '\r', 2, nil
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

// appendLiteral writes r for RE2, after a backslash where it is one of special.
func appendLiteral(b []byte, r rune, special string) []byte {
	if strings.ContainsRune(special, r) {
		b = append(b, '\\')
	}
	return utf8.AppendRune(b, r)
}

// refuseEscape says why the one at pos is not in the dialect.
func (s *scanner) refuseEscape(pos int) error {
	r, size := s.char(pos + 1)
	escape := s.at(pos, pos+1+size)
	switch r {
	case 'A':
		return s.fail(pos, escape, " is not in ECMA-262: write ^")
	case 'z', 'Z':
		return s.fail(pos, escape, " is not in ECMA-262: write $")
	case 'Q', 'E':
		return s.fail(pos, escape, " is not in ECMA-262: escape each character")
	case 'C':
		return s.fail(pos, escape, " is not in ECMA-262")
	case 'a':
		return s.fail(pos, escape, ` is not in ECMA-262: write \x07`)
	case '0':
		return s.fail(pos, escape, ` is NUL in ECMA-262 and starts an octal number in RE2: write \x00`)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.fail(pos, "the back-reference ", escape, " is not in RE2")
	case 'k':
		return s.fail(pos, "the back-reference ", escape, " is not in RE2")
	case 'p', 'P':
		return s.fail(pos, "the Unicode property ", escape, " has other names in RE2 than in ECMA-262: list the characters in a class")
	case 'c':
		return s.fail(pos, "the control character ", escape, ` is not in RE2: write it as \xHH`)
	case 'b':
		return s.fail(pos, escape, ` inside a class is a backspace in ECMA-262 and an error in RE2: write \x08`)
	case 'B':
		return s.fail(pos, escape, " is no member of a class")
	case '-':
		return s.fail(pos, escape, " outside a class is refused under the u flag of ECMA-262: write -")
	}
	if r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z') {
		return s.fail(pos, escape, " is not in ECMA-262")
	}
	return s.fail(pos, escape, " escapes a character that needs none, which the u flag of ECMA-262 refuses: write it without the \\")
}
