package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The package is main, its names are unexported, and its tests do not compile with another TestMain.
const served = `package main

import (
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var strings, errors = 1, 2

type note struct{ Text string }

var text = prop.String("text").MaxLen(9)

var notes = collection.Of("Note", func(n *note) collection.Fields {
	return collection.Fields{text.At(&n.Text)}
})

func api() tenon.API {
	fmt.Println("printed to standard output")
	return withTitle("Notes")
}

func withTitle(title string) tenon.API {
	return tenon.New(title, "1").Add(route.Post("/notes", notes.Create(), notes.View()).
		Handle(func(_ *route.Call, n note) (note, error) { return n, nil }))
}

func failing(err error) (*tenon.App, error) { return nil, err }

func main() { panic("main runs") }
`

// inServed returns a function that runs a command in a module with package main.
func inServed(t *testing.T) (dir string, tenon func(args ...string) (code int, out, errs string)) {
	t.Helper()
	dir, _ = testModule(t)
	put(t, filepath.Join(dir, "main.go"), served)
	put(t, filepath.Join(dir, "main_test.go"), "package main\n\nimport \"testing\"\n\nfunc TestMain(*testing.M) {}\n")
	return dir, func(args ...string) (int, string, string) {
		var out, errs strings.Builder
		code := run(t.Context(), dir, args, &out, &errs)
		return code, out.String(), errs.String()
	}
}

func TestOpenAPI(t *testing.T) {
	dir, tenon := inServed(t)
	for _, test := range []struct {
		args string
		code int
		want string // in what is printed
	}{
		{"", 0, "openapi: \"3.1.1\"\ninfo:\n  title: Notes\n"},
		{"-openapi 3.0 -format json", 0, `"openapi": "3.0.4"`},
		{"-openapi 3.2.0 .", 0, "openapi: \"3.2.0\"\n"},
		{`-api withTitle("Other")`, 0, "title: Other\n"},
		{"-openapi 2.0", 2, "OpenAPI 2.0 is not supported: the versions are 3.0.4, 3.1.1, 3.2.0\n"},
		{"-format toml", 2, `the format "toml" is not yaml or json`},
		{"-check", 2, "-check needs -o\n"},
		{"-api )", 2, `-api ")" is not an expression`},
		{"-api text", 2, "the expression is not a tenon.API or a *tenon.App\n"},
		{"-api failing(nil)", 2, "the *tenon.App is nil\n"},
		{"-api gone", 1, "undefined: gone"},
		{"./internal/inner", 2, "declares no API outside of functions with parameters"},
		{"./nowhere", 2, "nowhere"},
		{"./...", 2, "matches 2 packages"},
		{". .", 2, "more than one package"},
	} {
		code, out, errs := tenon(append([]string{"openapi"}, strings.Fields(test.args)...)...)
		if code != test.code || !strings.Contains(out+errs, test.want) || out != "" && errs != "" {
			t.Errorf("%q: %d, want %d\n%s%s\nwant %q", test.args, code, test.code, out, errs, test.want)
		}
	}
	for _, step := range []struct {
		args string
		code int
	}{{"-o api.json -check", 1}, {"-o api.json", 0}, {"-o api.json -check", 0}, {"-o api.json -openapi 3.0 -check", 1}} {
		if code, out, errs := tenon(append([]string{"openapi"}, strings.Fields(step.args)...)...); code != step.code || out != "" {
			t.Errorf("%s: %d, want %d\n%s%s", step.args, code, step.code, out, errs)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "api.json")); err != nil || !strings.HasPrefix(string(text), "{") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := os.Stat(filepath.Join(dir, "tenon_evaluate_test.go")); err == nil {
		t.Error("the tree was written to")
	}
}

func TestCheck(t *testing.T) {
	dir, tenon := inServed(t)
	check := func(what string, code int, wantOut, wantErrs string, args ...string) {
		t.Helper()
		if got, out, errs := tenon(append([]string{"check"}, args...)...); got != code || out != wantOut || !strings.Contains(errs, wantErrs) || wantErrs == "" && errs != "" {
			t.Errorf("%s: %d, want %d\n%s%s", what, got, code, out, errs)
		}
	}
	edit := func(old, new string) {
		t.Helper()
		if !strings.Contains(served, old) {
			t.Fatalf("no %q", old)
		}
		put(t, filepath.Join(dir, "main.go"), strings.Replace(served, old, new, 1))
	}
	check("no faults", 0, "", "1 operation, 0 faults\n")
	check("no faults in all packages", 0, "", "1 operation, 0 faults\n", "./...")
	check("a package without APIs", 2, "", "declares no API", "./internal/inner")

	edit("MaxLen(9)", "MinLen(9).MaxLen(3)")
	want := "main.go:16: property \"text\": MaxLen(3) is below MinLen(9)\n"
	check("a fault", 1, want, ", 1 fault\n")
	check("a fault, from its package path", 1, want, ", 1 fault\n", "example.com/shop")
	check("a fault as JSON", 1, `{"file":"main.go","line":16,"message":"property \"text\": MaxLen(3) is below MinLen(9)"}`+"\n", ", 1 fault\n", "-json")
	t.Setenv("GOFLAGS", "-trimpath")
	check("a fault without paths in binaries", 1, want, ", 1 fault\n")

	edit("func api() tenon.API {", "var forgotten = route.Get(\"/x\", notes.View()).Handle(func(*route.Call) (n note, err error) { return n, nil })\n\nfunc api() tenon.API {")
	check("a route that no API has", 1, "main.go:22: forgotten is in no API; add it with Add or Group, or remove it\n", ", 1 fault\n")
	edit("tenon.New(title, \"1\").Add(route.Post(", "tenon.New(title, \"1\").Add(known, route.Post(")
	put(t, filepath.Join(dir, "known.go"), "package main\n\nimport \"github.com/tenon-go/tenon/route\"\n\nvar known = route.Health(\"/health\")\n")
	check("a route of another file", 0, "", "operations, 0 faults\n")
	if err := os.Remove(filepath.Join(dir, "known.go")); err != nil {
		t.Fatal(err)
	}
	edit("func api() tenon.API {", "var built = withTitle(\"\").MustBuild()\n\nfunc api() tenon.API {")
	check("a panic while variables are initialized", 1, "", "main.go:")
	edit("collection.Fields{text", "collection.Fields{1 + text")
	check("an error of the compiler", 1, "", "main.go:19:")
	edit("func api() tenon.API {", "func api() tenon.API {\n\tpanic(\"no database\")")
	check("a panic", 2, "", "api() in package example.com/shop: no database")
}

func TestCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"complete ":                  "new\nrun\ncheck\nopenapi\ndiscover\nshapes\ncompletion\n",
		"complete c":                 "check\ncompletion\n",
		"complete shapes ":           "ts\ngo\ncollections\n",
		"complete shapes ts -":       "-check\n-o\n-pkg\n-unions\n",
		"complete shapes ts t":       "",
		"complete openapi -a":        "-api\n-audience\n",
		"complete openapi testdata/": "",
		"complete nothing x":         "",
	} {
		var out, errs strings.Builder
		if code := run(t.Context(), t.TempDir(), strings.Split(args, " "), &out, &errs); code != 0 || out.String() != want {
			t.Errorf("%q: %d\n%s%s", args, code, out.String(), errs.String())
		}
	}
	// Each flag that completes exists.
	for _, c := range commands() {
		var out, errs strings.Builder
		args := []string{c.name, "-h"}
		if c.name == "shapes" {
			args = []string{"shapes", "ts", "-h"}
		}
		run(t.Context(), t.TempDir(), args, &out, &errs)
		for _, word := range c.words {
			if word, _, _ = strings.Cut(word, "="); strings.HasPrefix(word, "-") && !strings.Contains(errs.String(), "\n  "+word+" ") &&
				!strings.Contains(errs.String(), "\n  "+word+"\n") && !strings.Contains(errs.String(), "\n  "+word+"\t") {
				t.Errorf("%s has no flag %s:\n%s", c.name, word, errs.String())
			}
		}
	}
}
