package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

// runCheck runs tenon check.
func runCheck(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	flags := newFlags("check", errs)
	expr := flags.String("api", "", "an `expression` in the package, such as newAPI(nil); by default every variable and function without parameters that is an API")
	if status, done := parse(flags, args); done {
		return status
	}
	patterns := flags.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	packages, err := listPackages(ctx, dir, patterns...)
	if err != nil {
		return report(err, errs)
	}
	t, err := newTree(ctx, dir)
	if err != nil {
		return report(err, errs)
	}
	status, checked := 0, 0
	seen := map[string]bool{}
	for _, p := range packages {
		exprs := []string{*expr}
		if *expr == "" {
			if exprs, err = p.apis(); err != nil {
				return report(err, errs)
			}
		}
		for _, x := range exprs {
			checked++
			result, err := evaluator{dir: dir, pkg: p}.evaluate(ctx, x)
			if err == nil && result.Error != "" {
				err = fmt.Errorf("%s in package %s: %s", x, p.ImportPath, result.Error)
			}
			if err != nil {
				status = max(status, report(err, errs))
			}
			for _, line := range result.lines(t) {
				if status = max(status, 1); !seen[line] { // two expressions may have one route
					fmt.Fprintln(out, line)
				}
				seen[line] = true
			}
		}
		unused, err := p.unusedRoutes()
		if err != nil {
			return report(err, errs)
		}
		for _, line := range (evaluation{Faults: unused}).lines(t) {
			fmt.Fprintln(out, line)
			status = max(status, 1)
		}
	}
	if checked == 0 {
		fmt.Fprintln(errs, "tenon check:", errNoAPI(strings.Join(patterns, " ")))
		return 2
	}
	return status
}

// lines returns the faults as editors read them: file:line: message, with file relative to the
// current directory.
func (e evaluation) lines(t tree) (out []string) {
	for _, f := range e.Faults {
		if f.File == "" {
			out = append(out, f.Message)
			continue
		}
		out = append(out, fmt.Sprintf("%s:%d: %s", t.relative(f.File), f.Line, f.Message))
	}
	return out
}

// tree has the directories of the developer's modules by their paths.
type tree struct {
	dir     string // the current one
	modules map[string]string
}

func newTree(ctx context.Context, dir string) (tree, error) {
	out, err := goCommand(ctx, dir, "list", "-m", "-f", "{{.Path}}\t{{.Dir}}")
	if err != nil {
		return tree{}, err
	}
	t := tree{dir, map[string]string{}}
	for line := range strings.Lines(string(out)) {
		path, at, _ := strings.Cut(strings.TrimSpace(line), "\t")
		t.modules[path] = at
	}
	return t, nil
}

// relative returns a file's name relative to the current directory, unless it is elsewhere. With
// -trimpath in GOFLAGS, a name begins with the path of the module.
func (t tree) relative(file string) string {
	if !filepath.IsAbs(file) {
		longest := ""
		for path := range t.modules {
			if strings.HasPrefix(file, path+"/") && len(path) > len(longest) {
				longest = path
			}
		}
		if longest == "" {
			return file
		}
		file = filepath.Join(t.modules[longest], filepath.FromSlash(file[len(longest):]))
	}
	if name, err := filepath.Rel(t.dir, file); err == nil && filepath.IsLocal(name) {
		return name
	}
	return file
}

var hasPosition = regexp.MustCompile(`(?m)^\s*\S+\.go:\d+(:\d+)?: `)

// report prints why an API has not been built. The status is 1 if the text has positions, as that of
// the compiler.
func report(err error, errs io.Writer) int {
	if failed, ok := errors.AsType[*goError](err); ok && hasPosition.MatchString(failed.err.Error()) {
		fmt.Fprintln(errs, failed.err) // relative to dir already
		return 1
	}
	fmt.Fprintln(errs, "tenon:", err)
	if hasPosition.MatchString(err.Error()) {
		return 1
	}
	return 2
}
