package access_test

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var deletions = flag.Bool("deletions", false, "delete each line on the way from the options of access to their stage, and test")

// onTheWay has the functions by file that bring access from the options of routes, groups, resources and
// APIs to the stage that admits callers. A file without names: all functions.
var onTheWay = map[string]string{
	"access.go":                      "Authenticate secure Authorize",
	"build.go":                       "passOn",
	"authz/rule.go":                  "",
	"route/access.go":                "setPublic setRequires setScopes setAuthorize AuthorizeInput mayForbid",
	"route/group.go":                 "inheritable operations inherit",
	"route/policy.go":                "",
	"route/resource.go":              "ReadScopes WriteScopes operations inherit",
	"route/verb.go":                  "handled",
	"internal/auth/check.go":         "",
	"internal/auth/requirement.go":   "",
	"internal/auth/rule.go":          "",
	"internal/endpoint/access.go":    "",
	"internal/endpoint/admission.go": "admission credentialsOf in admit identify authorize",
	"internal/endpoint/inherit.go":   "Inherit inheritAccess",
	"internal/endpoint/pipeline.go":  "compose pass authorizeInput",
	"internal/verify/access.go":      "",
}

// noticing are the packages with tests of access: those that notice most come first.
var noticing = [][]string{
	{"./internal/acceptance/access"},
	{"./internal/endpoint", "./authn", "./authz", "./route", "./throttle", "./internal/acceptance/mistakes",
		"./internal/acceptance/visibility", "./internal/acceptance/once", "./internal/acceptance/observe",
		"./internal/acceptance/problems", "./internal/acceptance/clock", "./internal/acceptance/calls", "./oas", "./doc", "./apitest", "."},
}

// deletion is the source of a file without a part of a function.
type deletion struct {
	file, at, text string
	source         []byte
}

// Each line that brings access from an option to its stage has a test that fails without it.
func TestDeletedLinesOfAccessAreNoticed(t *testing.T) {
	var all []deletion
	for _, file := range slices.Sorted(maps.Keys(onTheWay)) {
		all = append(all, deletionsIn(t, file, strings.Fields(onTheWay[file]))...)
	}
	if !*deletions {
		return // what is on the way exists
	}
	t.Logf("%d deletions", len(all))
	noticed := 0
	for _, d := range all {
		if what := notice(t, d); what != "" {
			noticed++
			t.Logf("%s %s: %s", what, d.at, d.text)
		} else {
			t.Errorf("%s: nothing notices that this is missing: %s", d.at, d.text)
		}
	}
	t.Logf("%d of %d are noticed", noticed, len(all))
}

const root = "../../.."

// deletionsIn returns a deletion of each statement and each element of a literal in functions of a
// file.
func deletionsIn(t *testing.T, file string, names []string) (all []deletion) {
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || len(names) > 0 && !slices.Contains(names, f.Name.Name) {
			continue
		}
		found[f.Name.Name] = true
		remove := func(n ast.Node) {
			begin, end := files.Position(n.Pos()).Offset, files.Position(n.End()).Offset
			text := string(source[begin:end])
			if _, element := n.(ast.Expr); element && source[end] == ',' {
				end++
			}
			without := slices.Concat(source[:begin], source[end:])
			all = append(all, deletion{file, files.Position(n.Pos()).String(), strings.Join(strings.Fields(text), " "), without})
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				each(n.List, remove)
			case *ast.CaseClause:
				each(n.Body, remove)
			case *ast.CompositeLit:
				each(n.Elts, remove)
			}
			return true
		})
	}
	for _, name := range names {
		if !found[name] {
			t.Errorf("%s has no function %s", file, name)
		}
	}
	return all
}

func each[N ast.Node](nodes []N, f func(ast.Node)) {
	for _, n := range nodes {
		f(n)
	}
}

// notice tests without what is deleted. It returns what fails: "compiler", "tests", or "" for nothing.
func notice(t *testing.T, d deletion) string {
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	original, err := filepath.Abs(filepath.Join(root, d.file))
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{changed: d.source, overlay: replaced} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(command string, args ...string) bool {
		c := exec.Command("go", slices.Concat([]string{command, "-overlay=" + overlay}, args)...)
		c.Dir = root
		return c.Run() == nil
	}
	if !run("build", "./...") {
		return "compiler"
	}
	for _, packages := range noticing {
		if !run("test", append([]string{"-vet=off", "-failfast", "-short"}, packages...)...) {
			return "tests   "
		}
	}
	return ""
}
