package release

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Versions of two published modules may differ in one program, and internal packages change in any version.
// So a published module imports only public packages of another one, in its tests too.
//
// oastest generates values with internal/values and probes operations with internal/probe, and its tests and those of
// shapes take the declarations of internal/everything. Programs that require modules at one version, as the
// command tenon and .ci/release do, are not affected.
func TestPublishedModulesImportNoInternalsOfOthers(t *testing.T) {
	known := map[string][]string{
		root + "/oas/oastest":            {"everything", "format", "jsonx", "pattern", "probe", "values", "yamlx"},
		root + "/oas/oastest/compatible": {"jsonx", "probe"},
		root + "/cmd/tenon/shapes":       {"everything"},
		// What it shares with sqlstore, which would otherwise be public for its sake alone.
		root + "/idempotency/pgxstore": {"joint", root + "/idempotency/internal/keytable"},
	}
	for _, m := range modules(t) {
		if !m.Published() || m.Path == root {
			continue
		}
		cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
		cmd.Dir, cmd.Stderr = filepath.Join(checkout, m.Dir), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		packages := 0
		for d := json.NewDecoder(strings.NewReader(string(out))); ; packages++ {
			var p struct {
				ImportPath                         string
				Imports, TestImports, XTestImports []string
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			for _, name := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				if slices.Contains(known[p.ImportPath], strings.TrimPrefix(name, root+"/internal/")) {
					continue
				}
				if isInternal.MatchString(name) && strings.HasPrefix(name, root+"/") && !strings.HasPrefix(name, m.Path+"/") {
					t.Errorf("%s imports %s", p.ImportPath, name)
				}
			}
		}
		if packages == 0 {
			t.Errorf("%s has no packages", m.Path)
		}
	}
}

var isInternal = regexp.MustCompile(`(^|/)internal(/|$)`)
