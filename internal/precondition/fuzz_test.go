package precondition_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/precondition"
)

// grammar is that of RFC 9110 §8.8.3 in a list, with the empty elements of
// §5.6.1.2. Bytes stand as runes.
var grammar = regexp.MustCompile(`^[ \t]*(?:` + tagGrammar + `)?(?:[ \t]*,[ \t]*(?:` + tagGrammar + `)?)*[ \t]*$`)

const tagGrammar = `(?:W/)?"[!#-~\x{80}-\x{ff}]*"`

// wellFormed reports whether lines are a field of RFC 9110 §13.1.1. A tag does
// not go on in the next line.
func wellFormed(lines []string) bool {
	if len(lines) == 1 && strings.Trim(lines[0], " \t") == "*" {
		return true
	}
	return !slices.ContainsFunc(lines, func(s string) bool { return !grammar.MatchString(latin1(s)) })
}

// latin1 lets a regular expression see bytes.
func latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// FuzzConditions: a list is malformed exactly where the grammar says so, and
// lines are one list.
func FuzzConditions(f *testing.F) {
	for _, test := range lists {
		f.Add(strings.Join(test.lines, "\n"), after)
	}
	f.Add(`"a"`, "Sunday, 06-Nov-94 08:49:37 GMT")
	f.Fuzz(func(t *testing.T, list, date string) {
		lines := strings.Split(list, "\n")
		joined := strings.Join(lines, ",")
		c, malformed := precondition.Parse(http.Header{"If-Match": lines, "If-Unmodified-Since": {date}, "If-None-Match": {`"b"`}})
		if want := wellFormed(lines); (malformed == "") != want {
			t.Fatalf("%q is well-formed: %t, want %t", lines, malformed == "", want)
		}
		if malformed != "" {
			return
		}
		one, malformed := precondition.Parse(http.Header{"If-Match": {joined}, "If-None-Match": {`"b"`}})
		if malformed != "" {
			t.Fatalf("%q is well-formed, %q is not", lines, joined)
		}
		for name, s := range states {
			if a, b := c.Evaluate("PUT", s), one.Evaluate("PUT", s); a != b {
				t.Errorf("%s: %q comes to %d, in one line to %d", name, lines, a, b)
			}
		}
	})
}
