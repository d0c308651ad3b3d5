package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const inner = `package inner

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type Point struct{ X, Y int }

type Any interface{ any() }

func (Point) any() {}

var Points = collection.Of("Point", func(p *Point) collection.Fields {
	return collection.Fields{
		prop.Int("x").At(&p.X),
		prop.Int("y").Default(0).At(&p.Y),
	}
})

type Line struct{ From Point }

func (Line) any() {}

func Lines() *collection.Collection[Line] {
	return collection.Of("Line", func(l *Line) collection.Fields {
		return collection.Fields{prop.Object(Points).As("from").At(&l.From)}
	})
}

var Drawn = collection.OneOf("Drawn", collection.CaseOf[Any](Points), collection.CaseOf[Any](Lines()))

var Faulty = collection.New("Faulty", prop.Int("n").Min(2).Max(1))
`

// testModule writes a module with an internal package.
func testModule(t *testing.T) (dir string, shapes func(args ...string) (code int, out, complaint string)) {
	t.Helper()
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/tenon-go/tenon/cmd/tenon", "module example.com/shop", 1)
	text += "\nrequire github.com/tenon-go/tenon/cmd/tenon v0.1.0\n"
	for _, dir := range []string{"", "/cmd/tenon"} {
		text += "\nreplace github.com/tenon-go/tenon" + dir + " => " + filepath.ToSlash(root) + dir + "\n"
	}
	dir = t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), text)
	put(t, filepath.Join(dir, "go.sum"), string(sums))
	put(t, filepath.Join(dir, "main.go"), "package main\n\nfunc main() {}\n")
	put(t, filepath.Join(dir, "internal/inner/inner.go"), inner)
	return dir, func(args ...string) (int, string, string) {
		var out, complaint strings.Builder
		code := run(t.Context(), dir, append([]string{"shapes"}, args...), &out, &complaint)
		return code, out.String(), complaint.String()
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestPrintsValuesOfAPackage(t *testing.T) {
	dir, shapes := testModule(t)
	code, out, complaint := shapes("ts", "-unions", "Drawn", "./internal/inner", "Points", "Lines()")
	if code != 0 || complaint != "" || !strings.Contains(out, "export interface PointCreate {\n\tx: number;\n\t/** @default 0 */\n\ty?: number;\n}\n") ||
		!strings.Contains(out, "export interface Line {\n\tfrom: Point;\n}\n") || !strings.Contains(out, "export type Drawn =\n\t| Point\n\t| Line;\n") {
		t.Errorf("%d\n%s%s", code, out, complaint)
	}
	if _, err := os.Stat(filepath.Join(dir, "internal/inner/shapes_of_this_package")); err == nil {
		t.Error("the tree was written to")
	}
	if err := os.Mkdir(filepath.Join(dir, "web"), 0o777); err != nil {
		t.Fatal(err)
	}
	args := []string{"-o", "web/points.go", "example.com/shop/internal/inner", "Points"}
	if code, _, complaint := shapes(append([]string{"go", "-check"}, args...)...); code != 1 || !strings.Contains(complaint, "is not there") {
		t.Errorf("%d %s", code, complaint)
	}
	if code, out, complaint := shapes(append([]string{"go"}, args...)...); code != 0 || out+complaint != "" {
		t.Errorf("%d\n%s%s", code, out, complaint)
	}
	text, err := os.ReadFile(filepath.Join(dir, "web/points.go"))
	if err != nil || !strings.Contains(string(text), "\npackage web\n") || !strings.Contains(string(text), "var PointCollection = ") {
		t.Errorf("%v\n%s", err, text)
	}
	if code, _, complaint := shapes(append([]string{"go", "-check"}, args...)...); code != 0 || complaint != "" {
		t.Errorf("%d %s", code, complaint)
	}
}

func TestPrintsCollections(t *testing.T) {
	_, shapes := testModule(t)
	code, out, complaint := shapes("collections", "internal/inner", "Line")
	if code != 0 || complaint != "" || !strings.Contains(out, "var LineCollection = ") || !strings.Contains(out, "var PointCollection = ") {
		t.Errorf("%d\n%s%s", code, out, complaint)
	}
}

func TestSaysWhatIsWrong(t *testing.T) {
	_, shapes := testModule(t)
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "usage:\n  tenon shapes "},
		{"-h", 0, "usage:\n  tenon shapes "},
		{"ts -h", 0, "usage:\n  tenon shapes "},
		{"ts -x", 2, "flag provided but not defined: -x"},
		{"ts ./internal/inner", 2, "usage:"},
		{"java ./internal/inner Points", 2, "usage:"},
		{"ts ./internal/inner points", 2, `"points" is not the name of an exported variable`},
		{"ts ./internal/inner Points;panic(1)", 2, `is not the name of an exported variable`},
		{"ts . Points", 2, "is a package main"},
		{"ts ./nowhere Points", 2, "tenon shapes: go list: "},
		{"ts ./... Points", 2, "is not one package"},
		{"ts ./internal/inner Gone", 2, "undefined: pkg.Gone"},
		{"ts ./internal/inner Faulty", 2, "Max(1) is below Min(2)"},
		{"collections ./nowhere", 2, "nowhere"},
	} {
		code, out, complaint := shapes(strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(complaint, test.want) || out != "" {
			t.Errorf("%q: %d, want %d\n%s%s\nwant %q", test.args, code, test.code, out, complaint, test.want)
		}
	}
}

func TestCommands(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "usage:\n  tenon new "},
		{"help", 0, "usage:\n  tenon new "},
		{"-h", 0, "usage:\n  tenon new "},
		{"nothing", 2, "usage:\n  tenon new "},
		{"discover -h", 0, "usage: tenon discover [flags]"},
		{"discover -x", 2, "flag provided but not defined: -x"},
	} {
		var out, errs strings.Builder
		if code := run(t.Context(), t.TempDir(), strings.Fields(test.args), &out, &errs); code != test.code || !strings.Contains(errs.String(), test.want) || out.Len() > 0 {
			t.Errorf("%q: %d\n%s%s", test.args, code, out.String(), errs.String())
		}
	}
}
