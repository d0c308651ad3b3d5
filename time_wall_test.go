package tenon_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Time is that of package time, read when a function is called: a bubble of testing/synctest then has
// all of it. See doc/adr/0028-time-is-package-time.md.
func TestTimeIsThatOfPackageTime(t *testing.T) {
	readers := 0
	for dir, p := range readLibrary(t) {
		if dir == "internal/pace" { // measures processors, for tests
			continue
		}
		for name, f := range p.files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, c := range f.Comments {
				if strings.Contains(c.List[0].Text, "go:linkname") {
					t.Errorf("%s links to a function of another package, which may be a clock", name)
				}
			}
			for _, path := range p.imports() {
				if path == "syscall" || strings.HasPrefix(path, "golang.org/x/sys") || strings.HasPrefix(path, "github.com/sethvargo/go-limiter/") {
					if dir != "internal/dircache" && dir != "webhook" { // owners of files; a parameter of net.Dialer
						t.Errorf("package %s imports %s, which may have another clock", dir, path)
					}
				}
			}
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
					for _, what := range startedTimes(g) {
						t.Errorf("%s: a variable of the package holds %s of the start of the program", name, what)
					}
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Now" && isPackage(s.X, "time") {
					readers++
				}
				return true
			})
		}
	}
	if readers < 5 {
		t.Errorf("only %d functions read the clock", readers)
	}
}

// startedTimes returns what a declaration of variables takes from package time, or waits for, before
// any bubble begins.
func startedTimes(g *ast.GenDecl) (found []string) {
	ast.Inspect(g, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if ok && isPackage(s.X, "time") && slices.Contains([]string{"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}, s.Sel.Name) {
				found = append(found, "time."+s.Sel.Name)
			}
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "make" && len(n.Args) > 0 {
				if _, ok := n.Args[0].(*ast.ChanType); ok {
					found = append(found, "a channel")
				}
			}
		}
		return true
	})
	return found
}

func isPackage(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}
