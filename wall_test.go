package tenon_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// library is the source of the root module, without its tests: files that end in _test.go
// and the packages in internal/acceptance.
type library map[string]*folder

// folder is a package by its path below the root.
type folder struct {
	files map[string]*ast.File
	lines map[string]int // of every Go file, tests too
}

const modulePath = "github.com/tenon-go/tenon"

func readLibrary(t *testing.T) library { return readSource(t, false) }

// readModules returns also the source of the nested modules that users import or install.
func readModules(t *testing.T) library { return readSource(t, true) }

func readSource(t *testing.T, nested bool) library {
	t.Helper()
	lib := library{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && name != "." {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if err == nil && !nested || base == "testdata" || base == "node_modules" || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") {
				return filepath.SkipDir
			}
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		return lib.add(filepath.ToSlash(name))
	})
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(lib, func(dir string, p *folder) bool { return dir == "doc" && len(p.files) == 0 }) // tests of its pages
	if len(lib) < 10 {
		t.Fatalf("found %d packages only", len(lib))
	}
	return lib
}

func (lib library) add(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p := lib[path.Dir(name)]
	if p == nil {
		p = &folder{map[string]*ast.File{}, map[string]int{}}
		lib[path.Dir(name)] = p
	}
	p.lines[name] = strings.Count(string(text), "\n")
	if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/acceptance/") && path.Base(name) != "doc.go" {
		return nil
	}
	p.files[name], err = parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	return err
}

// imports returns what the package imports, sorted.
func (p *folder) imports() []string {
	var all []string
	for _, f := range p.files {
		for _, i := range f.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestNoPackageReflects(t *testing.T) {
	for dir, p := range readModules(t) {
		for _, name := range p.imports() {
			switch {
			case name == "reflect", name == "encoding/json", name == "encoding/json/v2", name == "unsafe" && dir != "internal/place":
				t.Errorf("package %s imports %s", dir, name)
			}
		}
	}
}

// Package place is short enough to review at once.
func TestTheUnsafePackageIsSmall(t *testing.T) {
	lines := 0
	for name, n := range readLibrary(t)["internal/place"].lines {
		if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "doc.go") {
			lines += n
		}
	}
	if lines == 0 || lines > 80 {
		t.Errorf("internal/place has %d lines, want at most 80", lines)
	}
}

// Few packages import another module, and only integrations do. The library reads and writes
// JSON and YAML itself; only tests use other modules for that.
func TestOtherModulesArePinned(t *testing.T) {
	pinned := map[string]string{
		"authn/jwks":    "github.com/MicahParks/jwkset github.com/MicahParks/keyfunc/v3 github.com/golang-jwt/jwt/v5",
		"l10n":          "golang.org/x/text/feature/plural golang.org/x/text/language golang.org/x/text/message golang.org/x/text/message/catalog golang.org/x/text/number",
		"route/gorilla": "github.com/gorilla/mux",
		"throttle":      "github.com/sethvargo/go-limiter",
	}
	for dir, p := range readLibrary(t) {
		var got []string
		for _, name := range p.imports() {
			if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") && !strings.HasPrefix(name+"/", modulePath+"/") {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != pinned[dir] {
			t.Errorf("package %s imports %q, want %q", dir, got, pinned[dir])
		}
	}
}

func TestNoStructHasTags(t *testing.T) {
	for _, p := range readModules(t) {
		for name, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if field, ok := n.(*ast.Field); ok && field.Tag != nil {
					t.Errorf("%s: a field has the tag %s", name, field.Tag.Value)
				}
				return true
			})
		}
	}
}

func TestNoPackageHasInitOrMutableState(t *testing.T) {
	for _, p := range readLibrary(t) {
		vars := p.variables()
		for name, f := range p.files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				if fn.Recv == nil && fn.Name.Name == "init" {
					t.Errorf("%s has an init function", name)
				}
				for _, id := range assigned(fn.Body) {
					if vars[id.Name] && ofPackage(f, id) {
						t.Errorf("%s: %s changes the package variable %s", name, fn.Name.Name, id.Name)
					}
				}
			}
		}
	}
}

// variables returns the names of the package's variables.
func (p *folder) variables() map[string]bool {
	names := map[string]bool{}
	for _, f := range p.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					names[id.Name] = true
				}
			}
		}
	}
	delete(names, "_")
	return names
}

// assigned returns the variables that a function assigns to, also in part.
func assigned(body *ast.BlockStmt) (ids []*ast.Ident) {
	note := func(x ast.Expr) {
		for {
			switch e := x.(type) {
			case *ast.SelectorExpr:
				x = e.X
			case *ast.IndexExpr:
				x = e.X
			case *ast.StarExpr:
				x = e.X
			case *ast.ParenExpr:
				x = e.X
			case *ast.Ident:
				ids = append(ids, e)
				return
			default:
				return
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.AssignStmt:
			for _, x := range s.Lhs {
				if s.Tok != token.DEFINE {
					note(x)
				}
			}
		case *ast.IncDecStmt:
			note(s.X)
		case *ast.RangeStmt:
			if s.Tok == token.ASSIGN {
				note(s.Key)
				note(s.Value)
			}
		}
		return true
	})
	return ids
}

// ofPackage reports whether an identifier of f is a variable of the package and not one that
// shadows it. The parser resolves names within a file; unresolved names are declared in another
// file.
func ofPackage(f *ast.File, id *ast.Ident) bool {
	return id.Obj == nil || f.Scope.Lookup(id.Name) == id.Obj
}

func TestImportsArePinned(t *testing.T) {
	pinned := map[string]string{
		"prop":       "internal/accept internal/codec internal/decimal internal/format internal/jsonx internal/pattern internal/place internal/property internal/verify meta tree",
		"collection": "internal/codec internal/jsonx internal/message internal/place internal/property internal/verify meta prop tree",
		"render":     "collection internal/codec internal/jsonx internal/place internal/problem internal/property prop tree",
		"route":      "authn authz cache client collection event idempotency internal/auth internal/codec internal/emit internal/endpoint internal/media internal/pagination internal/place internal/problem internal/property internal/quota internal/seal meta paginate prop render tree",
		".":          "authn authz cache cors event internal/auth internal/codec internal/dircache internal/edge internal/endpoint internal/format internal/match internal/media internal/openapi internal/probe internal/problem internal/seal internal/shutdown internal/verify meta render route tree",
	}
	lib := readLibrary(t)
	for dir, want := range pinned {
		var got []string
		for _, name := range lib[dir].imports() {
			if strings.Contains(strings.SplitN(name, "/", 2)[0], ".") { // not of the standard library
				got = append(got, strings.TrimPrefix(name, modulePath+"/"))
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("package %s imports\n%s, want\n%s", dir, got, want)
		}
	}
}

// floorOf numbers the layers of packages from the bottom. A package imports packages of lower
// layers; internal packages, the tree and meta import one another, and packages that no other imports
// are at the top.
func floorOf(dir string) int {
	switch first, _, _ := strings.Cut(dir, "/"); {
	case dir == "internal/everything":
		return 14
	case first == "oas", first == "webhook", dir == "event/outbox", dir == "route/gorilla", dir == "apitest":
		return 13
	case dir == ".":
		return 12
	case dir == "route":
		return 11
	case dir == "client":
		return 10
	case dir == "internal/endpoint":
		return 9
	case dir == "internal/media", dir == "internal/openapi":
		return 8
	case first == "authz", dir == "internal/pagination":
		return 7
	case first == "paginate", first == "idempotency", first == "authn", first == "throttle", first == "l10n", first == "render", dir == "cors", dir == "cache", dir == "event", dir == "event/cloudevents":
		return 6
	case dir == "internal/auth", dir == "internal/problem", dir == "internal/memlist": // what authn and render declare, and mempage needs
		return 5
	case dir == "collection", dir == "internal/query":
		return 4
	case dir == "prop":
		return 3
	case dir == "sqltx":
		return 2
	case first == "internal", dir == "tree", dir == "meta":
		return 1
	}
	return 0
}

func TestImportsRunOneWay(t *testing.T) {
	for dir, p := range readLibrary(t) {
		floor := floorOf(dir)
		if floor == 0 {
			t.Errorf("package %s stands on no floor", dir)
		}
		first, _, _ := strings.Cut(dir, "/")
		for _, name := range p.imports() {
			below, ok := strings.CutPrefix(name, modulePath)
			if !ok {
				continue
			}
			below = path.Clean("." + below)
			inside := below == first || strings.HasPrefix(below, first+"/") || floor == 1
			if f := floorOf(below); f > floor || f == floor && !inside {
				t.Errorf("package %s imports %s", dir, below)
			}
		}
	}
}

func TestPropertiesNeedNoServer(t *testing.T) {
	forbidDependencies(t, []string{"./prop", "./collection"}, "net/http", "crypto/tls")
}

// A program that serves an API links neither the reader of documents nor clients of stores.
func TestServingNeedsFewPackages(t *testing.T) {
	forbidDependencies(t, []string{"./prop", "./collection", "./route", "./render", "."},
		"libopenapi", "yaml", "go-json-experiment", "jwt", "redis", "sql", "gorilla", "text/template", "html/template", "testing")
}

func forbidDependencies(t *testing.T, roots []string, words ...string) {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-deps", "--"}, roots...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, modulePath+"/prop") {
		t.Fatalf("go list printed %q", out)
	}
	for _, dep := range deps {
		for _, word := range words {
			if dep == word || strings.Contains(dep, ".") && strings.Contains(dep, word) || strings.HasPrefix(dep, word+"/") {
				t.Errorf("%v depend on %s", roots, dep)
			}
		}
	}
}

func TestEveryPackageSaysHowItIsUsed(t *testing.T) {
	for dir, p := range readLibrary(t) {
		f := p.files[path.Join(dir, "doc.go")]
		switch {
		case f == nil:
			t.Errorf("package %s has no doc.go", dir)
		case f.Name.Name == "main" && strings.HasPrefix(f.Doc.Text(), "Command "+path.Base(dir)+" "):
		case !strings.HasPrefix(f.Doc.Text(), "Package "+f.Name.Name+" "):
			t.Errorf("the comment of package %s does not begin with its name", dir)
		}
	}
}

func TestFilesAreShort(t *testing.T) {
	for _, p := range readLibrary(t) {
		for name, n := range p.lines {
			if n > 450 {
				t.Errorf("%s has %d lines", name, n)
			}
		}
	}
}

// A fault has the position of the first call outside of the packages that users declare with,
// so that tree/position.go must know each of them.
func TestPositionsSkipEveryPackageUsersDeclareWith(t *testing.T) {
	known := map[string]bool{
		// Users declare nothing with these.
		"oas": true, "oas/asyncapi": true, "event/cloudevents": true, "route/gorilla": true, "client": true, "apitest": true,
		"sqltx":                         true,
		"idempotency/internal/keytable": true,
	}
	lib := readLibrary(t)
	ast.Inspect(lib["tree"].files["tree/position.go"], func(n ast.Node) bool {
		if fn, ok := n.(*ast.FuncDecl); ok && fn.Name.Name != "declaring" {
			return false
		}
		if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING {
			text, _ := strconv.Unquote(s.Value)
			known[text] = true
		}
		return true
	})
	if !known["prop"] {
		t.Fatal("declaring does not list the packages")
	}
	for dir := range lib {
		if !known[dir] && !strings.HasPrefix(dir, "internal/") {
			t.Errorf("package %s is not in declaring of tree/position.go", dir)
		}
	}
}

// The map of CONTRIBUTING.md has every package and no other.
func TestContributingMapsThePackages(t *testing.T) {
	text := read(t, "CONTRIBUTING.md")
	_, public, _ := strings.Cut(text, "\nPackages for users:\n")
	public, internal, _ := strings.Cut(public, "\nInternal packages:\n")
	internal, _, found := strings.Cut(internal, "\n## ")
	if !found {
		t.Fatal("CONTRIBUTING.md has no map")
	}
	mapped := map[string]bool{}
	for prefix, table := range map[string]string{"": public, "internal/": internal} {
		for line := range strings.Lines(table) {
			if cells := strings.Split(line, "|"); len(cells) > 2 {
				for i, name := range strings.Split(cells[1], "`") {
					if i%2 == 1 && strings.Contains(name, "/internal/") {
						mapped[name] = true
					} else if i%2 == 1 {
						mapped[prefix+strings.TrimSuffix(name, "/…")] = true
					}
				}
			}
		}
	}
	for dir := range readLibrary(t) {
		if dir == "." {
			dir = "tenon"
		}
		if parent := path.Dir(dir); !mapped[dir] && !(mapped[parent] && strings.HasPrefix(dir, "internal/")) {
			t.Errorf("the map in CONTRIBUTING.md lacks %s", dir)
		}
	}
	for dir := range mapped {
		if _, err := os.Stat(dir); err != nil && dir != "tenon" {
			t.Errorf("the map in CONTRIBUTING.md has %s, which does not exist", dir)
		}
	}
}
