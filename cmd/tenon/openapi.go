package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// runOpenAPI runs tenon openapi.
func runOpenAPI(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	flags := newFlags("openapi", errs)
	e := evaluator{dir: dir}
	expr := flags.String("api", "", "an `expression` in the package, such as newAPI(nil); by default its only API")
	file := flags.String("o", "", "the `file` to write; by default standard output")
	check := flags.Bool("check", false, "write nothing; fail if the file is out of date")
	flags.StringVar(&e.version, "openapi", "3.1", "the `version` of OpenAPI: 3.0, 3.1 or 3.2")
	flags.StringVar(&e.format, "format", "", "yaml or json; by default that of the file's extension, or yaml")
	flags.StringVar(&e.audience, "audience", "", "the `audiences` of the document, separated by commas")
	if status, done := parse(flags, args); done {
		return status
	}
	fail := func(format string, args ...any) int {
		fmt.Fprintf(errs, "tenon openapi: "+format+"\n", args...)
		return 2
	}
	if e.format == "" && filepath.Ext(*file) == ".json" {
		e.format = "json"
	}
	switch e.format = cmp.Or(e.format, "yaml"); {
	case e.format != "yaml" && e.format != "json":
		return fail("the format %q is not yaml or json", e.format)
	case flags.NArg() > 1:
		return fail("there is more than one package: %q", flags.Args())
	case e.version == "":
		return fail("-openapi is empty")
	case *check && *file == "":
		return fail("-check needs -o")
	}
	var err error
	var x string
	if e.pkg, x, err = oneAPI(ctx, dir, cmp.Or(flags.Arg(0), "."), *expr); err != nil {
		return fail("%v", err)
	}
	result, err := e.evaluate(ctx, x)
	switch {
	case err != nil:
		return report(err, errs)
	case result.Error != "":
		return fail("%s in package %s: %s", x, e.pkg.ImportPath, result.Error)
	case len(result.Faults) > 0:
		t, err := newTree(ctx, dir)
		if err != nil {
			return report(err, errs)
		}
		for _, f := range result.Faults {
			f.File = t.relative(f.File)
			fmt.Fprintln(errs, f.line(false))
		}
		return 1
	case *file == "":
		if _, err := io.WriteString(out, result.Document); err != nil {
			return fail("%v", err)
		}
		return 0
	}
	name := *file
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if *check {
		if text, err := os.ReadFile(name); err != nil || !bytes.Equal(text, []byte(result.Document)) {
			fmt.Fprintf(errs, "tenon openapi: %s is out of date; run tenon openapi without -check\n", *file)
			return 1
		}
		return 0
	}
	if err := os.WriteFile(name, []byte(result.Document), 0o666); err != nil {
		return fail("%v", err)
	}
	return 0
}
