package pattern

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestWhichExpressionsAreSequences(t *testing.T) {
	for expr, want := range map[string]bool{
		`^[A-Z]{3}-[0-9]{4}$`:       true,
		`^[a-z][a-z0-9-]*$`:         true,
		`^-?(0|[1-9][0-9]*)$`:       false, // alternatives
		`^[a-z]+[0-9]?$`:            true,
		`^[a-z]*[a-z0-9]$`:          false, // where the first ends depends on what follows
		`^[a-z]*-?[a-z]$`:           false,
		`^[a-z]{2,3}[a-z]{2}$`:      false,
		`^[a-z]{3}[a-z]{2}$`:        true,
		`^[a-z]{1,1000}$`:           true,
		`[a-z]`:                     false, // anywhere in the text
		`^[a-z]`:                    false,
		`^[^a]$`:                    false, // beyond ASCII
		`^é$`:                       false,
		`^(ab)+$`:                   false,
		`^a+?b$`:                    true, // as few as possible, which is as many as there are
		`^\d{4}-\d{2}-\d{2}$`:       true,
		`^\w+$`:                     true,
		`^\s*$`:                     false,
		`^$`:                        false, // RE2 is as quick
		`^a\b$`:                     false,
		`^#[0-9a-fA-F]{6}$`:         true,
		`^v[0-9]+\.[0-9]+\.[0-9]+$`: true,
	} {
		re, err := Compile(expr)
		if err != nil {
			t.Fatal(err)
		}
		if got := re.quick != nil; got != want {
			t.Errorf("%s: %t, want %t", expr, got, want)
		}
	}
}

// TestSequencesMatchWhatRE2Does on expressions and texts at random.
func TestSequencesMatchWhatRE2Does(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	atoms := []string{"a", "b", "-", `\.`, "[ab]", "[a-c]", "[b-d0]", `\d`, "[0-4]", "x", "(?:a)"}
	counts := []string{"", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,2}", "+?", "*?"}
	letters := "aaabbbccd00149-.x\né\xff"
	quick := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteString(atoms[r.IntN(len(atoms))] + counts[r.IntN(len(counts))])
		}
		re, err := Compile("^" + b.String() + "$")
		if err != nil {
			t.Fatal(err)
		}
		if re.quick == nil {
			continue
		}
		quick++
		oracle := regexp.MustCompile(re.String())
		for range 40 {
			text := make([]byte, r.IntN(9))
			for i := range text {
				text[i] = letters[r.IntN(len(letters))]
			}
			want := oracle.Match(text)
			if re.Match(text) != want || re.MatchString(string(text)) != want {
				t.Fatalf("%s on %q: RE2 says %t", re, text, want)
			}
		}
	}
	if quick < 5_000 {
		t.Errorf("only %d of the expressions are sequences", quick)
	}
}
