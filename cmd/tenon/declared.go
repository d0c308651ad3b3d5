package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// library is the module in which users build APIs.
const library = "github.com/tenon-go/tenon"

// goPackage is a package as go list finds it.
type goPackage struct {
	ImportPath, Dir, Name string
	Files, Tests          []string
}

// listFormat prints a package on a line. A slash separates the names of files, which have none.
const listFormat = `{{printf "%q %q %q %q %q" .ImportPath .Dir .Name ` +
	`(printf "%s/%s" (join .GoFiles "/") (join .CgoFiles "/")) (printf "%s/%s" (join .TestGoFiles "/") (join .XTestGoFiles "/"))}}`

// listPackages returns the packages that match patterns.
func listPackages(ctx context.Context, dir string, patterns ...string) ([]goPackage, error) {
	out, err := goCommand(ctx, dir, append([]string{"list", "-f", listFormat, "--"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var all []goPackage
	for line := range strings.Lines(string(out)) {
		var p goPackage
		var files, tests string
		if _, err := fmt.Sscanf(line, "%q %q %q %q %q\n", &p.ImportPath, &p.Dir, &p.Name, &files, &tests); err != nil {
			return nil, fmt.Errorf("go list printed %q: %w", line, err)
		}
		p.Files, p.Tests = strings.FieldsFunc(files, isSlash), strings.FieldsFunc(tests, isSlash)
		all = append(all, p)
	}
	return all, nil
}

func isSlash(r rune) bool { return r == '/' }

// apis returns the expressions of a package whose values are a tenon.API or a *tenon.App: package
// variables, and calls of functions without parameters.
func (p goPackage) apis() ([]string, error) {
	var out []string
	for _, name := range p.Files {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if in := importName(f, library); in != "" {
			for _, d := range f.Decls {
				out = append(out, in.declared(d)...)
			}
		}
	}
	return out, nil
}

// qualifier is the name of a package in a file.
type qualifier string

func importName(f *ast.File, pkg string) qualifier {
	for _, spec := range f.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err != nil || name != pkg {
			continue
		}
		if spec.Name != nil {
			return qualifier(spec.Name.Name)
		}
		return qualifier(path.Base(pkg))
	}
	return ""
}

func (q qualifier) declared(d ast.Decl) (out []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		results := d.Type.Results
		if d.Recv == nil && d.Type.TypeParams == nil && d.Type.Params.NumFields() == 0 && results.NumFields() > 0 && q.isAPI(results.List[0].Type) {
			return []string{d.Name.Name + "()"}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			v, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for i, name := range v.Names {
				if name.Name != "_" && (q.isAPI(v.Type) || i < len(v.Values) && q.isChain(v.Values[i], "New")) {
					out = append(out, name.Name)
				}
			}
		}
	}
	return out
}

// isAPI reports whether a type is tenon.API or *tenon.App.
func (q qualifier) isAPI(t ast.Expr) bool {
	pointer, isPointer := t.(*ast.StarExpr)
	if isPointer {
		t = pointer.X
	}
	return q.is(t, "API") && !isPointer || q.is(t, "App") && isPointer
}

func (q qualifier) is(x ast.Expr, name string) bool {
	s, ok := x.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := s.X.(*ast.Ident)
	return ok && pkg.Name == string(q) && s.Sel.Name == name
}

// isChain reports whether an expression is a chain of calls that begins with a function of the
// package.
func (q qualifier) isChain(x ast.Expr, function string) bool {
	for {
		call, ok := x.(*ast.CallExpr)
		if !ok {
			return false
		}
		if q.is(call.Fun, function) {
			return true
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		x = s.X
	}
}

// oneAPI returns the package of a pattern and its only API.
func oneAPI(ctx context.Context, dir, pattern, expr string) (goPackage, string, error) {
	all, err := listPackages(ctx, dir, pattern)
	switch {
	case err != nil:
		return goPackage{}, "", err
	case len(all) != 1:
		return goPackage{}, "", fmt.Errorf("%s matches %d packages; name one", pattern, len(all))
	case expr != "":
		return all[0], expr, nil
	}
	found, err := all[0].apis()
	switch {
	case err != nil:
		return all[0], "", err
	case len(found) == 0:
		return all[0], "", errNoAPI(all[0].ImportPath)
	case len(found) > 1:
		return all[0], "", fmt.Errorf("package %s declares %d APIs: select one with -api, such as -api '%s'", all[0].ImportPath, len(found), found[0])
	}
	return all[0], found[0], nil
}

func errNoAPI(pkg string) error {
	return fmt.Errorf("package %s declares no API outside of functions with parameters: "+
		"declare var api = tenon.New(…) or func api() tenon.API, or pass an expression with -api", pkg)
}
