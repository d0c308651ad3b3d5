package cost_test

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The first program of the README, without its documentation page, builds in a module of its own,
// without go.sum and without a network: it links the standard library and tenon alone. The page is a
// module that other programs do not need.
func TestTheFirstProgramLinksNoOtherModule(t *testing.T) {
	const modulePath = "github.com/tenon-go/tenon"
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```go\npackage main\n")
	source, _, found := strings.Cut("package main\n"+rest, "```\n")
	if !found {
		t.Fatal("the README has no program")
	}
	page := regexp.MustCompile(`(?m)^.*\bdocs\b.*\n`)
	if len(page.FindAllString(source, -1)) != 3 { // its import, its path, and the redirection to it
		t.Fatal("the README has another program")
	}
	source = page.ReplaceAllString(source, "")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": source,
		"go.mod":  "module library\n\ngo 1.26.0\n\nrequire " + modulePath + " v0.0.0\n\nreplace " + modulePath + " => " + root + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", "library", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info, err := buildinfo.ReadFile(filepath.Join(dir, "library")) // what go version -m prints
	if err != nil {
		t.Fatal(err)
	}
	var linked []string
	for _, m := range info.Deps {
		linked = append(linked, m.Path)
	}
	if got := strings.Join(linked, " "); got != modulePath {
		t.Errorf("the program links %s, want %s alone", got, modulePath)
	}
}
