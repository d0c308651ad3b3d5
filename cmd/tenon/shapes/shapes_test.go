package shapes_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// golden compares with a file, or writes it where TENON_UPDATE is set.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if os.Getenv("TENON_UPDATE") != "" {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := shapes.Check(name, text); err != nil {
		t.Error(err)
	}
}

func printed(t *testing.T) (code, types []byte) {
	t.Helper()
	all := []shapes.Shape{shapes.Of(products), shapes.OneOf(payments), shapes.Of(address)}
	code, err := shapes.Go("shop", all...)
	if err != nil {
		t.Fatal(err)
	}
	types, err = shapes.TypeScript(all...)
	if err != nil {
		t.Fatal(err)
	}
	return code, types
}

func TestPrints(t *testing.T) {
	code, types := printed(t)
	golden(t, "shop.go.golden", code)
	golden(t, "shop.ts.golden", types)
	again, typesAgain := printed(t)
	if !bytes.Equal(code, again) || !bytes.Equal(types, typesAgain) {
		t.Error("the same declarations are printed in two ways")
	}
}

// drafts are products as clients send them; those that want "" are refused.
var drafts = []string{
	`{}`,
	`{"name":"A","price-in-cents":5,"size":{"width":1},"seal":"AAEC","nick":"a","payment":{"kind":"card","number":"1234"}}`,
	`{"name":"A","price-in-cents":5,"size":{"width":1},"seal":"AAEC","note":null,"alias":"b","payment":{"kind":"card","number":"1234"},"tree":{"label":"a","children":[{"label":"b"}],"others":{"x":{"label":"c"}}}}`,
	`{"name":"Ünï","price-in-cents":9007199254740995,"level":-2,"count":1,"big":"-1","ratio":0.5,"status":"active-now","state":null,"tags":["a","b"],` +
		`"grid":[[1,2],[]],"labels":{"x":"y"},"size":{"width":1,"height":2},"more_sizes":[{"width":3}],"note":"n","nick":"a","day":"2026-02-03","lasts":"PT5S",` +
		`"from":"192.0.2.7","net":"10.0.0.0/8","price":"12.50","seal":"","raw":{"a":[1]},"secret":"s","cost":7,"payment":{"kind":"transfer","iban":"i","x":1},"tree":null}`,
	`{"name":"","price-in-cents":4,"level":3,"state":"no","tags":["a","a"],"labels":{"a":"","b":"","c":"","d":""},"size":{"width":0},"seal":"AAECAwQ=","price":"1.234","payment":{"kind":"cash"},"x":1}`,
	`{"name":"A","price-in-cents":5,"size":{"width":1},"seal":"AAEC","nick":"a","status":"active-now","payment":{"kind":"card","number":"x"}}`,
	`{"name":"A","price-in-cents":5,"size":{"width":1},"seal":"AAEC","status":"active-now","alias":"n","payment":{"kind":"card","number":"1234"}}`,
}

// module writes a module that requires the library as this one does.
func module(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/tenon-go/tenon/cmd/tenon", "module example.com/shop", 1)
	text += "\nreplace github.com/tenon-go/tenon => " + filepath.ToSlash(root) + "\n"
	dir = t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	write(t, filepath.Join(dir, "go.mod"), text)
	write(t, filepath.Join(dir, "go.sum"), string(sums))
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs a program in a module.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run"}, args...)...)
	cmd.Dir = dir
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.String())
	}
	return string(out)
}

// What is printed compiles, and takes and gives what the declaration does.
func TestPrintedGoDoesTheSame(t *testing.T) {
	code, err := shapes.Go("main", shapes.Of(products), shapes.Of(address))
	if err != nil {
		t.Fatal(err)
	}
	main := `package main

import (
	"fmt"
	"os"

	"github.com/tenon-go/tenon/collection"
)

func main() {
	for _, draft := range os.Args[1:] {
		fmt.Printf("%s\x00", outcome(ProductCollection, draft))
	}
	patch, err := ProductCollection.Update().Parse([]byte(` + "`" + `{"name":"B","note":null,"big":"7"}` + "`" + `))
	if err != nil {
		panic(err)
	}
	v := ReadProduct(patch)
	big, given := v.LookupBig()
	_, counted := v.LookupCount()
	fmt.Println(v.Name(), v.Note() == nil, big, given, counted)
}
` + sourceOfSaid(t)
	dir := module(t, map[string]string{"shop.go": string(code), "main.go": main})
	got := strings.Split(run(t, dir, append([]string{"."}, drafts...)...), "\x00")
	if len(got) != len(drafts)+1 {
		t.Fatalf("%d outcomes", len(got))
	}
	for i, draft := range drafts {
		// A computed member becomes a field, which nobody sets.
		want := strings.NewReplacer(`"twice":10`, `"twice":0`, `"twice":18014398509481990`, `"twice":0`).Replace(outcome(products, draft))
		if got[i] != want {
			t.Errorf("of %s the printed collection says\n%s\nand the declared one\n%s", draft, got[i], want)
		}
	}
	if last := got[len(drafts)]; last != "B true 7 true false\n" {
		t.Errorf("the accessors read %q", last)
	}
}

func TestRefusesToPrint(t *testing.T) {
	faulty := collection.New("A", prop.Int("n").Min(5).Max(2))
	other := collection.New("Size", prop.Bool("b"))
	for _, test := range []struct {
		name  string
		print func() ([]byte, error)
		want  string
	}{
		{"nothing", func() ([]byte, error) { return shapes.TypeScript() }, "there is no shape"},
		{"the zero shape", func() ([]byte, error) { return shapes.TypeScript(shapes.Shape{}) }, "a shape was not made with Of"},
		{"a fault", func() ([]byte, error) { return shapes.TypeScript(shapes.Of(faulty)) }, "shapes_test.go:"},
		{"a fault in Go", func() ([]byte, error) { return shapes.Go("a", shapes.Of(faulty)) }, "Max(2) is below Min(5)"},
		{"two of a name", func() ([]byte, error) { return shapes.Go("a", shapes.Of(products), shapes.Of(other)) }, `two collections are named "Size"`},
		{"no package", func() ([]byte, error) { return shapes.Go("a b", shapes.Of(sizes)) }, `"a b" is not a valid name of a package`},
		{"two types of a name", func() ([]byte, error) {
			return shapes.TypeScript(shapes.Of(sizes), shapes.Of(other.As("SizeList")))
		}, "two types are named SizeList"},
	} {
		text, err := test.print()
		if err == nil || !strings.Contains(err.Error(), test.want) || text != nil {
			t.Errorf("%s: %v, want %q; printed\n%s", test.name, err, test.want, text)
		}
	}
}
