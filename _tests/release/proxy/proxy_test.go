package proxy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/_tests/release/proxy"
)

const version = "v0.1.0"

func TestModulesOfTheCheckout(t *testing.T) {
	modules, err := proxy.Modules(t.Context(), "../../..")
	if err != nil {
		t.Fatal(err)
	}
	var published, tags []string
	for _, m := range modules {
		if m.Published() {
			published = append(published, m.Path)
			tags = append(tags, m.Tag(version))
		}
	}
	const root = "github.com/tenon-go/tenon"
	for _, want := range []string{root, root + "/cmd/tenon", root + "/oas/docs", root + "/oas/oastest"} {
		if !slices.Contains(published, want) {
			t.Errorf("%s is not in %q", want, published)
		}
	}
	for _, path := range published {
		if strings.Contains(path, "_") || strings.Contains(path, "internal") {
			t.Errorf("%s is published", path)
		}
	}
	if !slices.Contains(tags, version) || !slices.Contains(tags, "cmd/tenon/"+version) {
		t.Errorf("the tags are %q", tags)
	}
}

// A program builds with the root module from the proxy, which has none of the nested modules' files.
func TestGoGet(t *testing.T) {
	dir, files, cache := t.TempDir(), t.TempDir(), t.TempDir()
	if err := proxy.Write(t.Context(), files, "../../..", version); err != nil {
		t.Fatal(err)
	}
	env, err := proxy.Env(t.Context(), files, cache)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nimport _ \"github.com/tenon-go/tenon\"\n\nfunc main() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"mod", "init", "library"}, {"get", "github.com/tenon-go/tenon@" + version}, {"build", "./..."}} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %q: %v\n%s", args, err, out)
		}
	}
	root := filepath.Join(cache, "github.com/tenon-go/tenon@"+version)
	for name, want := range map[string]bool{"LICENSE": true, "route": true, "cmd/tenon": false, "oas/oastest/go.mod": false, "_bench": false} {
		if _, err := os.Stat(filepath.Join(root, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
