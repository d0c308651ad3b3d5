package golden

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// updateVariable is the environment variable that makes tests write their files.
const updateVariable = "OASTEST_UPDATE"

// Updating reports whether to write files: the variable is set, or the tests have a flag
// -update that is set.
func Updating() bool {
	if v := os.Getenv(updateVariable); v != "" && v != "0" && v != "false" {
		return true
	}
	own := flag.Lookup("update")
	return own != nil && own.Value.String() == "true"
}

// UpdateCommand returns the command that accepts the changes of a test.
func UpdateCommand(t testing.TB) string {
	levels := strings.Split(t.Name(), "/")
	for i, name := range levels {
		levels[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return updateVariable + "=1 go test -run '" + strings.Join(levels, "/") + "' ./..."
}

// Kind is a version and a format of a document.
type Kind struct {
	Version oas.Version
	JSON    bool
}

// KindNamed returns the kind of document that the name of a file selects.
func KindNamed(file string) Kind {
	return Kind{Version: versionNamed(filepath.Base(file)), JSON: filepath.Ext(file) == ".json"}
}

// Text returns the document.
func (k Kind) Text(s *tenon.App) ([]byte, error) {
	if k.JSON {
		return oas.JSON(s, k.Version)
	}
	return oas.YAML(s, k.Version)
}

// Minor returns a version without its patch number.
func Minor(version string) string {
	if i := strings.LastIndexByte(version, '.'); i >= 0 {
		return version[:i]
	}
	return version
}

// versionNamed returns the version in the name of a file; the default is 3.0.
func versionNamed(name string) oas.Version {
	for _, v := range oas.Versions() {
		if strings.Contains(name, Minor(v.String())) {
			return v
		}
	}
	return oas.V30
}

// Write writes the document of an app to a file and its folder.
func Write(t testing.TB, s *tenon.App, kind Kind, file string) {
	t.Helper()
	text, err := kind.Text(s)
	if err != nil {
		t.Fatalf("the document cannot be written: %v", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
