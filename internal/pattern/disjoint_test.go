package pattern_test

import (
	"regexp"
	"testing"

	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/pattern"
)

func TestDisjoint(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		disjoint bool
	}{
		{`^none$`, `^[1-9]\d*$`, true},
		{`none`, `^[1-9]\d*$`, true},
		{`none`, `[1-9]\d*`, false}, // none1
		{`^a$`, `^a$`, false},
		{`^a`, `b$`, false},
		{`^a$`, `^b$`, true},
		{`^$`, `^a*$`, false},
		{`^$`, `^a+$`, true},
		{`^a+$`, `^(?:aa)+$`, false},
		{`^a(?:aa)*$`, `^(?:aa)+$`, true},
		{`^\d{4}$`, `^\d{5}$`, true},
		{`^\d{2,4}$`, `^\d{4,5}$`, false},
		{`^[^a]$`, `^a$`, true},
		{`^.$`, "^\n$", true},
		{`^(?i:ab)$`, `^AB$`, false},
		{`\bk\b`, `^k$`, false},
		{`a\bb`, `^ab$`, false}, // no text matches the first one, which is not found out
		{format.DateTimePattern, `^P(\d+D)?$`, true},
		{format.DateTimePattern, format.DatePattern, true},
		{format.DateTimePattern, `^2`, false},
		{`^(?:a{100}){10}$`, `^(?:b?a{100}){10}$`, false},
		{`(`, `a`, false},
	} {
		if got := pattern.Disjoint(c.a, c.b); got != c.disjoint {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
		if got := pattern.Disjoint(c.b, c.a); got != c.disjoint {
			t.Errorf("%s and %s: %v", c.b, c.a, got)
		}
	}
}

// No text of the other tests matches two expressions that are reported as disjoint.
func TestDisjointIsNeverWrong(t *testing.T) {
	var all []*regexp.Regexp
	for _, expr := range accepted {
		if len(expr) > 60 && expr != format.DateTimePattern {
			continue
		}
		re, err := pattern.Compile(expr)
		if err != nil {
			t.Fatal(expr, err)
		}
		all = append(all, re.RE2)
	}
	disjoint := 0
	for i, a := range all {
		for _, b := range all[:i] {
			if !pattern.Disjoint(a.String(), b.String()) {
				continue
			}
			disjoint++
			for _, text := range texts {
				if a.MatchString(text) && b.MatchString(text) {
					t.Errorf("%q matches %s and %s", text, a, b)
				}
			}
		}
	}
	if disjoint < 100 {
		t.Errorf("%d pairs are disjoint", disjoint)
	}
}
