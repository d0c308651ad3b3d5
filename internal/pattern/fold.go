package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldFlag is the flag of RE2 that ignores case up to the end of its group.
const foldFlag = "(?i)"

// Fold returns an expression without the flag (?i): each letter of ASCII after it, up to the end of the
// group, becomes a class of both of its cases, which ECMA-262 can express as well. Other expressions
// remain as they are. The error is an *[Error].
func Fold(expr string) (string, error) {
	plain, ok := withoutFlags(expr)
	if plain == expr {
		return expr, nil
	}
	if !ok {
		return "", &Error{Expr: expr, Reason: "the flag (?i) cannot be repeated"}
	}
	if _, err := Compile(plain); err != nil {
		return "", err
	}
	f := folder{rest: expr}
	for f.rest != "" {
		if f.next() == '[' {
			f.class()
		}
	}
	if f.odd != 0 {
		return "", &Error{Expr: expr, Reason: "the flag (?i) covers the letters of ASCII; write both cases of " + string(f.odd)}
	}
	return string(f.out), nil
}

// withoutFlags puts an empty group in place of each flag, so that offsets remain; ok is false if a
// flag is repeated.
func withoutFlags(expr string) (plain string, ok bool) {
	out := []byte(expr)
	inClass := false
	ok = true
	for i := 0; i < len(expr); i++ {
		switch {
		case expr[i] == '\\':
			i++
		case inClass:
			inClass = expr[i] != ']'
		case strings.HasPrefix(expr[i:], foldFlag):
			out[i+2] = ':'
			i += len(foldFlag) - 1
			ok = ok && (i+1 == len(expr) || !strings.ContainsRune("*+?{", rune(expr[i+1])))
		default:
			inClass = expr[i] == '['
		}
	}
	return string(out), ok
}

// folder expands the letters of an expression that is valid without its flags.
type folder struct {
	rest string
	out  []byte
	on   bool   // within the flag
	open []bool // the same before each open group
	odd  rune   // a letter that is not in ASCII
}

// next copies one character outside a class, and returns it.
func (f *folder) next() rune {
	if rest, ok := strings.CutPrefix(f.rest, foldFlag); ok {
		f.rest, f.on = rest, true
		return 0
	}
	r, text := f.take()
	switch text {
	case "(":
		f.open = append(f.open, f.on)
	case ")":
		f.on = f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
	}
	if other, ok := f.otherCase(r); ok {
		f.put(string([]byte{'[', byte(r), byte(other), ']'}))
		return r
	}
	f.put(text)
	if len(text) > 1 {
		return 0 // an escape
	}
	return r
}

// put writes a part of the expression.
//
//go:noinline
func (f *folder) put(text string) { f.out = append(f.out, text...) }

// class copies a class up to its end, and adds the other cases of its letters.
func (f *folder) class() {
	var others []byte
	var first rune // of a range
	if rest, ok := strings.CutPrefix(f.rest, "^"); ok {
		f.rest = rest
		f.put("^")
	}
	begin := len(f.out)
	for {
		inRange := first != 0
		r, text := f.take()
		if text == "]" {
			break
		}
		if text == "-" && !inRange && f.on && len(f.out) > begin {
			f.put(`\`) // it may no longer be the last
		}
		f.put(text)
		if !inRange {
			if strings.HasPrefix(f.rest, "-") && !strings.HasPrefix(f.rest, "-]") && r != 0 {
				first = r
				f.put("-")
				f.rest = f.rest[1:]
			} else if other, ok := f.otherCase(r); ok {
				others = append(others, byte(other))
			}
			continue
		}
		if f.on {
			others = appendOthers(others, first, r)
			if r > unicode.MaxASCII {
				f.odd = r
			}
		}
		first = 0
	}
	f.put(string(others) + "]")
}

// appendOthers appends the other cases of the letters in a range.
func appendOthers(b []byte, first, last rune) []byte {
	for _, letters := range [][2]rune{{'A', 'Z'}, {'a', 'z'}} {
		low, high := max(first, letters[0]), min(last, letters[1])
		if low <= high {
			b = append(b, byte(low^' '), '-', byte(high^' '))
		}
	}
	return b
}

// take returns the next character and its text. The character of an escape for a set or an
// assertion is 0.
func (f *folder) take() (r rune, text string) {
	r, n := utf8.DecodeRuneInString(f.rest)
	if r == '\\' {
		s := scanner{expr: f.rest}
		if r, n = 0, 2; !strings.ContainsRune("dDwWsSbB", rune(f.rest[1])) {
			r, n, _ = s.codePoint(0, true) // it has been compiled
		}
	}
	text, f.rest = f.rest[:n], f.rest[n:]
	return r, text
}

// otherCase returns the other case of a letter of ASCII.
func (f *folder) otherCase(r rune) (rune, bool) {
	if !f.on {
		return 0, false
	}
	if r <= unicode.MaxASCII {
		return r ^ ' ', unicode.IsLetter(r)
	}
	if unicode.SimpleFold(r) != r {
		f.odd = r
	}
	return 0, false
}
