package doc_test

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// TestDependabotUpdatesEveryModule: a module or a package.json that the configuration does not
// name would never be updated.
func TestDependabotUpdatesEveryModule(t *testing.T) {
	config, err := os.ReadFile("../.github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("find", ".", "(", "-name", "node_modules", "-o", "-path", "./_bench", "-o", "-name", ".git", ")", "-prune",
		"-o", "(", "-name", "go.mod", "-o", "-name", "package.json", ")", "-print")
	c.Dir = ".."
	files, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	found, named := map[string]bool{}, map[string]bool{}
	for file := range strings.Lines(string(files)) {
		found[path.Join("/", path.Dir(strings.TrimSpace(file)))] = true
	}
	for line := range strings.Lines(string(config)) {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "- /"); ok {
			named["/"+dir] = true
		}
	}
	for dir := range named {
		if !found[dir] {
			t.Errorf("%s has nothing to update", dir)
		}
	}
	for dir := range found {
		if !named[dir] {
			t.Errorf("%s is missing", dir)
		}
	}
}
