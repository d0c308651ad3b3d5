package oastest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/tree"
)

// own is a flag of the tests, with which the package must not collide.
var own = flag.Bool("update", false, "write golden files")

func TestAFlagOfTheTestsUpdates(t *testing.T) {
	*own = true
	defer func() { *own = false }()
	file := filepath.Join(t.TempDir(), "openapi.yaml")
	if failed := golden(t, titled("A"), file); failed != "" {
		t.Fatal(failed)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

func titled(title string) *tenon.App {
	app := new(tenon.App)
	probe.SetTree(app, &tree.API{Title: title, Version: "1"})
	return app
}

// recorder is a test that records its errors.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failed += fmt.Sprintf(format, args...) }

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed += fmt.Sprintf(format, args...)
	panic(r)
}

// golden returns the errors of Golden, or "".
func golden(t *testing.T, s *tenon.App, file string) string {
	r := &recorder{TB: t}
	func() {
		defer func() {
			if v := recover(); v != nil && v != any(r) {
				panic(v)
			}
		}()
		oastest.Golden(r, s, file)
	}()
	return r.failed
}

func TestTheNameOfTheFileSelectsTheDocument(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "3.1.json") // folders do not count
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func() ([]byte, error){
		"openapi.yaml":     func() ([]byte, error) { return oas.YAML(titled("A"), oas.V30) },
		"openapi":          func() ([]byte, error) { return oas.YAML(titled("A"), oas.V30) },
		"openapi.json":     func() ([]byte, error) { return oas.JSON(titled("A"), oas.V30) },
		"openapi-3.1.yaml": func() ([]byte, error) { return oas.YAML(titled("A"), oas.V31) },
		"openapi-3.1.json": func() ([]byte, error) { return oas.JSON(titled("A"), oas.V31) },
	} {
		want, err := write()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		if failed := golden(t, titled("A"), file); failed != "" {
			t.Errorf("%s: %s", name, failed)
		}
	}
}

func TestChangesAreShown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openapi.yaml")
	text, err := oas.YAML(titled("Before"), oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	failed := golden(t, titled("After"), file)
	for _, want := range []string{"openapi.yaml", "@@ info", "OASTEST_UPDATE=1 go test -run '^TestChangesAreShown$'", "-  title: Before", "+  title: After"} {
		if !strings.Contains(failed, want) {
			t.Errorf("%q is not in:\n%s", want, failed)
		}
	}
}

func TestAMissingFileFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openapi.yaml")
	if failed := golden(t, titled("A"), file); !strings.Contains(failed, "OASTEST_UPDATE=1 go test -run") {
		t.Errorf("failed with %q", failed)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it was written without being asked")
	}
}

func TestADocumentThatCannotBeWrittenFails(t *testing.T) {
	if failed := golden(t, titled(""), "none.yaml"); !strings.Contains(failed, "needs a title") {
		t.Errorf("failed with %q", failed)
	}
}

func TestUpdateWritesTheFile(t *testing.T) {
	t.Setenv("OASTEST_UPDATE", "1")
	file := filepath.Join(t.TempDir(), "new", "openapi-3.1.json")
	if failed := golden(t, titled("A"), file); failed != "" {
		t.Fatal(failed)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := oas.JSON(titled("A"), oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("wrote %s", got)
	}
}
