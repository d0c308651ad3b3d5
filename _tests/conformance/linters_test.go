package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// A linter is a program that checks files by named rules.
type linter struct {
	name     string
	versions []oas.Version // supported versions
	find     func(t *testing.T, files []string) []finding
	faults   []fault // faults that it must find

	// The rules that the documents may violate, with the reasons: those that the shop
	// violates, as an ordinary API, and those that only the API with everything violates.
	// A rule that no document violates must be removed.
	shop, everything, registry map[string]string
}

type finding struct{ file, rule, message string }

var linters = []linter{schemas, redocly, spectral, vacuum}

func TestLintersAcceptTheDocuments(t *testing.T) {
	for _, l := range linters {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			var files []string
			for _, d := range having(".yaml", l.versions) {
				files = append(files, d.file)
			}
			var bad []document
			for _, v := range l.versions {
				d := spoilt(t, v, l.faults...)
				bad = append(bad, d)
				files = append(files, d.file)
			}

			found := map[string][]finding{}
			for _, f := range l.find(t, files) {
				found[f.file] = append(found[f.file], f)
			}
			l.judge(t, "shop", l.shop, found)
			l.judge(t, "everything", l.everything, found)
			l.judge(t, "registry", l.registry, found)
			for _, d := range bad {
				for _, fault := range l.faults {
					if !slices.ContainsFunc(found[d.file], func(f finding) bool { return f.rule == fault.rule }) {
						t.Errorf("OpenAPI %s: %s, and %s does not report it", d.version, fault.what, fault.rule)
					}
				}
			}
		})
	}
}

// judge reports the findings in the documents of an API, and unused exceptions.
func (l linter) judge(t *testing.T, api string, needed map[string]string, found map[string][]finding) {
	seen := map[string]bool{}
	for _, d := range having(api, l.versions) {
		for _, f := range found[d.file] {
			seen[f.rule] = true
			if needed[f.rule] == "" && l.shop[f.rule] == "" {
				t.Errorf("%s: %s: %s", d.name, f.rule, f.message)
			}
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(needed)) {
		if !seen[rule] {
			t.Errorf("%s: nothing breaks %s", api, rule)
		}
	}
}

// judges is the directory of the Node programs and their versions.
const judges = "judges"

// node runs a program of judges/node_modules and returns its output. The exit status of a
// linter with findings is ignored.
func node(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	if _, err := os.Stat(filepath.Join(judges, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("run npm install --prefix _tests/conformance/judges --no-package-lock first")
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = judges
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if len(out) == 0 {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	return out
}

// read decodes the JSON values in the output of a program.
func read[V any](t *testing.T, text []byte) (all []V) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var v V
		switch err := d.Decode(&v); {
		case err == io.EOF:
			return all
		case err != nil:
			t.Fatalf("%v in %.300s", err, text)
		}
		all = append(all, v)
	}
}
