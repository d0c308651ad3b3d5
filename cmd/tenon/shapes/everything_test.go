package shapes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
)

// awkward are collections whose names and texts a language has another meaning for.
func awkward() (all []shapes.Shape) {
	for _, name := range []string{"class", "interface", "string", "any", "Record", "Array", "Blob", "type", "func", "map", "2fa", "undefined", "prop", "time", "a.b-c"} {
		text := "a\ufeffb\x00c\u2028d\u0085e */ f\rg\n\v```\n\\u0041"
		c := collection.New(name,
			prop.String("constructor").Describe(text).Title(text),
			prop.Array(prop.Map(prop.File("in\u2028side\"'`"))).Describe("*/ x"),
			prop.Int("new").Docs(meta.Extension("x-b", `{"a":"\u2028"}`)),
			prop.Enum("default", "class", "", "a\nb", "\u2028", "'\"`").Optional(),
		).Describe(text).Docs(meta.Extension("x-b", "1"))
		all = append(all, shapes.Of(c))
	}
	return all
}

// What is printed of everything, and of names and texts with a meaning of their own, compiles.
func TestEverythingPrintedCompiles(t *testing.T) {
	app, err := everything.API().Build()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	tsc, err := filepath.Abs("testdata/tsc/node_modules/typescript/bin/tsc")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{tsc, "--strict", "--noEmit", "--target", "es2022"}
	ts := t.TempDir()
	for name, all := range map[string][]shapes.Shape{"everything": shapes.ShapesOf(app), "awkward": awkward()} {
		if len(all) < 10 {
			t.Fatalf("%s has %d shapes", name, len(all))
		}
		code, err := shapes.Go(name, all...)
		if err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			t.Fatalf("%s: %s", name, first)
		}
		files[filepath.Join(name, "shapes.go")] = string(code)
		types, err := shapes.TypeScript(all...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		file := filepath.Join(ts, name+".ts")
		write(t, file, string(types))
		args = append(args, file)
	}
	vet := exec.Command("go", "vet", "./...")
	vet.Dir = module(t, files)
	vet.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := exec.Command("node", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
