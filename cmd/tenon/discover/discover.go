package discover

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cmd/tenon/discover/internal/find"
)

// Command is the command `tenon discover`. The zero value works in the current directory
// with the cache of the user.
type Command struct {
	Dir            string      // where relative paths begin; "" is the current directory
	Cache          tenon.Cache // keeps results; nil is a directory in the user's cache
	Stdout, Stderr io.Writer   // nil is that of the process
}

// Run runs the command with its arguments. It returns the exit status: 0, 1 if there are
// faults, a file is out of date or nothing was found, or 2 if the arguments are not valid or a file cannot
// be read or written.
func (c Command) Run(ctx context.Context, args []string) int {
	out, errs := cmp.Or(c.Stdout, io.Writer(os.Stdout)), cmp.Or(c.Stderr, io.Writer(os.Stderr))
	q := find.Query{Dir: cmp.Or(c.Dir, ".")}
	flags := flag.NewFlagSet("tenon discover", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&q.Output, "o", "routes_gen.go", "the `file` to write")
	flags.StringVar(&q.Package, "pkg", "", "the package `name` of the file; by default that of its directory")
	flags.StringVar(&q.Func, "func", "Routes", "the `name` of the function to declare")
	flags.StringVar(&q.Tags, "tags", "", "build `tags`, separated by commas")
	check := flags.Bool("check", false, "write nothing; fail with a diff if the file is out of date")
	verbose := flags.Bool("v", false, "print how much was read")
	cache := flags.String("cache", "", "the `directory` of the cache, or off; by default in the user's cache directory")
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: tenon discover [flags] [patterns; the default is ./...]")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	q.Patterns = flags.Args()
	if q.Cache = c.Cache; q.Cache == nil || *cache != "" {
		q.Cache = cacheIn(*cache)
	}

	found, err := find.Find(ctx, q)
	if err != nil {
		fmt.Fprintln(errs, "tenon discover:", err)
		return 2
	}
	if *verbose {
		fmt.Fprintf(errs, "tenon discover: %d packages parsed\n", found.Parsed)
		if found.CacheErr != nil {
			fmt.Fprintln(errs, "tenon discover:", found.CacheErr)
		}
	}
	for _, f := range found.Faults {
		fmt.Fprintln(errs, f)
	}
	if len(found.Faults) > 0 {
		return 1
	}
	name := q.Output
	if !filepath.IsAbs(name) {
		name = filepath.Join(q.Dir, name)
	}
	status := write(name, q.Output, found.Text, *check, out, errs)
	switch {
	case status > 0:
	case found.Values == 0: // a program that does not have its first route yet compiles
		fmt.Fprintln(errs, "tenon discover: no package exports a route, a group or a resource")
		return 1
	default:
		fmt.Fprintf(errs, "tenon discover: %s has %d values of %d packages\n", q.Output, found.Values, found.Packages)
	}
	return status
}

// cacheIn returns the cache of the flag -cache; nil is none.
func cacheIn(dir string) tenon.Cache {
	if dir == "off" {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil // as in a container without a home
		}
		dir = filepath.Join(user, "tenon")
	}
	return tenon.NewDirCache(dir)
}

// write writes the file, or compares it with text.
func write(name, shown string, text []byte, check bool, out, errs io.Writer) int {
	was, err := os.ReadFile(name)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(errs, "tenon discover:", err)
		return 2
	case err == nil && !find.IsGenerated(was):
		fmt.Fprintf(errs, "tenon discover: %s was not written by this program, and is left as it is\n", shown)
		return 2
	case err == nil && bytes.Equal(was, text):
		return 0
	case check:
		fmt.Fprintf(errs, "tenon discover: %s is out of date; run tenon discover without -check\n", shown)
		fmt.Fprint(out, find.Diff(shown, shown, was, text))
		return 1
	}
	if err := os.WriteFile(name, text, 0o666); err != nil { // less the umask, as source is
		fmt.Fprintln(errs, "tenon discover:", err)
		return 2
	}
	return 0
}
