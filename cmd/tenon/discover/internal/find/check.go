package find

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// check finds the members of packages whose imports are known.
func (f *finder) check(ctx context.Context, paths []string) error {
	var routed []string
	for _, p := range paths {
		if f.mayHaveRoutes(p, map[string]bool{}) {
			routed = append(routed, p)
			continue
		}
		f.save(ctx, p, nil)
	}
	if len(routed) == 0 {
		return nil
	}
	if err := f.openExports(ctx, routed); err != nil {
		return err
	}
	f.info = types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	for _, p := range routed {
		if _, err := f.Import(p); err != nil && len(f.found.Faults) == 0 {
			return err
		}
	}
	if len(f.found.Faults) > 0 {
		return nil
	}
	member, err := f.memberType()
	if err != nil {
		return err
	}
	for _, p := range routed {
		f.save(ctx, p, f.members(f.sources[p], member))
	}
	return nil
}

func (f *finder) save(ctx context.Context, importPath string, members []member) {
	k := f.known[importPath]
	k.members, k.checked = members, true
	f.store(ctx, f.sources[importPath], k)
}

// mayHaveRoutes reports whether a package imports, directly or not, anything that
// can make a route.
func (f *finder) mayHaveRoutes(importPath string, seen map[string]bool) bool {
	k := f.known[importPath]
	if k == nil || seen[importPath] {
		return false
	}
	seen[importPath] = true
	return k.foreign || importPath == routes ||
		slices.ContainsFunc(k.imports, func(i imported) bool { return f.mayHaveRoutes(i.path, seen) })
}

// openExports makes the go command write export data of the packages that the tree imports.
func (f *finder) openExports(ctx context.Context, paths []string) error {
	wanted := map[string]bool{routes: true}
	seen := map[string]bool{}
	var collect func(importPath string) error
	collect = func(importPath string) error {
		if m, _ := f.space.moduleOf(importPath); m.path == "" {
			wanted[importPath] = true
			return nil
		}
		s := f.sources[importPath]
		if seen[importPath] || s == nil {
			return nil
		}
		seen[importPath] = true
		files, err := f.parse(s)
		if err != nil {
			f.misparsed(s, err)
			return nil
		}
		for _, i := range f.imports(files) {
			if err := collect(i.path); err != nil {
				return err
			}
		}
		return nil
	}
	for _, p := range paths {
		if err := collect(p); err != nil {
			return err
		}
	}
	if m, _ := f.space.moduleOf(routes); m.path != "" {
		delete(wanted, routes) // the tree is that of the library
	}
	exports := map[string]string{}
	args := append([]string{"list", "-export", "-deps", "-f", `{{with .Export}}{{$.ImportPath}}{{"\t"}}{{.}}{{end}}`, "--"},
		slices.Sorted(maps.Keys(wanted))...)
	out, err := f.space.command(ctx, f.space.main.dir, args...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		if p, file, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); ok {
			exports[p] = file
		}
	}
	f.foreign = importer.ForCompiler(f.fset, "gc", func(p string) (io.ReadCloser, error) {
		if exports[p] == "" {
			return nil, fmt.Errorf("there is no export data of %q", p)
		}
		return os.Open(exports[p])
	})
	return nil
}

// Import implements [types.Importer]: packages of the tree come from source, others from export
// data.
func (f *finder) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if m, _ := f.space.moduleOf(importPath); m.path == "" {
		return f.foreign.Import(importPath)
	}
	if p, ok := f.checked[importPath]; ok {
		if p == nil {
			return nil, errors.New("import cycle")
		}
		return p, nil
	}
	f.checked[importPath] = nil
	s, err := f.read(importPath)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, fmt.Errorf("package %s does not exist", importPath)
	}
	files, err := f.parse(s)
	if err != nil {
		return nil, err
	}
	config := types.Config{
		GoVersion:        s.module.version,
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         f,
		Sizes:            types.SizesFor("gc", f.space.build.GOARCH),
		Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok && !e.Soft {
				f.wrong[importPath] = true
				f.faultAt(e.Fset.Position(e.Pos), "%s", e.Msg)
			}
		},
	}
	p, _ := config.Check(importPath, f.fset, files, &f.info) // errors are reported already
	f.checked[importPath] = p
	return p, nil
}

// memberType returns the interface of members.
func (f *finder) memberType() (*types.Interface, error) {
	p, err := f.Import(routes)
	if err != nil {
		return nil, err
	}
	if obj := p.Scope().Lookup("Member"); obj != nil {
		if i, ok := obj.Type().Underlying().(*types.Interface); ok {
			return i, nil
		}
	}
	return nil, fmt.Errorf("package %s has no interface Member", routes)
}
