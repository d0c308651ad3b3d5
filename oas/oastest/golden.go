package oastest

import (
	"bytes"
	"os"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/oastest/internal/golden"
)

// Golden compares the document of an app with a file. The name of the file selects the
// document: JSON if it ends in .json and YAML otherwise, OpenAPI 3.1.1 if it contains
// 3.1, 3.2.0 if it contains 3.2, and 3.0.4 otherwise; folders do not count.
//
// If they differ, the test fails with the changed lines, grouped by operation and
// component. With OASTEST_UPDATE=1 in the environment, or with a flag -update of your own
// tests, Golden writes the file and its folder instead.
func Golden(t testing.TB, s *tenon.App, file string) {
	t.Helper()
	kind := golden.KindNamed(file)
	got, err := kind.Text(s)
	if err != nil {
		t.Fatalf("the document cannot be written: %v", err)
	}
	if golden.Updating() {
		golden.Write(t, s, kind, file)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (%s writes it)", err, golden.UpdateCommand(t))
	}
	if !bytes.Equal(want, got) {
		t.Errorf("the document differs from %s; %s accepts the change:\n--- %s\n+++ the document of the API\n%s",
			file, golden.UpdateCommand(t), file, unified(string(want), string(got)))
	}
}
