package surface

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tenon-go/tenon"

// No exported name outside internal mentions an internal package: no function, method,
// field, type, constraint or constant. So a program of another module has no value of an
// internal type that it could pass on, by inference either: for
// func call[K, R any](f func(K) R) R no method has a K or an R of an internal package.
func TestNothingExportedMentionsInternalPackages(t *testing.T) {
	for _, p := range public(t) {
		var s surface
		s.scan(p)
		name := strings.TrimPrefix(strings.TrimPrefix(p.Path(), module), "/")
		if name == "" {
			name = "."
		}
		if leaks := slices.Sorted(maps.Keys(s.leaks)); len(leaks) > 0 {
			t.Errorf("package %s exports names of internal packages:\n\t%s", name, strings.Join(leaks, "\n\t"))
		}
	}
}

// public returns the packages of the module that users can import.
func public(t *testing.T) (all []*types.Package) {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")
	cmd.Dir, cmd.Stderr = "../../..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[name] = file
	}
	read := importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) {
		if files[name] == "" {
			return nil, fmt.Errorf("go list printed no export data of %s", name)
		}
		return os.Open(files[name])
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if rest, ok := strings.CutPrefix(name, module); !ok || isInternal(name) || rest == "/doc" {
			continue
		}
		p, err := read.Import(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name() != "main" {
			all = append(all, p)
		}
	}
	if len(all) < 15 {
		t.Fatalf("found %d packages only", len(all))
	}
	return all
}

func isInternal(path string) bool { return strings.HasPrefix(path, module+"/internal/") }

// surface collects the exported names that mention internal packages.
type surface struct{ leaks map[string]bool }

func (s *surface) scan(p *types.Package) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.TypeName:
			s.typeName(o)
		default:
			s.mention(o.Name(), o.Type())
		}
	}
}

// typeName looks at what users see of a type: its parameters, its exported fields and
// methods, promoted ones too.
func (s *surface) typeName(o *types.TypeName) {
	if o.IsAlias() {
		s.mention(o.Name(), types.Unalias(o.Type()))
		return
	}
	named := o.Type().(*types.Named)
	s.params(o.Name(), named.TypeParams())
	s.fields(o.Name(), named.Underlying())
	if _, ok := named.Underlying().(*types.Struct); !ok && !types.IsInterface(named) {
		s.mention(o.Name(), named.Underlying())
	}
	methods := types.NewMethodSet(types.NewPointer(named))
	if types.IsInterface(named) {
		methods = types.NewMethodSet(named)
	}
	for i := range methods.Len() {
		if m := methods.At(i).Obj(); m.Exported() {
			s.mention(o.Name()+"."+m.Name(), m.Type())
		}
	}
}

// fields looks at the exported fields of a struct, and at those that embedded structs
// promote. A field that is embedded under an unexported name is not seen itself.
func (s *surface) fields(name string, t types.Type) {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	x, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range x.Fields() {
		switch {
		case f.Exported():
			s.mention(name+"."+f.Name(), f.Type())
		case f.Embedded():
			s.fields(name, f.Type())
		}
	}
}

func (s *surface) params(name string, list *types.TypeParamList) {
	for p := range list.TypeParams() {
		s.mention(name+"["+p.Obj().Name()+"]", p.Constraint())
	}
}

// mention looks for internal packages in a type as it is written.
func (s *surface) mention(name string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		s.mention(name, types.Unalias(t))
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && isInternal(p.Path()) {
			if s.leaks == nil {
				s.leaks = map[string]bool{}
			}
			s.leaks[name+": "+strings.TrimPrefix(p.Path(), module+"/")+"."+t.Obj().Name()] = true
		}
		for a := range t.TypeArgs().Types() {
			s.mention(name, a)
		}
	case *types.Pointer:
		s.mention(name, t.Elem())
	case *types.Slice:
		s.mention(name, t.Elem())
	case *types.Array:
		s.mention(name, t.Elem())
	case *types.Chan:
		s.mention(name, t.Elem())
	case *types.Map:
		s.mention(name, t.Key())
		s.mention(name, t.Elem())
	case *types.Signature:
		s.params(name, t.TypeParams())
		for v := range t.Params().Variables() {
			s.mention(name, v.Type())
		}
		for v := range t.Results().Variables() {
			s.mention(name, v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			s.mention(name+"."+f.Name(), f.Type())
		}
	case *types.Union:
		for term := range t.Terms() {
			s.mention(name, term.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				s.mention(name+"."+m.Name(), m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			s.mention(name, e)
		}
	}
}
