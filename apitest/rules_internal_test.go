package apitest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every law that the tests break is a rule, with a row in doc/testing.md; and no other is.
func TestEveryLawHasARow(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`(?:\b(?:breaks|law)\(|\b(?:law|hiddenLaw|responsesEnd) +:?= )"([^"]+)"`)
	broken := map[string]bool{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if !strings.HasSuffix(name, "_test.go") {
				broken[m[1]] = true
			}
		}
	}
	page, err := os.ReadFile("../doc/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules() {
		if !broken[r.law] {
			t.Errorf("nothing breaks the law %q", r.law)
		}
		delete(broken, r.law)
		needs := string(r.needs)
		if needs == "" {
			needs = "nothing"
		}
		if row := "| " + r.law + " | " + r.source + " | " + needs + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("doc/testing.md lacks the row %s", row)
		}
	}
	for law := range broken {
		t.Errorf("the law %q is no rule", law)
	}
}
