package find

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// source has the files of a package that are built.
type source struct {
	path, dir string
	module    module
	files     []file
	print     string // fingerprint of the files and of how they are built

	parsed []*ast.File // after the first use
}

type file struct {
	name string
	text []byte
}

// read reads a package, or returns nil if it has no files or is not in one of the modules.
func (f *finder) read(importPath string) (*source, error) {
	if s, ok := f.sources[importPath]; ok {
		return s, nil
	}
	f.sources[importPath] = nil
	m, dir := f.space.moduleOf(importPath)
	if m.path == "" {
		return nil, nil
	}
	list, err := os.ReadDir(dir)
	if err != nil && !(os.IsNotExist(err)) {
		return nil, err
	}
	s := &source{path: importPath, dir: dir, module: m}
	for _, e := range list {
		if e.IsDir() || !isSource(e.Name()) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if name == f.output {
			continue // its current content does not matter
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		built, err := f.built(dir, e.Name(), text)
		if err != nil {
			return nil, err
		}
		if built {
			s.files = append(s.files, file{e.Name(), text})
		}
	}
	if importPath == f.target {
		standIn, err := f.standIn(s)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file{filepath.Base(f.output), standIn})
	}
	if len(s.files) == 0 {
		return nil, nil
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q %q %t\n", f.space.print, importPath, m.version, importPath == f.target)
	for _, file := range s.files {
		fmt.Fprintf(h, "%q %d\n", file.name, len(file.text))
		h.Write(file.text)
	}
	s.print = hex.EncodeToString(h.Sum(nil))
	f.sources[importPath] = s
	return s, nil
}

// built reports whether the constraints of a file are satisfied.
func (f *finder) built(dir, name string, text []byte) (bool, error) {
	c := f.space.build
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	ok, err := c.MatchFile(dir, name)
	if err != nil {
		// If a file cannot be read up to there, the parser reports where.
		return true, nil
	}
	return ok, nil
}

// standIn returns a file with the declarations of the file to write, so that the rest of its
// package can be type-checked.
func (f *finder) standIn(s *source) ([]byte, error) {
	if f.pkg == "" {
		f.pkg = identifier(filepath.Base(s.dir))
		for _, file := range s.files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file.name, file.text, parser.PackageClauseOnly)
			if err == nil {
				f.pkg = parsed.Name.Name
				break
			}
		}
	}
	return f.write(nil, nil)
}

// identifier returns a package name for the name of a directory.
func identifier(base string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, base)
	if name = strings.TrimLeft(name, "0123456789"); name == "" || token.IsKeyword(name) {
		return "routes"
	}
	return name
}

// parse parses the files of a package.
func (f *finder) parse(s *source) ([]*ast.File, error) {
	if s.parsed != nil {
		return s.parsed, nil
	}
	f.found.Parsed++
	for _, file := range s.files {
		parsed, err := parser.ParseFile(f.fset, filepath.Join(s.dir, file.name), file.text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.parsed = append(s.parsed, parsed)
	}
	return s.parsed, nil
}

// imports returns the imports of a package with the position of the first occurrence, sorted
// and without duplicates.
func (f *finder) imports(files []*ast.File) (list []imported) {
	for _, file := range files {
		for _, i := range file.Imports {
			if p, err := strconv.Unquote(i.Path.Value); err == nil && p != "C" && p != "unsafe" {
				list = append(list, imported{p, f.place(i.Pos())})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b imported) int { return cmp.Compare(a.path, b.path) })
	return slices.CompactFunc(list, func(a, b imported) bool { return a.path == b.path })
}

// place returns a position for the cache: the package determines the directory.
func (f *finder) place(at token.Pos) place {
	p := f.fset.Position(at)
	return place{filepath.Base(p.Filename), p.Line, p.Column}
}

// standard reports whether an import path is in the standard library.
func (f *finder) standard(importPath string) bool {
	if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
		return false
	}
	info, err := os.Stat(filepath.Join(f.space.build.GOROOT, "src", filepath.FromSlash(importPath)))
	return err == nil && info.IsDir()
}

// expand returns the import paths that match a pattern, sorted.
func (f *finder) expand(pattern string) ([]string, error) {
	base, all := strings.CutSuffix(pattern, "...")
	base = strings.TrimSuffix(base, "/")
	var dir string
	switch {
	case pattern == "...":
		dir = f.space.main.dir
	case base == "." || base == ".." || strings.HasPrefix(base, "./") || strings.HasPrefix(base, "../") || filepath.IsAbs(base):
		dir = below(f.dir, base)
	default:
		if _, dir = f.space.moduleOf(base); dir == "" {
			return nil, fmt.Errorf("pattern %q is not in the module %s", pattern, f.space.main.path)
		}
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("pattern %q: %s is not a directory", pattern, dir)
	}
	var paths []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case name != dir && (!all || ignored(d.Name()) || isModule(name)):
			return filepath.SkipDir
		}
		p, err := f.space.pathOf(name)
		if err != nil {
			return err
		}
		paths = append(paths, p)
		return nil
	})
	return paths, err
}
