package doc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeSpan = regexp.MustCompile("`([a-z_0-9/]+(?:\\*?\\.go)?)`")
	goFile   = regexp.MustCompile(`\*?\.go$`)
)

// The files and packages that the page names exist.
func TestTheArchitectureIsThatOfTheCode(t *testing.T) {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range codeSpan.FindAllStringSubmatch(string(text), -1) {
		name := m[1]
		patterns := []string{"../" + name}
		if !strings.Contains(name, "/") {
			patterns = append(patterns, "../internal/"+name, "../internal/*/"+name, "../*/"+name)
		}
		exists := false
		for _, p := range patterns {
			matches, err := filepath.Glob(p)
			exists = exists || err == nil && len(matches) > 0
		}
		if isPath := strings.Contains(name, "/") || goFile.MatchString(name); isPath && !exists && name != "net/http" {
			t.Errorf("there is no %s", name)
		}
		if exists {
			found++
		}
	}
	if words := len(strings.Fields(string(text))); words > 1200 || found < 40 {
		t.Errorf("the page has %d words and names %d files and packages", words, found)
	}
}
