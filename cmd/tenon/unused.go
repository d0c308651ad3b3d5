package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
)

// members are the functions of package route whose results an API serves.
var members = []string{"Delete", "Get", "Group", "Health", "List", "Method", "Patch", "Post", "Put", "Resource", "ResourceOf"}

// unusedRoutes returns a fault for each package variable that holds a route, a group or a resource
// and that nothing uses: Build cannot know it. Other packages may use an exported variable, unless
// the package is main.
func (p goPackage) unusedRoutes() ([]fault, error) {
	var found []*ast.Ident
	uses, files := map[string]int{}, token.NewFileSet()
	for _, name := range p.Files {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if in := importName(f, library+"/route"); in != "" {
			for _, d := range f.Decls {
				found = append(found, in.members(d)...)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				uses[id.Name]++
			}
			return true
		})
	}
	var out []fault
	for _, id := range found {
		if id.Name == "_" || uses[id.Name] > 1 || id.IsExported() && p.Name != "main" {
			continue
		}
		at := files.Position(id.Pos())
		out = append(out, fault{at.Filename, at.Line, fmt.Sprintf("%s is in no API; add it with Add or Group, or remove it", id.Name)})
	}
	return out, nil
}

// members returns the variables of a declaration that hold what an API serves.
func (q qualifier) members(d ast.Decl) (out []*ast.Ident) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return nil
	}
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		for i, name := range v.Names {
			if i < len(v.Values) && slices.ContainsFunc(members, func(f string) bool { return q.isChain(v.Values[i], f) }) {
				out = append(out, name)
			}
		}
	}
	return out
}
