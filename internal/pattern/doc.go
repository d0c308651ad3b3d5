// Package pattern compiles the regular expressions of JSON Schema's pattern.
//
//	re, err := pattern.Compile(`^[a-z]+\s\d{2,4}$`)
//	re.MatchString("abc 123")
//
// JSON Schema writes patterns in the dialect of ECMA-262, where its readers run
// them; this library runs them in RE2, in time linear in the text. The two agree on
// much of the syntax and disagree, silently, on the meaning of some of it: . and \s,
// for example, or \Z. An expression here belongs to the dialect that both can read,
// has the meaning that ECMA-262 gives it with the u flag, and is not anchored.
//
// # Dialect
//
//	x  \.            a character; ^ $ \ . * + ? ( ) [ ] { } | stand for themselves after \, and so does /
//	.                any character but \n, \r, U+2028 and U+2029
//	[ab-z\d]  [^a]   a class; [ and ] inside are escaped, a - is escaped or first or last
//	\d \w  \D \W     digits and word characters of ASCII, and what is neither
//	\s \S            white space and line terminators of ECMA-262, and the rest
//	\t \n \v \f \r   control characters
//	\x41 \u0041      a code point, in two or four hexadecimal digits; no surrogates
//	xy  x|y          sequence, alternatives
//	(x)  (?:x)       groups
//	x* x+ x? x{n} x{n,} x{n,m}    repetition, up to 1000 times; with ? after it, as few as possible
//	^ $ \b \B        start and end of the text, an ASCII word boundary, and none
//
// Everything else is refused, with the reason: what RE2 cannot do (look-around,
// back-references), what ECMA-262 does not have (\A, \z, \Q, POSIX classes), and
// what the two read differently or only one of them reads.
//
// # Specifications
//
//   - ECMA-262, section 22.2, Patterns with the parameter UnicodeMode
//   - RE2 syntax, as package regexp has it
//   - JSON Schema 2020-12 Core, section 6.4, on regular expressions
package pattern
