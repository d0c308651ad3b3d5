package pattern_test

import (
	"errors"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/pattern"
)

var refused = []struct {
	expr   string
	offset int
	reason string
}{
	{`abc(?=d)`, 3, `look-ahead (?= at 3 is not in RE2`},
	{`(?!a)`, 0, `negative look-ahead (?! at 0 is not in RE2`},
	{`(?<=a)b`, 0, `look-behind (?<= at 0 is not in RE2`},
	{`(?<!a)b`, 0, `negative look-behind (?<! at 0 is not in RE2`},
	{`(?<year>a)`, 0, `the named group (?< at 0 has no use in a pattern: write ( or (?:`},
	{`(?P<year>a)`, 0, `the named group (?P at 0 is not in ECMA-262: write ( or (?:`},
	{`(?>a)`, 0, `the atomic group (?> at 0 is in neither ECMA-262 nor RE2`},
	{`(?#a)`, 0, `the comment (?# at 0 is in neither ECMA-262 nor RE2`},
	{`(?i)a`, 0, `the group (?i at 0 sets flags, which the patterns of JSON Schema do not have`},
	{`(?-s:a)`, 0, `the group (?- at 0 sets flags, which the patterns of JSON Schema do not have`},
	{`a(?é`, 1, `the group (?é at 1 sets flags, which the patterns of JSON Schema do not have`},
	{`(?`, 0, `the group (? at 0 is not closed`},
	{`a(b`, 1, `the group ( at 1 is not closed`},
	{`a(b(c)`, 1, `the group ( at 1 is not closed`},
	{`a)`, 1, `) at 1 closes no group: write \) for the character`},
	{`(a))`, 3, `) at 3 closes no group: write \) for the character`},

	{`*a`, 0, `* at 0 has nothing to repeat`},
	{`a|+`, 2, `+ at 2 has nothing to repeat`},
	{`(?)`, 0, `the group (?) at 0 sets flags, which the patterns of JSON Schema do not have`},
	{`(*a)`, 1, `* at 1 has nothing to repeat`},
	{`(?:?)`, 3, `? at 3 has nothing to repeat`},
	{`{2}`, 0, `{2} at 0 has nothing to repeat`},
	{`^*`, 1, `* at 1 repeats ^ at 0, which matches a place and no text`},
	{`a$?`, 2, `? at 2 repeats $ at 1, which matches a place and no text`},
	{`\b+`, 2, `+ at 2 repeats \b at 0, which matches a place and no text`},
	{`\B{2}`, 2, `{2} at 2 repeats \B at 0, which matches a place and no text`},
	{`a**`, 2, `* at 2 repeats a repetition: put the inner one in (?:)`},
	{`a*??`, 3, `? at 3 repeats a repetition: put the inner one in (?:)`},
	{`a++`, 2, `+ at 2 repeats a repetition: put the inner one in (?:)`},
	{`a{2}{3}`, 4, `{3} at 4 repeats a repetition: put the inner one in (?:)`},
	{`a{2,1}`, 1, `the bounds of {2,1} at 1 are out of order`},
	{`a{1001}`, 1, `{1001} at 1 repeats more often than RE2's 1000 times`},
	{`a{1001,}`, 1, `{1001,} at 1 repeats more often than RE2's 1000 times`},
	{`a{0,99999999999999999999}`, 1, `{0,99999999999999999999} at 1 repeats more often than RE2's 1000 times`},
	{`(a{40}b{2})?(a{100}){11}`, 20, `{11} at 20 repeats 1100 times with the repetitions inside, and RE2 at most 1000`},
	{`((a{11})*c){100}`, 11, `{100} at 11 repeats 1100 times with the repetitions inside, and RE2 at most 1000`},
	{`a{`, 1, `an unescaped { at 1 that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`},
	{`a{,2}`, 1, `an unescaped { at 1 that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`},
	{`a{1`, 1, `an unescaped { at 1 that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`},
	{`a{1,2`, 1, `an unescaped { at 1 that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`},
	{`a{1 }`, 1, `an unescaped { at 1 that starts no {n}, {n,} or {n,m} is refused under the u flag of ECMA-262: write \{`},
	{`a}`, 1, `an unescaped } at 1 is refused under the u flag of ECMA-262: write \}`},
	{`a]`, 1, `an unescaped ] at 1 is refused under the u flag of ECMA-262: write \]`},

	{`[a`, 0, `the class [ at 0 is not closed`},
	{`[a-`, 0, `the class [ at 0 is not closed`},
	{`[^`, 0, `the class [ at 0 is not closed`},
	{`a[]`, 1, `the class [] at 1 is empty, which RE2 does not read: put something in, or write . for any character`},
	{`[^]`, 0, `the class [^] at 0 is empty, which RE2 does not read: put something in, or write . for any character`},
	{`[]a]`, 0, `the class [] at 0 is empty, which RE2 does not read: put something in, or write . for any character`},
	{`[[:alpha:]]`, 1, `an unescaped [ at 1 inside a class can start a POSIX class in RE2: write \[`},
	{`[a[b]`, 2, `an unescaped [ at 2 inside a class can start a POSIX class in RE2: write \[`},
	{`[z-a]`, 1, `the range z-a at 1 is reversed`},
	{`[a--]`, 1, `the range a-- at 1 is reversed`},
	{`[\u0062-\x61]`, 1, `the range \u0062-\x61 at 1 is reversed`},
	{`[\d-x]`, 1, `the class escape \d at 1 is an end of a range: write \- for the character -`},
	{`[a-\s]`, 3, `the class escape \s at 3 is an end of a range: write \- for the character -`},
	{`[\b]`, 1, `\b at 1 inside a class is a backspace in ECMA-262 and an error in RE2: write \x08`},
	{`[\B]`, 1, `\B at 1 is no member of a class`},
	{`[\`, 1, `the \ at 1 escapes nothing`},
	{`[a-\`, 3, `the \ at 3 escapes nothing`},

	{`a\`, 1, `the \ at 1 escapes nothing`},
	{`\A`, 0, `\A at 0 is not in ECMA-262: write ^`},
	{`a\z`, 1, `\z at 1 is not in ECMA-262: write $`},
	{`\Z`, 0, `\Z at 0 is not in ECMA-262: write $`},
	{`\Qa.b\E`, 0, `\Q at 0 is not in ECMA-262: escape each character`},
	{`\C`, 0, `\C at 0 is not in ECMA-262`},
	{`\a`, 0, `\a at 0 is not in ECMA-262: write \x07`},
	{`\e`, 0, `\e at 0 is not in ECMA-262`},
	{`\0`, 0, `\0 at 0 is NUL in ECMA-262 and starts an octal number in RE2: write \x00`},
	{`[\0]`, 1, `\0 at 1 is NUL in ECMA-262 and starts an octal number in RE2: write \x00`},
	{`(a)\1`, 3, `the back-reference \1 at 3 is not in RE2`},
	{`\k<a>`, 0, `the back-reference \k at 0 is not in RE2`},
	{`^\p{Letter}+$`, 1, `the Unicode property \p at 1 has other names in RE2 than in ECMA-262: list the characters in a class`},
	{`[\PL]`, 1, `the Unicode property \P at 1 has other names in RE2 than in ECMA-262: list the characters in a class`},
	{`\cA`, 0, `the control character \c at 0 is not in RE2: write it as \xHH`},
	{`\-`, 0, `\- at 0 outside a class is refused under the u flag of ECMA-262: write -`},
	{`\@`, 0, `\@ at 0 escapes a character that needs none, which the u flag of ECMA-262 refuses: write it without the \`},
	{`\é`, 0, `\é at 0 escapes a character that needs none, which the u flag of ECMA-262 refuses: write it without the \`},
	{`\_`, 0, `\_ at 0 escapes a character that needs none, which the u flag of ECMA-262 refuses: write it without the \`},
	{`\x4`, 0, `\x at 0 needs two hexadecimal digits`},
	{`\x{41}`, 0, `\x at 0 needs two hexadecimal digits`},
	{`\xg0`, 0, `\x at 0 needs two hexadecimal digits`},
	{`\u004`, 0, `\u at 0 needs four hexadecimal digits`},
	{`\u{41}`, 0, `\u at 0 needs four hexadecimal digits`},
	{`\uD83D\uDE00`, 0, `\uD83D at 0 is half of a surrogate pair: write the character itself`},
	{`[\udfff]`, 1, `\udfff at 1 is half of a surrogate pair: write the character itself`},
	{"a\xff", 1, `the byte at 1 is not UTF-8`},
	{"[\xed\xa0\x80]", 1, `the byte at 1 is not UTF-8`},

	{strings.Repeat("(", 1500) + strings.Repeat(")", 1500), 0, `the expression is nested too deep for RE2`},
	{strings.Repeat(`(?:[^\s]{1000})`, 5000), 0, `the expression is too large for RE2`},
}

func TestExpressionsOutsideTheDialectAreRefusedWithTheReason(t *testing.T) {
	for _, c := range refused {
		name := c.expr[:min(len(c.expr), 40)]
		_, err := pattern.Compile(c.expr)
		var e *pattern.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got error %v", name, err)
			continue
		}
		if e.Expr != c.expr || e.Offset != c.offset || e.Reason != c.reason {
			t.Errorf("%q:\n got %d %s\nwant %d %s", name, e.Offset, e.Reason, c.offset, c.reason)
		}
	}
}

func TestErrorShowsTheExpression(t *testing.T) {
	_, err := pattern.Compile("a\"(?=b)")
	if got, want := err.Error(), `pattern "a\"(?=b)": look-ahead (?= at 2 is not in RE2`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func mustCompile(t *testing.T, expr string) *pattern.Regexp {
	t.Helper()
	re, err := pattern.Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

func TestEveryCodePointIsWhiteSpaceOrNot(t *testing.T) {
	in, out := mustCompile(t, `^[\s]$`), mustCompile(t, `^[\S]$`)
	bare, bareNot := mustCompile(t, `^\s$`), mustCompile(t, `^\S$`)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		want := '\t' <= r && r <= '\r' || r == 0xFEFF || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Zs, r)
		if in.MatchString(s) != want || bare.MatchString(s) != want || out.MatchString(s) == want || bareNot.MatchString(s) == want {
			t.Errorf("%U: \\s must be %v", r, want)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, c := range refused {
		f.Add(c.expr[:min(len(c.expr), 64)], "a")
	}
	for _, expr := range accepted {
		f.Add(expr, "a b\u2028")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		re, err := pattern.Compile(expr)
		if err != nil {
			var e *pattern.Error
			if !errors.As(err, &e) || e.Expr != expr || e.Reason == "" || e.Offset < 0 || e.Offset > len(expr) {
				t.Fatalf("%q: got error %#v", expr, err)
			}
			// What the scanner let through and RE2 did not must be a matter of size.
			if strings.HasSuffix(e.Reason, "for RE2") && len(expr) < 500 {
				t.Errorf("%q: %s", expr, e.Reason)
			}
			return
		}
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil && !strings.Contains(expr, `\u`) {
			t.Errorf("%q: accepted, and refused by RE2 as it stands: %v", expr, err)
		}
		re.MatchString(text)
	})
}
