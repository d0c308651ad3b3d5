package pattern_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/pattern"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ expr, want, fails string }{
		{`abc`, `abc`, ""},
		{`(?i)`, ``, ""},
		{`(?i)^a1-b$`, `^[aA]1-[bB]$`, ""},
		{`(?i)^[0-9a-f]{8}-\w+$`, `^[0-9a-fA-F]{8}-\w+$`, ""},
		{`(?i)[^x_\]Y-]`, `[^x_\]Y\-Xy]`, ""},
		{`(?i)[\[-]`, `[\[\-]`, ""},
		{`(?i)[-a]`, `[-aA]`, ""},
		{`(?i)[^-a]`, `[^-aA]`, ""},
		{`(?i)[a\[-]`, `[a\[\-A]`, ""},
		{`(?i)[A-z]`, `[A-za-zA-Z]`, ""},
		{`(?i)[+-z]`, `[+-za-zA-Z]`, ""},
		{`(?i)\x41\u0062[\x41-\x43\d-]`, `[Aa][bB][\x41-\x43\d\-a-c]`, ""},
		{`(?i)(?:on|off){1,2}?\n\.`, `(?:[oO][nN]|[oO][fF][fF]){1,2}?\n\.`, ""},
		{`(?i)漢`, `漢`, ""},
		{`(?i)é`, ``, "the flag (?i) covers the letters of ASCII; write both cases of é"},
		{`(?i)[à-é]`, ``, "the flag (?i) covers the letters of ASCII; write both cases of é"},
		{`a(?i)b(?:c|d)`, `a[bB](?:[cC]|[dD])`, ""},
		{`(a(?i)b|c[^d-])e(?i)f[g-]`, `(a[bB]|[cC][^d\-D])e[fF][g\-G]`, ""},
		{`([^\s]+(\.(?i)(jpeg|pdf))$)`, `([^\s]+(\.([jJ][pP][eE][gG]|[pP][dD][fF]))$)`, ""},
		{`[(?i)]\(?i`, `[(?i)]\(?i`, ""},
		{`a(?i)*`, ``, "the flag (?i) cannot be repeated"},
		{`(?i`, `(?i`, ""},
		{`a(?i)(?=b)`, ``, "look-ahead (?= at 5 "},
		{`(?i)a\`, ``, "escapes nothing"},
		{`(?s)a`, `(?s)a`, ""},
	} {
		got, err := pattern.Fold(tt.expr)
		if got != tt.want || (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("%s: %s, %v, want %s %s", tt.expr, got, err, tt.want, tt.fails)
		}
	}
}

// The letters of ASCII match in both cases, as RE2 defines the flag.
func FuzzFold(f *testing.F) {
	for _, expr := range []string{`a`, `[a-f]`, `[^A-Z\d_]`, `(?:on|off)+`, `^\x41$`, `[\]-z]`} {
		f.Add(expr, "aF-Z_on")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		_, _ = pattern.Fold(expr)
		for _, s := range []string{expr, text} {
			if strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f }) {
				return
			}
		}
		plain, err := pattern.Compile(expr)
		if err != nil {
			return
		}
		folded, err := pattern.Fold("(?i)" + expr)
		if err != nil {
			t.Fatal(err)
		}
		re, err := pattern.Compile(folded)
		if err != nil && strings.Contains(err.Error(), "too") {
			return // large or deep
		}
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile("(?i)" + plain.String())
		if got := re.MatchString(text); got != want.MatchString(text) {
			t.Errorf("%s is %s; %q matches: %v", expr, folded, text, got)
		}
	})
}
