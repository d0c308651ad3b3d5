package page

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// declaration is a declaration of a file: its text, with its comment, and the names that it declares.
type declaration struct {
	names []string
	text  string
}

// declarations returns the declarations of a file.
func declarations(text string) (all []declaration, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		start, names := d.Pos(), []string(nil)
		var doc *ast.CommentGroup
		switch d := d.(type) {
		case *ast.FuncDecl:
			doc, names = d.Doc, []string{d.Name.Name}
			if d.Recv != nil {
				names[0] = fmt.Sprint(d.Recv.List[0].Type) + "." + d.Name.Name
			}
		case *ast.GenDecl:
			doc = d.Doc
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					names = []string{"import"}
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names = append(names, id.Name)
					}
				}
			}
		}
		if doc != nil {
			start = doc.Pos()
		}
		// A comment at the end of the last line belongs to the declaration.
		from, to := fset.Position(start).Offset, fset.Position(d.End()).Offset
		if line := strings.IndexByte(text[to:], '\n'); line >= 0 {
			to += line
		}
		all = append(all, declaration{names, text[from:to]})
	}
	return all, nil
}

func (d declaration) declares(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(d.names, n) })
}

// merge replaces the declarations of a file that a block has too, and appends the others of the block.
func merge(old, block string) (string, error) {
	have, err := declarations(old)
	if err != nil {
		return "", err
	}
	changes, err := declarations("package main\n\n" + block)
	if err != nil {
		return "", err
	}
	for _, c := range changes {
		i := slices.IndexFunc(have, func(d declaration) bool { return d.declares(c.names) })
		if i < 0 {
			have = append(have, c)
			continue
		}
		have[i] = c
	}
	return file(have)
}

// without deletes declarations from a file.
func without(old string, names []string) (string, error) {
	have, err := declarations(old)
	if err != nil {
		return "", err
	}
	for _, n := range names {
		i := slices.IndexFunc(have, func(d declaration) bool { return d.declares([]string{n}) })
		if i < 0 {
			return "", fmt.Errorf("there is no %s to delete", n)
		}
		have = slices.Delete(have, i, i+1)
	}
	return file(have)
}

func file(all []declaration) (string, error) {
	var b strings.Builder
	b.WriteString("package main\n")
	for _, d := range all {
		b.WriteString("\n" + d.text + "\n")
	}
	text, err := format.Source([]byte(b.String()))
	return string(text), err
}
