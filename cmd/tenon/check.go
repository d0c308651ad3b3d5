package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// runCheck runs tenon check.
func runCheck(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	flags := newFlags("check", errs)
	expr := flags.String("api", "", "an `expression` in the package, such as newAPI(nil); by default every variable and function without parameters that is an API")
	asJSON := flags.Bool("json", false, "print each fault as a JSON object with file, line and message")
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
	status, checked, operations := 0, 0, 0
	seen := map[fault]bool{} // two expressions may have one route
	show := func(faults []fault) {
		for _, f := range faults {
			if f.File = t.relative(f.File); !seen[f] {
				fmt.Fprintln(out, f.line(*asJSON))
			}
			seen[f], status = true, max(status, 1)
		}
	}
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
			operations += result.Operations
			show(result.Faults)
		}
		unused, err := p.unusedRoutes()
		if err != nil {
			return report(err, errs)
		}
		show(unused)
	}
	if checked == 0 {
		fmt.Fprintln(errs, "tenon check:", errNoAPI(strings.Join(patterns, " ")))
		return 2
	}
	if status < 2 {
		fmt.Fprintf(errs, "%s, %s\n", counted(operations, "operation"), counted(len(seen), "fault"))
	}
	return status
}

// counted returns a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// line returns a fault as editors read it, file:line: message, or as a JSON object.
func (f fault) line(asJSON bool) string {
	switch {
	case asJSON:
		file, _ := jsontext.AppendQuote(nil, f.File)
		message, _ := jsontext.AppendQuote(nil, f.Message)
		return fmt.Sprintf(`{"file":%s,"line":%d,"message":%s}`, file, f.Line, message)
	case f.File == "":
		return f.Message
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
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
	if file == "" {
		return ""
	}
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
