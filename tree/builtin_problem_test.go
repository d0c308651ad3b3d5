package tree_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

// The list of built-in problems has every one that the package declares.
func TestBuiltinProblemsAreComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || len(lit.Elts) != 3 {
				return true
			}
			if id, ok := lit.Type.(*ast.Ident); ok && id.Name == "BuiltinProblem" {
				code, _ := strconv.Unquote(lit.Elts[1].(*ast.BasicLit).Value)
				want = append(want, code)
			}
			return true
		})
	}
	var got []string
	for _, r := range tree.AllBuiltinProblems() {
		got = append(got, r.Code)
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 12 || !slices.Equal(got, want) {
		t.Errorf("AllBuiltinProblems has\n%v, the package\n%v", got, want)
	}
	if len(slices.Compact(got)) != len(want) {
		t.Errorf("two problems have one code: %v", want)
	}
}
