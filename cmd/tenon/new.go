package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"text/template"

	"golang.org/x/mod/module"
)

// The files of a project. Their names end in .tmpl, because a directory with a go.mod is not embedded
// and Go files would be compiled; a name that begins with dot_ stands for one that begins with a dot.
//
//go:embed project
var project embed.FS

// runNew runs tenon new.
func runNew(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	flags := newFlags("new", errs)
	name := flags.String("module", "", "the module `path`; by default the name of the directory")
	tidy := flags.Bool("tidy", true, "run go mod tidy, which downloads the dependencies")
	if status, done := parse(flags, args); done {
		return status
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return 2
	}
	to := flags.Arg(0)
	if !filepath.IsAbs(to) {
		to = filepath.Join(dir, to)
	}
	p := newProject(cmp.Or(*name, filepath.Base(to)), libraryVersion())
	err := p.write(to)
	if err == nil && *tidy {
		_, err = goCommand(ctx, to, "mod", "tidy")
	}
	if err != nil {
		fmt.Fprintln(errs, "tenon new:", err)
		return 2
	}
	fmt.Fprintf(out, "created %s:\n\n  cd %s\n", flags.Arg(0), flags.Arg(0))
	if !*tidy {
		fmt.Fprint(out, "  go mod tidy\n")
	}
	fmt.Fprint(out, "  go test ./...\n  go run .\n")
	return 0
}

// libraryVersion returns the version of this program, which is that of the library too; "" if it
// was built from a checkout.
func libraryVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == library+"/cmd/tenon" && info.Main.Sum != "" {
		return info.Main.Version
	}
	return ""
}

// projectData is what the files of a project refer to.
type projectData struct {
	Module  string
	Name    string // the last element of Module
	Title   string
	Version string // of the library; "" for the latest
}

func newProject(path_, version string) projectData {
	name := path.Base(path_)
	if prefix, major, ok := module.SplitPathVersion(path_); ok && major != "" {
		name = path.Base(prefix)
	}
	return projectData{path_, name, strings.ToUpper(name[:1]) + name[1:], version}
}

// write writes the project to a directory that does not exist or is empty.
func (p projectData) write(to string) error {
	if err := module.CheckImportPath(p.Module); err != nil {
		return err
	}
	entries, err := os.ReadDir(to)
	switch {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("the directory %s is not empty", to)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return fs.WalkDir(project, "project", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := p.file(name)
		if err != nil {
			return err
		}
		at := filepath.Join(to, filepath.FromSlash(projectName(name)))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		return os.WriteFile(at, text, 0o666)
	})
}

// projectName returns the name of a file in a project.
func projectName(embedded string) string {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(embedded, "project/"), ".tmpl"), "/")
	for i, part := range parts {
		if rest, ok := strings.CutPrefix(part, "dot_"); ok {
			parts[i] = "." + rest
		}
	}
	return path.Join(parts...)
}

// file returns the text of an embedded file. The delimiters are not those of GitHub's workflows.
func (p projectData) file(name string) ([]byte, error) {
	text, err := project.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Delims("<<", ">>").Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, p)
	return b.Bytes(), err
}
