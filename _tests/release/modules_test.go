package release

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/tenon-go/tenon/_tests/release/proxy"
)

const (
	checkout = "../.."
	root     = "github.com/tenon-go/tenon"
)

func modules(t *testing.T) []proxy.Module {
	t.Helper()
	all, err := proxy.Modules(t.Context(), checkout)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(checkout, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// version returns the version that the checkout is, or will be.
func version(t *testing.T) string {
	t.Helper()
	work, err := modfile.ParseWork("go.work", read(t, "go.work"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range work.Replace {
		if r.Old.Path == root {
			return r.Old.Version
		}
	}
	t.Fatal("go.work does not replace the root module")
	return ""
}

// The go command reads the replace directives of the main module only, so that go install fails for
// a module that has some.
func TestModulesResolveWithoutReplace(t *testing.T) {
	version := version(t)
	for _, m := range modules(t) {
		name := m.Dir + "/go.mod"
		f, err := modfile.Parse(name, read(t, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Replace) > 0 {
			t.Errorf("%s has replace directives: add the module to go.work", name)
		}
		for _, r := range f.Require {
			if (r.Mod.Path == root || strings.HasPrefix(r.Mod.Path, root+"/")) && r.Mod.Version != version {
				t.Errorf("%s requires %s, but the version in go.work is %s", name, r.Mod, version)
			}
		}
	}
}

func TestWorkspaceHasEveryModule(t *testing.T) {
	work, err := modfile.ParseWork("go.work", read(t, "go.work"), nil)
	if err != nil {
		t.Fatal(err)
	}
	version, uses, replaces := version(t), map[string]bool{}, map[string]string{}
	for _, u := range work.Use {
		uses[filepath.ToSlash(filepath.Clean(u.Path))] = true
	}
	for _, r := range work.Replace {
		if replaces[r.Old.Path] = filepath.ToSlash(filepath.Clean(r.New.Path)); r.Old.Version != version {
			t.Errorf("go.work replaces %s, and the root at %s", r.Old, version)
		}
	}
	dependabot := string(read(t, ".github/dependabot.yml"))
	for _, m := range modules(t) {
		if m.Dir == "_bench" { // which has a workspace of its own
			continue
		}
		if !uses[m.Dir] {
			t.Errorf("go.work has no line use ./%s", m.Dir)
		}
		if m.Published() && replaces[m.Path] != m.Dir {
			t.Errorf("go.work has no line %s %s => ./%s", m.Path, version, m.Dir)
		}
		if line := "      - /" + strings.TrimPrefix(m.Dir, ".") + "\n"; !strings.Contains(dependabot, line) {
			t.Errorf("dependabot.yml has no line %q", line)
		}
		delete(uses, m.Dir)
		delete(replaces, m.Path)
	}
	for name := range maps.Keys(uses) {
		t.Errorf("go.work uses %s, which is not a module", name)
	}
	for name := range maps.Keys(replaces) {
		t.Errorf("go.work replaces %s, which is not published", name)
	}
}
