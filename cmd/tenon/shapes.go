package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
)

const shapesUsage = `usage:
  tenon shapes ts          [flags] package Variable...    TypeScript types of every mode
  tenon shapes go          [flags] package Variable...    Go structs, bindings and accessors
  tenon shapes collections [flags] directory [Type...]    collections of structs in source
`

// request is what the arguments request.
type request struct {
	dir    string   // where relative paths begin
	kind   string   // ts, go or collections
	pkg    string   // the directory of the package
	names  []string // of variables or types
	unions []string
	into   string // the package of printed Go
}

// runShapes runs tenon shapes.
func runShapes(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	r := request{dir: dir}
	if len(args) > 0 {
		r.kind, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("tenon shapes", flag.ContinueOnError)
	flags.SetOutput(errs)
	file := flags.String("o", "", "the `file` to write; by default standard output")
	check := flags.Bool("check", false, "write nothing; fail if the file is out of date")
	unions := flags.String("unions", "", "`variables` that are unions, separated by commas")
	flags.StringVar(&r.into, "pkg", "", "the package `name` of printed Go; by default that of the file's directory")
	flags.Usage = func() {
		fmt.Fprint(errs, shapesUsage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp) || r.kind == "-h" || r.kind == "help":
		flags.Usage()
		return 0
	case err != nil:
		return 2
	}
	r.unions = strings.FieldsFunc(*unions, func(c rune) bool { return c == ',' })
	if rest := flags.Args(); len(rest) > 0 {
		r.pkg, r.names = rest[0], rest[1:]
	}
	if r.into == "" {
		r.into = packageName(dir, *file)
	}
	text, err := r.print(ctx)
	switch {
	case errors.Is(err, errUsage):
		flags.Usage()
		return 2
	case err != nil:
		fmt.Fprintln(errs, "tenon shapes:", err)
		return 2
	case *file == "":
		if _, err = out.Write(text); err != nil {
			fmt.Fprintln(errs, err)
			return 2
		}
		return 0
	}
	name := *file
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if *check {
		if err := shapes.Check(name, text); err != nil {
			fmt.Fprintln(errs, err)
			return 1
		}
		return 0
	}
	if err := shapes.Write(name, text); err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	return 0
}

var errUsage = errors.New("usage")

func (r request) print(ctx context.Context) ([]byte, error) {
	switch {
	case r.pkg == "":
		return nil, errUsage
	case r.kind == "collections":
		dir := r.pkg
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.dir, dir)
		}
		return shapes.Collections(dir, r.names...)
	case r.kind != "ts" && r.kind != "go", len(r.names)+len(r.unions) == 0:
		return nil, errUsage
	}
	return r.evaluate(ctx)
}

// packageName makes a package name of a file's directory.
func packageName(dir, file string) string {
	abs, err := filepath.Abs(filepath.Join(dir, filepath.Dir(file)))
	if err != nil {
		return "shapes"
	}
	name := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(filepath.Base(abs)))
	if name = strings.TrimLeft(name, "0123456789"); name == "" {
		return "shapes"
	}
	return name
}
