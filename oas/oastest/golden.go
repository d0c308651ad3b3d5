package oastest

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
)

// updateVariable is the environment variable that makes tests write their files.
const updateVariable = "OASTEST_UPDATE"

// updating reports whether to write files: the variable is set, or the tests have a flag
// -update that is set.
func updating() bool {
	if v := os.Getenv(updateVariable); v != "" && v != "0" && v != "false" {
		return true
	}
	own := flag.Lookup("update")
	return own != nil && own.Value.String() == "true"
}

// updateCommand returns the command that accepts the changes of a test.
func updateCommand(t testing.TB) string {
	levels := strings.Split(t.Name(), "/")
	for i, name := range levels {
		levels[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return updateVariable + "=1 go test -run '" + strings.Join(levels, "/") + "' ./..."
}

// Golden compares the document of an app with a file. The name of the file selects the
// document: JSON if it ends in .json and YAML otherwise, OpenAPI 3.1.1 if it contains
// 3.1, 3.2.0 if it contains 3.2, and 3.0.4 otherwise; folders do not count.
//
// If they differ, the test fails with the changed lines, grouped by operation and
// component. With OASTEST_UPDATE=1 in the environment, or with a flag -update of your own
// tests, Golden writes the file and its folder instead.
func Golden(t testing.TB, s *tenon.App, file string) {
	t.Helper()
	kind := kindNamed(file)
	got, err := kind.text(s)
	if err != nil {
		t.Fatalf("the document cannot be written: %v", err)
	}
	if updating() {
		write(t, s, kind, file)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (%s writes it)", err, updateCommand(t))
	}
	if !bytes.Equal(want, got) {
		t.Errorf("the document differs from %s; %s accepts the change:\n--- %s\n+++ the document of the API\n%s",
			file, updateCommand(t), file, unified(string(want), string(got)))
	}
}
