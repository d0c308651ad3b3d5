package discovery

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/route/discover/internal/find"
)

// Main is a program: it reads the arguments of the process and ends it, with 0, with 1
// where there are faults or a file is out of date, and with 2 where it was called wrongly
// or could not work. What was found is kept in the cache; nil is a directory of the user's.
// The flag -cache takes the place of both.
func Main(cache tenon.Cache) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, ".", os.Args[1:], cache, os.Stdout, os.Stderr))
}

// run is the program without its process.
func run(ctx context.Context, dir string, args []string, own tenon.Cache, out, complaint io.Writer) int {
	q := find.Query{Dir: dir}
	flags := flag.NewFlagSet("discover", flag.ContinueOnError)
	flags.SetOutput(complaint)
	flags.StringVar(&q.Output, "o", "routes_gen.go", "the `file` to write")
	flags.StringVar(&q.Package, "pkg", "", "the package `name` of the file, unless its directory tells it")
	flags.StringVar(&q.Func, "func", "Routes", "the `name` of the function to declare")
	flags.StringVar(&q.Tags, "tags", "", "build `tags`, separated by commas")
	check := flags.Bool("check", false, "write nothing, and fail with a diff where the file is out of date")
	verbose := flags.Bool("v", false, "say how much was read")
	cache := flags.String("cache", "", "the `directory` that keeps what was found, or off; the user's cache directory without it")
	flags.Usage = func() {
		fmt.Fprintln(complaint, "usage: discover [flags] [patterns, ./... without any]")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	q.Patterns = flags.Args()
	if q.Cache = own; own == nil || *cache != "" {
		q.Cache = remembered(*cache)
	}

	found, err := find.Find(ctx, q)
	if err != nil {
		fmt.Fprintln(complaint, "discover:", err)
		return 2
	}
	if *verbose {
		fmt.Fprintf(complaint, "discover: %d values in %d packages, %d packages parsed\n", found.Values, found.Packages, found.Parsed)
		if found.CacheErr != nil {
			fmt.Fprintln(complaint, "discover:", found.CacheErr)
		}
	}
	for _, f := range found.Faults {
		fmt.Fprintln(complaint, f)
	}
	if len(found.Faults) > 0 {
		return 1
	}
	name := q.Output
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return write(name, q.Output, found.Text, *check, out, complaint)
}

// remembered returns the cache; nil where there is none.
func remembered(dir string) tenon.Cache {
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

// write writes the file, or compares it.
func write(name, shown string, text []byte, check bool, out, complaint io.Writer) int {
	was, err := os.ReadFile(name)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(complaint, "discover:", err)
		return 2
	case err == nil && !find.Ours(was):
		fmt.Fprintf(complaint, "discover: %s was not written by this program, and is left as it is\n", shown)
		return 2
	case err == nil && bytes.Equal(was, text):
		return 0
	case check:
		fmt.Fprintf(complaint, "discover: %s is out of date; run discover without -check\n", shown)
		fmt.Fprint(out, find.Diff(shown, shown, was, text))
		return 1
	}
	if err := os.WriteFile(name, text, 0o666); err != nil { // less the umask, as source is
		fmt.Fprintln(complaint, "discover:", err)
		return 2
	}
	return 0
}
