package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// Module is a module of a checkout.
type Module struct {
	Path string // of imports
	Dir  string // in the checkout, with slashes; "." for the root
}

// Published reports whether users import or install the module. Directories of tests and of examples
// begin with an underscore, or are internal.
func (m Module) Published() bool {
	return !slices.ContainsFunc(strings.Split(m.Dir, "/"), func(part string) bool {
		return strings.HasPrefix(part, "_") || part == "internal"
	})
}

// Tag returns the Git tag of a version of the module (https://go.dev/ref/mod#vcs-version).
func (m Module) Tag(version string) string {
	if m.Dir == "." {
		return version
	}
	return m.Dir + "/" + version
}

// Modules returns the modules of the checkout whose root is dir, the root first.
func Modules(ctx context.Context, dir string) ([]Module, error) {
	files, err := tracked(ctx, dir)
	if err != nil {
		return nil, err
	}
	var out []Module
	for _, name := range files {
		if name != "go.mod" && !strings.HasSuffix(name, "/go.mod") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		m := Module{Path: modfile.ModulePath(text), Dir: "."}
		if at := strings.TrimSuffix(name, "/go.mod"); at != name {
			m.Dir = at
		}
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// Write writes a proxy of every published module of the checkout at a version such as v0.1.0 to a
// directory. The files are those of the working tree that Git does not ignore. The layout is that
// of https://go.dev/ref/mod#goproxy-protocol.
func Write(ctx context.Context, to, checkout, version string) error {
	modules, err := Modules(ctx, checkout)
	if err != nil {
		return err
	}
	files, err := tracked(ctx, checkout)
	if err != nil {
		return err
	}
	for _, m := range modules {
		if m.Published() {
			if err := m.write(to, checkout, version, files); err != nil {
				return fmt.Errorf("%s: %w", m.Path, err)
			}
		}
	}
	return nil
}

// Env returns variables for go commands that use the proxy in dir and the module cache in
// moduleCache, which may be empty. Other modules come from the downloads of the current
// module cache, or from where GOPROXY says now.
func Env(ctx context.Context, dir, moduleCache string) ([]string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 2 {
		return nil, fmt.Errorf("go env printed %q", out)
	}
	downloads := filepath.Join(lines[0], "cache", "download")
	return []string{
		"GOPROXY=" + fileURL(dir) + "," + fileURL(downloads) + "," + lines[1],
		"GOMODCACHE=" + moduleCache,
		"GONOSUMDB=github.com/tenon-go", // the checksum database does not have this version
		// Tests can remove the cache, and share what has been built whatever its directory is.
		"GOFLAGS=-modcacherw -trimpath",
		"GOWORK=off",
	}, nil
}

func fileURL(dir string) string {
	path := filepath.ToSlash(dir)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	return "file://" + path
}

// tracked returns the files of a checkout that Git does not ignore, with slashes.
func tracked(ctx context.Context, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name == "" {
			continue
		}
		// A file may be deleted in the working tree only.
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		files = append(files, name)
	}
	return files, nil
}

func (m Module) write(to, checkout, version string, files []string) error {
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	at := filepath.Join(to, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(checkout, filepath.FromSlash(m.Dir), "go.mod"))
	if err != nil {
		return err
	}
	info := fmt.Sprintf(`{"Version":%q,"Time":%q}`, version, time.Now().UTC().Format(time.RFC3339))
	var content []zip.File
	licensed := false
	for _, name := range files {
		inside := name
		if m.Dir != "." {
			var below bool
			if inside, below = strings.CutPrefix(name, m.Dir+"/"); !below {
				continue
			}
		}
		licensed = licensed || inside == "LICENSE"
		content = append(content, file{inside, filepath.Join(checkout, filepath.FromSlash(name))})
	}
	if !licensed { // as the go command does for a module below the root of a repository
		content = append(content, file{"LICENSE", filepath.Join(checkout, "LICENSE")})
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, module.Version{Path: m.Path, Version: version}, content); err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": []byte(info),
		version + ".mod":  mod,
		version + ".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// file is a file of a checkout in a module.
type file struct{ inside, at string }

func (f file) Path() string                 { return f.inside }
func (f file) Lstat() (os.FileInfo, error)  { return os.Lstat(f.at) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.at) }
