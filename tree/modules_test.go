package tree_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Modules outside of the root module import nothing internal, so that each can be tagged and
// upgraded separately.
func TestModulesImportNothingInternal(t *testing.T) {
	const internal = `"github.com/tenon-go/tenon/internal/`
	for _, module := range []string{"oas/docs", "cmd/tenon", "_examples"} {
		files := 0
		err := filepath.WalkDir(filepath.Join("..", module), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			files++
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range f.Imports {
				if strings.HasPrefix(i.Path.Value, internal) {
					t.Errorf("%s imports %s", name, i.Path.Value)
				}
			}
			return nil
		})
		if err != nil || files == 0 {
			t.Errorf("%s has %d files: %v", module, files, err)
		}
	}
}
