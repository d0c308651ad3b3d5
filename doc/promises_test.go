package doc_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The tests that the page names exist.
func TestPromisesNameTests(t *testing.T) {
	page, err := os.ReadFile("promises.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("\\[`((?:Test|Fuzz)\\w+)`\\]\\(([^)]+)\\)").FindAllStringSubmatch(string(page), -1)
	if len(named) < 15 {
		t.Errorf("the page names %d tests", len(named))
	}
	for _, n := range named {
		source, err := os.ReadFile(n[2])
		if err != nil || !strings.Contains(string(source), "func "+n[1]+"(") {
			t.Errorf("%s has no %s: %v", n[2], n[1], err)
		}
	}
}
