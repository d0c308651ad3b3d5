package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/tenon-go/tenon/cmd/tenon/discover"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tenon:", err)
		os.Exit(2)
	}
	os.Exit(run(ctx, dir, os.Args[1:], os.Stdout, os.Stderr))
}

// command is a command of tenon. The functions return the exit status.
type command struct {
	name    string
	args    string // its arguments, for the usage
	summary string
	words   []string // names and flags, for completion
	run     func(ctx context.Context, dir string, args []string, out, errs io.Writer) int
}

// commands returns all commands. The flag package parses their flags, as it does for the go command
// and for package discover: a command has few of them, and existing lines of go:generate keep
// their form.
func commands() []command {
	return []command{
		{"new", "[flags] directory", "create a project", []string{"-module", "-tidy=false"}, runNew},
		{"run", "[package [arguments]]", "run a program, and restart it on changes", []string{"-grace"}, runRun},
		{"check", "[flags] [packages]", "report the faults of APIs without serving", []string{"-api", "-json"}, runCheck},
		{"openapi", "[flags] [package]", "write the OpenAPI document of an API", []string{"-api", "-audience", "-check", "-format", "-o", "-openapi"}, runOpenAPI},
		{"discover", "[flags] [packages]", "write a Go file that lists all exported routes", []string{"-cache", "-check", "-func", "-o", "-pkg", "-tags", "-v"}, runDiscover},
		{"shapes", "ts|go|collections …", "write generated types, or collections of structs", []string{"ts", "go", "collections", "-check", "-o", "-pkg", "-unions"}, runShapes},
		{"completion", "bash|zsh|fish", "write a script that completes commands", []string{"bash", "zsh", "fish"}, runCompletion},
	}
}

// run runs a command and returns the exit status: 0, 1 if there are faults, a file is out
// of date or nothing was found, or 2 if the arguments are not valid or the command cannot work.
func run(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	if name == "complete" { // for the scripts of completion
		return complete(args, out)
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(ctx, dir, args, out, errs)
		}
	}
	switch name {
	case "help", "-h", "-help", "--help":
		usage(errs)
		return 0
	case "":
	default:
		fmt.Fprintf(errs, "tenon: unknown command %q\n", name)
	}
	usage(errs)
	return 2
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage:")
	for _, c := range commands() {
		fmt.Fprintf(w, "  tenon %-32s %s\n", c.name+" "+c.args, c.summary)
	}
	fmt.Fprint(w, "\nThe flag -h of a command prints its flags.\n")
}

func runDiscover(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	return discover.Command{Dir: dir, Stdout: out, Stderr: errs}.Run(ctx, args)
}

// newFlags returns the flags of a command, whose usage names its arguments.
func newFlags(name string, errs io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("tenon "+name, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(errs, "usage: tenon %s %s\n", name, c.args)
			}
		}
		flags.PrintDefaults()
	}
	return flags
}

// parse parses flags. If the command is done, it returns the exit status.
func parse(flags *flag.FlagSet, args []string) (status int, done bool) {
	switch err := flags.Parse(args); err {
	case nil:
		return 0, false
	case flag.ErrHelp:
		return 0, true
	}
	return 2, true
}
