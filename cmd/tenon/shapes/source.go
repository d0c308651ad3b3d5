package shapes

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// source is the parsed source of a package.
type source struct {
	fset   *token.FileSet
	name   string
	order  []string // of the types
	types  map[string]*ast.TypeSpec
	docs   map[string]string
	files  map[string]*ast.File // by the types that they declare
	consts map[string][]string  // the constants of a type
	taken  scope
}

// parsePackage parses the Go files of a directory, without tests and generated files.
func parsePackage(dir string) (*source, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	s := &source{
		fset: token.NewFileSet(), types: map[string]*ast.TypeSpec{}, docs: map[string]string{},
		files: map[string]*ast.File{}, consts: map[string][]string{}, taken: scope{"collection": true, "prop": true},
	}
	for _, e := range list {
		if e.IsDir() || path.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		name := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(text, []byte("// "+generated)) {
			continue
		}
		file, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if s.name != "" && s.name != file.Name.Name {
			return nil, fmt.Errorf("shapes: %s has the packages %s and %s", dir, s.name, file.Name.Name)
		}
		s.name = file.Name.Name
		for _, d := range file.Decls {
			s.declare(file, d)
		}
	}
	if s.name == "" {
		return nil, fmt.Errorf("shapes: there is no Go in %s", dir)
	}
	return s, nil
}

func (s *source) declare(file *ast.File, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			s.taken[d.Name.Name] = true
		}
	case *ast.GenDecl:
		typ := "" // of the constants so far, as iota repeats it
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.taken[spec.Name.Name] = true
				s.order = append(s.order, spec.Name.Name)
				s.types[spec.Name.Name], s.files[spec.Name.Name] = spec, file
				s.docs[spec.Name.Name] = comment(spec.Doc, d.Doc)
			case *ast.ValueSpec:
				if spec.Type != nil || len(spec.Values) > 0 {
					id, _ := spec.Type.(*ast.Ident)
					typ = ""
					if id != nil {
						typ = id.Name
					}
				}
				for _, id := range spec.Names {
					s.taken[id.Name] = true
					if d.Tok == token.CONST && typ != "" && id.Name != "_" {
						s.consts[typ] = append(s.consts[typ], id.Name)
					}
				}
			}
		}
	}
}

// comment returns the text of the first comment that is not empty.
func comment(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := strings.TrimSpace(g.Text()); text != "" {
			return text
		}
	}
	return ""
}

func (s *source) doc(typ string) string { return s.docs[typ] }

// structField is an exported field.
type structField struct {
	name, wire, doc string
	typ             ast.Expr
	optional        bool // a pointer that is left out where it is nil
	empty           bool // another type that is left out where it is empty
}

// fields returns the exported fields of a struct and of its embedded structs.
func (s *source) fields(typ string) []structField { return s.fieldsOf(typ, map[string]bool{}) }

func (s *source) fieldsOf(typ string, seen map[string]bool) (list []structField) {
	t, _ := s.types[typ].Type.(*ast.StructType)
	if t == nil || seen[typ] {
		return nil
	}
	seen[typ] = true
	for _, f := range t.Fields.List {
		name, options, _ := strings.Cut(jsonTag(f.Tag), ",")
		if name == "-" && options == "" {
			continue
		}
		names := f.Names
		if len(names) == 0 {
			if id, is := f.Type.(*ast.Ident); is && name == "" && s.structIn(id) != "" {
				list = append(list, s.fieldsOf(id.Name, seen)...)
				continue
			}
			names = []*ast.Ident{embedded(f.Type)}
		}
		for _, id := range names {
			if !id.IsExported() {
				continue
			}
			_, pointer := f.Type.(*ast.StarExpr)
			omitted := strings.Contains(","+options+",", ",omitempty,") || strings.Contains(","+options+",", ",omitzero,")
			m := structField{name: id.Name, wire: name, typ: f.Type, doc: comment(f.Doc, f.Comment), optional: pointer && omitted, empty: !pointer && omitted}
			if m.wire == "" {
				m.wire = snake(id.Name)
			}
			list = append(list, m)
		}
	}
	return list
}

// embedded returns the name of an embedded field.
func embedded(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return embedded(t.X)
	}
	return ast.NewIdent("_")
}

// jsonTag returns the value of the key json of a field's tag. The library has no tags; structs
// of other programs do.
func jsonTag(tag *ast.BasicLit) string {
	if tag == nil {
		return ""
	}
	text, err := strconv.Unquote(tag.Value)
	if err != nil {
		return ""
	}
	for text = strings.TrimLeft(text, " "); text != ""; text = strings.TrimLeft(text, " ") {
		key, rest, ok := strings.Cut(text, ":")
		if !ok {
			return ""
		}
		value, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return ""
		}
		if key == "json" {
			value, _ = strconv.Unquote(value)
			return value
		}
		text = rest[len(value):]
	}
	return ""
}

// structIn returns the struct of this package that a type holds; "" if there is none.
func (s *source) structIn(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return s.structIn(t.X)
	case *ast.StarExpr:
		return s.structIn(t.X)
	case *ast.ArrayType:
		return s.structIn(t.Elt)
	case *ast.MapType:
		return s.structIn(t.Value)
	case *ast.Ident:
		if spec := s.types[t.Name]; spec != nil && spec.TypeParams == nil {
			if _, is := spec.Type.(*ast.StructType); is {
				return t.Name
			}
		}
	}
	return ""
}

// qualified returns the import path and the name of a type of another package.
func (s *source) qualified(t *ast.SelectorExpr) string {
	if i := s.importOf(t); i != nil {
		p, _ := strconv.Unquote(i.Path.Value)
		return p + "." + t.Sel.Name
	}
	return ""
}

// importOf returns the import of a type of another package.
func (s *source) importOf(t *ast.SelectorExpr) *ast.ImportSpec {
	id, is := t.X.(*ast.Ident)
	if !is {
		return nil
	}
	at := s.fset.File(t.Pos())
	for _, file := range s.files {
		if s.fset.File(file.Pos()) != at {
			continue
		}
		for _, i := range file.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			if i.Name != nil && i.Name.Name == id.Name || i.Name == nil && path.Base(p) == id.Name {
				return i
			}
		}
	}
	return nil
}

// text prints a type.
func (s *source) text(t ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, s.fset, t); err != nil {
		return "?"
	}
	return b.String()
}
