package find

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/tenon-go/tenon"
)

// routes is the package with the interface of members.
const routes = "github.com/tenon-go/tenon/route"

// Query configures a search.
type Query struct {
	Dir      string      // the base of patterns and Output
	Patterns []string    // such as ./..., which is the default
	Output   string      // the file to write
	Package  string      // of the file; "": that of its directory
	Func     string      // the function to declare; "": Routes
	Tags     string      // build tags, separated by commas
	Cache    tenon.Cache // nil: nothing is cached
}

// Found is the result.
type Found struct {
	Text     []byte // the file; nil if there are faults
	Values   int    // the number of members in the list
	Packages int    // the number of searched packages
	Parsed   int    // the number of packages that were parsed, including imported ones
	Faults   []Fault
	CacheErr error // the error of the cache, or nil
}

// Fault is a reason why a file cannot be written.
type Fault struct {
	File         string
	Line, Column int
	What         string
}

// Error implements error.
func (f Fault) Error() string {
	if f.File == "" {
		return f.What
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.What)
}

// finder is the state of one search.
type finder struct {
	space   *space
	cache   tenon.Cache
	dir     string
	output  string
	target  string // the import path of the package that gets the file
	pkg     string
	fn      string
	fset    *token.FileSet
	found   Found
	sources map[string]*source
	listed  map[string]bool // the packages whose members are listed
	known   map[string]*facts
	prints  map[string]string // deep fingerprints; "" while one is being computed
	checked map[string]*types.Package
	wrong   map[string]bool // packages with faults
	info    types.Info
	foreign types.Importer
}

// Find finds routes. The error is about the environment; errors in the packages are faults.
func Find(ctx context.Context, q Query) (*Found, error) {
	dir, err := filepath.Abs(q.Dir)
	if err != nil {
		return nil, err
	}
	f := &finder{
		cache: q.Cache, dir: dir, output: below(dir, q.Output), pkg: q.Package, fn: cmp.Or(q.Func, "Routes"),
		fset:    token.NewFileSet(),
		sources: map[string]*source{}, listed: map[string]bool{}, known: map[string]*facts{}, prints: map[string]string{},
		checked: map[string]*types.Package{}, wrong: map[string]bool{},
	}
	if !token.IsIdentifier(f.fn) {
		return nil, fmt.Errorf("%q is not a valid name of a function", f.fn)
	}
	if f.pkg != "" && !token.IsIdentifier(f.pkg) {
		return nil, fmt.Errorf("%q is not a valid name of a package", f.pkg)
	}
	if f.space, err = openWorkspace(ctx, dir, q.Tags); err != nil {
		return nil, err
	}
	if f.target, err = f.space.pathOf(filepath.Dir(f.output)); err != nil {
		return nil, err
	}
	patterns := q.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	var paths []string
	for _, p := range patterns {
		more, err := f.expand(p)
		if err != nil {
			return nil, err
		}
		paths = append(paths, more...)
	}
	slices.Sort(paths)
	return f.find(ctx, slices.Compact(paths))
}

func (f *finder) find(ctx context.Context, paths []string) (*Found, error) {
	listed := paths[:0]
	for _, p := range paths {
		s, err := f.read(p)
		switch {
		case err != nil:
			return nil, err
		case s != nil:
			listed = append(listed, p)
		}
	}
	f.found.Packages = len(listed)
	for _, p := range listed {
		f.listed[p] = true
	}
	if _, err := f.fingerprint(ctx, f.target); err != nil { // for its names
		return nil, err
	}
	var stale []string
	for _, p := range listed {
		if _, err := f.fingerprint(ctx, p); err != nil {
			return nil, err
		}
		if k := f.known[p]; k != nil && !k.checked {
			stale = append(stale, p)
		}
	}
	if len(f.found.Faults) == 0 {
		if err := f.check(ctx, stale); err != nil {
			return nil, err
		}
	}
	if len(f.found.Faults) == 0 {
		f.choose(listed)
	}
	f.sortFaults()
	return &f.found, nil
}

// fingerprint returns the fingerprint of a package and all packages of the tree that it
// imports. It loads their facts, except members.
func (f *finder) fingerprint(ctx context.Context, importPath string) (string, error) {
	if print, ok := f.prints[importPath]; ok {
		return print, nil // also in a cycle, which the type checker reports
	}
	f.prints[importPath] = ""
	s, err := f.read(importPath)
	if err != nil || s == nil {
		return "", err
	}
	k := f.load(ctx, s)
	fresh := k == nil
	if fresh {
		files, err := f.parse(s)
		if err != nil {
			f.misparsed(s, err)
			return "", nil
		}
		k = f.start(s, files)
	}
	f.known[importPath] = k
	h := sha256.New()
	fmt.Fprintln(h, s.print)
	for _, i := range k.imports {
		print, err := f.fingerprint(ctx, i.path)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, i.path, print)
	}
	print := hex.EncodeToString(h.Sum(nil))
	if k.deep != print { // a package below has changed
		k.deep, k.checked, k.members = print, false, nil
	}
	f.prints[importPath] = print
	if fresh && !f.listed[importPath] {
		f.store(ctx, s, k) // others are cached when their members are known
	}
	return print, nil
}

// start creates the facts of a parsed package.
func (f *finder) start(s *source, files []*ast.File) *facts {
	k := &facts{name: files[0].Name.Name}
	for _, i := range f.imports(files) {
		if m, _ := f.space.moduleOf(i.path); m.path != "" {
			k.imports = append(k.imports, i)
		} else {
			k.foreign = k.foreign || !f.standard(i.path)
		}
	}
	if s.path == f.target {
		k.taken = declared(files)
	}
	return k
}

// declared returns the names of a package's declarations, sorted.
func declared(files []*ast.File) (names []string) {
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.ValueSpec:
						for _, id := range s.Names {
							names = append(names, id.Name)
						}
					case *ast.TypeSpec:
						names = append(names, s.Name.Name)
					}
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// misparsed reports files with syntax errors.
func (f *finder) misparsed(s *source, err error) {
	f.wrong[s.path] = true
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		for _, e := range list {
			f.faultAt(e.Pos, "%s", e.Msg)
		}
		return
	}
	f.found.Faults = append(f.found.Faults, Fault{What: s.path + ": " + err.Error()})
}

func (f *finder) faultAt(at token.Position, what string, args ...any) {
	name := at.Filename
	if rel, err := filepath.Rel(f.dir, name); err == nil && filepath.IsLocal(rel) {
		name = filepath.ToSlash(rel)
	}
	f.found.Faults = append(f.found.Faults, Fault{name, at.Line, at.Column, fmt.Sprintf(what, args...)})
}

// fault reports a fault at a position in a package.
func (f *finder) fault(importPath string, at place, what string, args ...any) {
	_, dir := f.space.moduleOf(importPath)
	f.faultAt(token.Position{Filename: filepath.Join(dir, at.file), Line: at.line, Column: at.column}, what, args...)
}

func (f *finder) sortFaults() {
	slices.SortStableFunc(f.found.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.What, b.What))
	})
	f.found.Faults = slices.Compact(f.found.Faults)
}
