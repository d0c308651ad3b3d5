package find

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/build"
	"hash"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is a module whose packages are read from source.
type module struct {
	path, dir string
	version   string // of Go, for types.Config
}

// space has the modules of a directory, and how they are built.
type space struct {
	main    module
	modules []module // including main
	build   build.Context
	env     []string
	print   string // fingerprint of everything except files of these modules
}

// openWorkspace reads the modules of a directory.
func openWorkspace(ctx context.Context, dir, tags string) (*space, error) {
	names := []string{"GOMOD", "GOWORK", "GOOS", "GOARCH", "CGO_ENABLED", "GOVERSION", "GOFLAGS", "GOEXPERIMENT", "GOROOT"}
	s := &space{env: os.Environ()}
	if tags != "" {
		s.env = append(s.env, "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -tags="+tags))
	}
	out, err := s.command(ctx, dir, append([]string{"env"}, names...)...)
	if err != nil {
		return nil, err
	}
	got := map[string]string{}
	for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		if i < len(names) {
			got[names[i]] = strings.TrimSuffix(line, "\r")
		}
	}
	if got["GOMOD"] == "" || got["GOMOD"] == os.DevNull {
		return nil, fmt.Errorf("%s is in no module: there is no go.mod", dir)
	}
	s.build = build.Default
	s.build.GOOS, s.build.GOARCH, s.build.CgoEnabled = got["GOOS"], got["GOARCH"], got["CGO_ENABLED"] == "1"
	s.build.GOROOT = got["GOROOT"]
	s.build.BuildTags = tagsOf(got["GOFLAGS"])

	h := sha256.New()
	for _, name := range names[2:] {
		fmt.Fprintf(h, "%s=%q\n", name, got[name])
	}
	if err := s.read(h, filepath.Dir(got["GOMOD"]), got["GOWORK"]); err != nil {
		return nil, err
	}
	s.print = hex.EncodeToString(h.Sum(nil))
	return s, nil
}

// tagsOf returns the build tags in the flags of the go command.
func tagsOf(flags string) (tags []string) {
	for _, flag := range strings.Fields(flags) {
		if list, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok {
			tags = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		}
	}
	return tags
}

// read reads the modules and adds everything else that affects the build to h.
func (s *space) read(h hash.Hash, dir, work string) error {
	dirs, elsewhere := []string{dir}, []string{}
	if work != "" && work != "off" {
		lines, err := directives(h, work)
		if err != nil {
			return err
		}
		for _, l := range lines {
			switch l[0] {
			case "use":
				dirs = append(dirs, below(filepath.Dir(work), l[1]))
			case "replace":
				elsewhere = append(elsewhere, replacement(filepath.Dir(work), l)...)
			}
		}
		addFile(h, work+".sum")
	}
	slices.Sort(dirs[1:])
	for _, d := range slices.Compact(dirs) {
		lines, err := directives(h, filepath.Join(d, "go.mod"))
		if err != nil {
			return err
		}
		m := module{dir: d}
		for _, l := range lines {
			switch l[0] {
			case "module":
				m.path = l[1]
			case "go":
				m.version = "go" + l[1]
			case "replace":
				elsewhere = append(elsewhere, replacement(d, l)...)
			}
		}
		if m.path == "" {
			return fmt.Errorf("%s declares no module", filepath.Join(d, "go.mod"))
		}
		addFile(h, filepath.Join(d, "go.sum"))
		addFile(h, filepath.Join(d, "vendor", "modules.txt"))
		if !slices.ContainsFunc(s.modules, func(o module) bool { return o.dir == d }) {
			s.modules = append(s.modules, m)
		}
	}
	s.main = s.modules[0]
	slices.Sort(elsewhere)
	for _, d := range slices.Compact(elsewhere) {
		if slices.ContainsFunc(s.modules, func(m module) bool { return m.dir == d }) {
			continue
		}
		if err := addTree(h, d); err != nil {
			return err
		}
	}
	return nil
}

// directives returns the lines of a go.mod or a go.work as words, with their directive first.
func directives(h hash.Hash, name string) (lines [][]string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(h, "%d\n%s", len(text), text)
	block := ""
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		for i, w := range words {
			if bare, err := strconv.Unquote(w); err == nil {
				words[i] = bare
			}
		}
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case block != "":
			lines = append(lines, append([]string{block}, words...))
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case len(words) > 1:
			lines = append(lines, words)
		}
	}
	return lines, nil
}

// replacement returns the directory of a replace directive, if it has one.
func replacement(dir string, words []string) []string {
	i := slices.Index(words, "=>")
	if i < 0 || i+1 >= len(words) {
		return nil
	}
	to := words[i+1]
	if strings.HasPrefix(to, "./") || strings.HasPrefix(to, "../") || filepath.IsAbs(to) {
		return []string{below(dir, to)}
	}
	return nil
}

func below(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// addFile adds a file that may not exist.
func addFile(h hash.Hash, name string) {
	if text, err := os.ReadFile(name); err == nil {
		fmt.Fprintf(h, "%d\n", len(text))
		h.Write(text)
	}
}

// addTree adds the Go files of a module whose version need not change with them.
func addTree(h hash.Hash, dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch base := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && name != dir && (ignored(base) || isModule(name)):
			return filepath.SkipDir
		case d.Type().IsRegular() && (isSource(base) || base == "go.mod"):
			rel, _ := filepath.Rel(dir, name)
			fmt.Fprintf(h, "%q\n", filepath.ToSlash(rel))
			addFile(h, name)
		}
		return nil
	})
}

// ignored reports whether patterns such as ./... skip a directory.
func ignored(base string) bool {
	return base == "testdata" || base == "vendor" || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".")
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func isSource(base string) bool {
	return path.Ext(base) == ".go" && !strings.HasSuffix(base, "_test.go") &&
		!strings.HasPrefix(base, "_") && !strings.HasPrefix(base, ".")
}

// moduleOf returns the module of an import path, and the directory of the package; "" if no
// module has it.
func (s *space) moduleOf(importPath string) (m module, dir string) {
	for _, o := range s.modules {
		if len(o.path) > len(m.path) && (importPath == o.path || strings.HasPrefix(importPath, o.path+"/")) {
			m = o
		}
	}
	if m.path == "" {
		return m, ""
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(importPath, m.path), "/")
	for d := rest; d != "" && d != "."; d = path.Dir(d) {
		if isModule(filepath.Join(m.dir, filepath.FromSlash(d))) {
			return module{}, "" // a nested module that is not read
		}
	}
	return m, filepath.Join(m.dir, filepath.FromSlash(rest))
}

// pathOf returns the import path of a directory.
func (s *space) pathOf(dir string) (string, error) {
	for _, m := range s.modules {
		if rel, err := filepath.Rel(m.dir, dir); err == nil && filepath.IsLocal(rel) {
			p := path.Join(m.path, filepath.ToSlash(rel))
			if in, _ := s.moduleOf(p); in.path != "" {
				return p, nil
			}
		}
	}
	return "", fmt.Errorf("%s is not in the module %s", dir, s.main.path)
}

// command runs the go command.
func (s *space) command(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, s.env
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(complaint.String()); text != "" {
			err = errors.New(text)
		}
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}
