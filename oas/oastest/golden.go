package oastest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/oas"
)

var update = updateFlag()

// updateFlag registers -update, or shares it with a package that was there
// before. A test package with a flag of its own under this name is initialised
// later, and finds this one with flag.Lookup.
func updateFlag() *flag.Flag {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "rewrite golden files")
	}
	return flag.Lookup("update")
}

// Golden compares the document of s with a file. The name of the file says which
// document: JSON if it ends in .json and YAML otherwise, OpenAPI 3.1.1 if it has
// 3.1 in it, 3.2.0 if it has 3.2, and 3.0.4 otherwise; folders do not count. With the flag -update it
// writes the file, and its folder, instead.
func Golden(t testing.TB, s oas.Source, file string) {
	t.Helper()
	name := filepath.Base(file)
	version := oas.V30
	switch {
	case strings.Contains(name, "3.1"):
		version = oas.V31
	case strings.Contains(name, "3.2"):
		version = oas.V32
	}
	write := oas.YAML
	if filepath.Ext(name) == ".json" {
		write = oas.JSON
	}
	got, err := write(s, version)
	if err != nil {
		t.Fatalf("the document cannot be made: %v", err)
	}
	if update.Value.String() == "true" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the document is not that of %s (-file +now; go test -update accepts the change):\n%s", file, diff)
	}
}
