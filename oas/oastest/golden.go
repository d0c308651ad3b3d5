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

// updateVariable asks for files to be written.
const updateVariable = "OASTEST_UPDATE"

// updating reports whether files are to be written: the variable is set, or the
// program that tests has a flag -update of its own, which is set.
func updating() bool {
	if v := os.Getenv(updateVariable); v != "" && v != "0" && v != "false" {
		return true
	}
	own := flag.Lookup("update")
	return own != nil && own.Value.String() == "true"
}

// updateCommand is what a user runs to accept what t says.
func updateCommand(t testing.TB) string {
	levels := strings.Split(t.Name(), "/")
	for i, name := range levels {
		levels[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return updateVariable + "=1 go test -run '" + strings.Join(levels, "/") + "' ./..."
}

// Golden compares the document of s with a file. The name of the file says which
// document: JSON if it ends in .json and YAML otherwise, OpenAPI 3.1.1 if it has
// 3.1 in it, 3.2.0 if it has 3.2, and 3.0.4 otherwise; folders do not count.
//
// If they differ, the test fails with the lines that do, each group of them below the
// operation or the component that it is part of. With OASTEST_UPDATE=1 in the
// environment, or with a flag -update of the tests' own, Golden writes the file, and
// its folder, instead.
func Golden(t testing.TB, s *tenon.App, file string) {
	t.Helper()
	kind := kindNamed(file)
	got, err := kind.text(s)
	if err != nil {
		t.Fatalf("the document cannot be made: %v", err)
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
