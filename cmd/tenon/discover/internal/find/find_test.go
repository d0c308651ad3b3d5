package find_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/discover/internal/find"
)

// listed returns what a file lists, one expression a line.
func listed(text []byte) string {
	var all []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if in, ok := strings.CutPrefix(line, "list = append(list, "); ok {
			all = append(all, strings.TrimSuffix(in, ")"))
		} else if in, ok := strings.CutSuffix(line, ","); ok {
			all = append(all, in)
		}
	}
	return strings.Join(all, " ")
}

const noted = `package main

import "github.com/tenon-go/tenon"

func main() { _, _ = tenon.New("Shop", "1").Add(Routes()...).Build() }
`

func TestListsWhatIsExported(t *testing.T) {
	for _, test := range []struct{ name, declarations, want string }{
		{"a route", `var A = at("/a")`, "shop.A"},
		{"in the order of the source", "var B = at(\"/b\")\nvar A = at(\"/a\")", "shop.B shop.A"},
		{"in one declaration", "var (\n\tA, B = at(\"/a\"), at(\"/b\")\n\tC = at(\"/c\")\n)", "shop.A shop.B shop.C"},
		{"of a declared type", `var A route.Member = at("/a")`, "shop.A"},
		{"a group", `var All = route.Group("/x", at("/a"))`, "shop.All"},
		{"a health check", `var Health = route.Health("/health")`, "shop.Health"},
		{"a slice", `var All = []route.Member{at("/a")}`, "shop.All..."},
		{"a slice of another type is none", `var All = []*route.Route{at("/a")}`, ""},
		{"a function", `func A() *route.Route { return at("/a") }`, "shop.A()"},
		{"a function that returns a slice", `func All() []route.Member { return nil }`, "shop.All()..."},
		{"a function with parameters is none", `func A(path string) *route.Route { return at(path) }`, ""},
		{"a function with two results is none", `func A() (*route.Route, error) { return at("/a"), nil }`, ""},
		{"a method is none", "type T struct{}\nfunc (T) A() *route.Route { return at(\"/a\") }", ""},
		{"a generic function is none", `func A[T any]() *route.Route { return at("/a") }`, ""},
		{"what is no route", `var N, Path, Props = 1, prop.Int("n"), []prop.Prop{}`, ""},
		{"what a group holds is part of it", "var A, B = at(\"/a\"), at(\"/b\")\nvar All = route.Group(\"/x\", A)", "shop.B shop.All"},
		{"what is derived in a group is part of it", "var A = at(\"/a\")\nvar All = route.Group(\"/x\", A.Summary(\"An a\"))", "shop.All"},
		{"what a group in a group holds", "var A = at(\"/a\")\nvar x = route.Group(\"/x\", A)\nvar All = route.Group(\"/v1\", x)", "shop.All"},
		{"what a slice holds", "var A = at(\"/a\")\nvar All = append([]route.Member{}, A)", "shop.All..."},
		{"what the body of a listed function holds", "var A = at(\"/a\")\nfunc All() []route.Member { return []route.Member{A} }", "shop.All()..."},
		{"what is only derived from another", "var A = at(\"/a\")\nvar B = A.Summary(\"Another\")", "shop.A shop.B"},
		{"what the handler of another names", "var A = at(\"/a\")\nvar B = route.Group(\"/x\", route.Get(\"/b\", view).Handle(func(*route.Call) (v collection.Record, err error) { _ = A; return }))", "shop.A shop.B"},
		{"what is skipped", "//discover:skip\nvar A = at(\"/a\")\n\nvar (\n\t// B is not ready.\n\t//\n\t//discover:skip\n\tB = at(\"/b\")\n\tC = at(\"/c\")\n)\n\n//discover:skip\nfunc D() *route.Route { return A }", "shop.C"},
		{"what is not exported and in use", "var a = at(\"/a\")\nfunc Serve() { _ = a }", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tr := plant(t, map[string]string{"main.go": noted, "shop/shop.go": routed("shop", test.declarations)})
			found := tr.find(t, find.Query{})
			if len(found.Faults) > 0 {
				t.Fatalf("faults: %v", found.Faults)
			}
			if got := listed(found.Text); got != test.want {
				t.Errorf("lists %q, want %q\n%s", got, test.want, found.Text)
			}
		})
	}
}

func TestRefusesWhatTheListCannotName(t *testing.T) {
	const exported = `var A = at("/a")`
	for _, test := range []struct {
		name   string
		files  map[string]string
		output string
		want   string
	}{
		{"not exported, and nothing uses it", map[string]string{"shop/shop.go": routed("shop", `var forgotten = at("/a")`)}, "",
			"shop/shop.go:15:5: forgotten is a route that nothing uses, and the list cannot name it: export it, put it into a group, or write //discover:skip above it"},
		{"in a package main", map[string]string{"cmd/x/main.go": routed("main", exported)}, "",
			"cmd/x/main.go:15:5: A is in a package main, which nothing can import: move it, or write //discover:skip above it"},
		{"in an internal package", map[string]string{"a/internal/shop/shop.go": routed("shop", exported)}, "",
			"a/internal/shop/shop.go:15:5: A is in an internal package, which example.com/shop cannot import: it is for packages below example.com/shop/a"},
		{"an import cycle", map[string]string{
			"api/api.go":     "package api\n",
			"names/names.go": "package names\n\nimport _ \"example.com/shop/api\"\n",
			"shop/shop.go":   routed("shop", exported) + "\n", "shop/more.go": "package shop\n\nimport _ \"example.com/shop/names\"\n",
		}, "api/routes_gen.go",
			"shop/more.go:3:8: example.com/shop/shop has routes and imports example.com/shop/names, which depends on example.com/shop/api, the package of the list: write the list to another package with -o"},
		{"a mistake in the syntax", map[string]string{"shop/shop.go": routed("shop", "var A = at(")}, "",
			"shop/shop.go:15:12: expected ')', found 'EOF'"},
		{"a mistake in the types", map[string]string{"shop/shop.go": routed("shop", `var A = at(1)`)}, "",
			"shop/shop.go:15:12: cannot use 1 (untyped int constant) as string value in argument to at"},
		{"a package that is not there", map[string]string{"shop/shop.go": routed("shop", exported), "shop/more.go": "package shop\n\nimport _ \"example.com/shop/gone\"\n"}, "",
			"shop/more.go:3:10: could not import example.com/shop/gone (package example.com/shop/gone does not exist)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tr := plant(t, test.files)
			found := tr.find(t, find.Query{Output: test.output})
			if len(found.Faults) != 1 || found.Faults[0].Error() != test.want {
				t.Errorf("faults are\n%v, want\n[%s]", found.Faults, test.want)
			}
			if found.Text != nil {
				t.Errorf("there is a file all the same:\n%s", found.Text)
			}
			if again := tr.find(t, find.Query{Output: test.output}); len(again.Faults) != 1 || again.Faults[0] != found.Faults[0] {
				t.Errorf("again the faults are %v", again.Faults)
			}
		})
	}
}

func TestTellsAllFaultsInOrder(t *testing.T) {
	tr := plant(t, map[string]string{
		"b/b.go": routed("b", "var two = at(\"/2\")\nvar one = at(\"/1\")"),
		"a/a.go": routed("main", `var A = at("/a")`),
	})
	var got []string
	for _, f := range tr.find(t, find.Query{}).Faults {
		place, _, _ := strings.Cut(f.Error(), ": ")
		got = append(got, place)
	}
	if want := "a/a.go:15:5 b/b.go:15:5 b/b.go:16:5"; strings.Join(got, " ") != want {
		t.Errorf("faults at %v, want %s", got, want)
	}
}

// The whole file, and that the program with it compiles.
func TestFileIsReadableAndCompiles(t *testing.T) {
	tr := plant(t, map[string]string{
		"main.go":                     noted + "\nvar orders = 1 // a name that a package has too\n\nvar Health = health\n",
		"health.go":                   strings.Replace(routed("main", `var health = route.Health("/health")`), "var view", "var _ = at\n\nvar view", 1),
		"orders/orders.go":            routed("orders", `var A = at("/orders")`),
		"shop/products/p.go":          routed("products", `var A, B = at("/products"), at("/more")`),
		"admin/products/p.go":         routed("products", `func All() []route.Member { return nil }`),
		"admin/route/route.go":        strings.NewReplacer("route.", "tenon.", "import (", "import (\n\ttenon \"github.com/tenon-go/tenon/route\"", "\t\"github.com/tenon-go/tenon/route\"\n", "").Replace(routed("route", `var A = at("/route")`)),
		"go-odd/odd.go":               routed("odd", `var A = at("/odd")`),
		"internal/inner/inner.go":     routed("inner", `var A = at("/inner")`),
		"plain/plain.go":              "package plain\n\nvar A = 1\n",
		"_old/old.go":                 routed("old", `var A = at("/old")`),
		"testdata/x/x.go":             routed("x", `var A = at("/x")`),
		"nested/go.mod":               "module example.com/nested\n",
		"nested/nested.go":            routed("nested", `var A = at("/nested")`),
		"shop/products/p_test.go":     "package products\n\nvar InTest = at(\"/test\")\n",
		"shop/products/p_plan9.go":    "package products\n\nvar OnPlan9 = at(\"/plan9\")\n",
		"shop/products/other/list.go": "// Code generated by github.com/tenon-go/tenon/cmd/tenon/discover; DO NOT EDIT.\n\npackage other\n\nimport \"github.com/tenon-go/tenon/route\"\n\nfunc Routes() []route.Member { return nil }\n",
	})
	found := tr.find(t, find.Query{})
	if len(found.Faults) > 0 {
		t.Fatal(found.Faults)
	}
	golden(t, "testdata/routes.golden", found.Text)
	tr.add(t, map[string]string{"routes_gen.go": string(found.Text)})
	build := exec.Command("go", "build", "-o", filepath.Join(t.TempDir(), "shop"), ".")
	build.Dir = tr.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if again := tr.find(t, find.Query{}); string(again.Text) != string(found.Text) || again.Parsed != 0 {
		t.Errorf("with its own file there, %d packages were parsed, and the file is\n%s", again.Parsed, again.Text)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if os.Getenv("TENON_UPDATE") != "" {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := find.Diff(name, "got", want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPatterns(t *testing.T) {
	tr := plant(t, map[string]string{
		"a/a.go":   routed("a", `var A = at("/a")`),
		"a/b/b.go": routed("b", `var B = at("/b")`),
		"c/c.go":   routed("c", `var C = at("/c")`),
	})
	for _, test := range []struct{ dir, patterns, want string }{
		{"", "", "a.A b.B c.C"},
		{"", "./...", "a.A b.B c.C"},
		{"", "...", "a.A b.B c.C"},
		{"", "./a", "a.A"},
		{"", "./a/...", "a.A b.B"},
		{"", "./c ./a", "a.A c.C"},
		{"", "./a ./a/...", "a.A b.B"},
		{"", "example.com/shop/a/...", "a.A b.B"},
		{"", "example.com/shop/c", "c.C"},
		{"a", "./...", "A b.B"},
		{"a/b", "../../c", "c.C"},
	} {
		found := tr.find(t, find.Query{Dir: test.dir, Patterns: strings.Fields(test.patterns)})
		if got := listed(found.Text); got != test.want || len(found.Faults) > 0 {
			t.Errorf("in %q %q lists %q, want %q; faults %v", test.dir, test.patterns, got, test.want, found.Faults)
		}
	}
	for pattern, want := range map[string]string{
		"./nowhere": "is not a directory", "fmt": "is not in the module example.com/shop", "../...": "is not in the module",
	} {
		_, err := find.Find(t.Context(), find.Query{Dir: tr.dir, Output: "x.go", Patterns: []string{pattern}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", pattern, err, want)
		}
	}
}

func TestOutsideOfModules(t *testing.T) {
	_, err := find.Find(t.Context(), find.Query{Dir: t.TempDir(), Output: "x.go"})
	if err == nil || !strings.Contains(err.Error(), "is in no module") {
		t.Error(err)
	}
}

func TestBuildTags(t *testing.T) {
	tr := plant(t, map[string]string{
		"a/a.go": routed("a", `var A = at("/a")`),
		"a/b.go": "//go:build beta\n\npackage a\n\nvar B = at(\"/b\")\n",
	})
	for tags, want := range map[string]string{"": "a.A", "beta": "a.A a.B", "alpha,beta": "a.A a.B"} {
		if got := listed(tr.find(t, find.Query{Tags: tags}).Text); got != want {
			t.Errorf("with tags %q lists %q, want %q", tags, got, want)
		}
	}
}
