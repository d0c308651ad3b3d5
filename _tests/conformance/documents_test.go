package conformance

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
)

// A document is a generated document and its file.
type document struct {
	name, file string
	text       []byte
	version    oas.Version
}

// documents are the checked documents: the API with everything, the shop, as its own command prints
// it, and the registry.
var documents []document

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "conformance")
	if err == nil {
		documents, err = written(dir)
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(dir) // leftovers of a temporary directory are harmless
	os.Exit(code)
}

// written writes the documents to a directory.
func written(dir string) (all []document, err error) {
	app, err := everything.API().Build()
	if err != nil {
		return nil, err
	}
	defer app.Close()
	shop := filepath.Join(dir, "shop")
	build := exec.Command("go", "build", "-C", "../../_examples/shop", "-o", shop, ".")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the shop: %w\n%s", err, out)
	}
	for _, v := range oas.Versions() {
		minor := v.String()[:3]
		for name, write := range map[string]func() ([]byte, error){
			"everything-" + minor + ".yaml": func() ([]byte, error) { return oas.YAML(app, v) },
			"everything-" + minor + ".json": func() ([]byte, error) { return oas.JSON(app, v) },
			"shop-" + minor + ".yaml":       exec.Command(shop, "-openapi", "-openapi-version", minor).Output,
			"registry-" + minor + ".yaml": func() ([]byte, error) {
				return os.ReadFile("../../_examples/registry/testdata/openapi-" + minor + ".yaml")
			},
		} {
			text, err := write()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			d := document{name, filepath.Join(dir, name), text, v}
			if err := os.WriteFile(d.file, text, 0o600); err != nil {
				return nil, err
			}
			all = append(all, d)
		}
	}
	return all, nil
}

// having returns the documents of the given versions whose names contain part.
func having(part string, versions []oas.Version) (some []document) {
	for _, d := range documents {
		for _, v := range versions {
			if d.version == v && strings.Contains(d.name, part) {
				some = append(some, d)
			}
		}
	}
	return some
}

// A fault is an error that is inserted into the shop's document, to verify that a tool finds
// it.
type fault struct {
	what     string
	old, new string
	rule     string // the rule that finds it, if the tool names rules
}

// spoilt returns the shop's document of a version with the faults.
func spoilt(t *testing.T, v oas.Version, faults ...fault) document {
	t.Helper()
	d := having("shop", []oas.Version{v})[0]
	d.file = filepath.Join(t.TempDir(), "spoilt-"+v.String()+".yaml")
	for _, f := range faults {
		if !bytes.Contains(d.text, []byte(f.old)) {
			t.Fatalf("%s has no %q", d.name, f.old)
		}
		d.text = bytes.Replace(d.text, []byte(f.old), []byte(f.new), 1)
	}
	if err := os.WriteFile(d.file, d.text, 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}
