package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/tenon-go/tenon/route/discover"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr))
}

const usage = `usage:
  tenon routes [flags] [packages]                         a Go file that lists all exported routes
  tenon shapes ts          [flags] package Variable...    TypeScript types of every mode
  tenon shapes go          [flags] package Variable...    Go structs, bindings and accessors
  tenon shapes collections [flags] directory [Type...]    collections of structs in source

The flag -h of a command prints its flags.
`

// run runs a command and returns the exit status: 0, 1 if there are faults or a file is
// out of date, or 2 if the arguments are not valid or the command cannot work.
func run(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	switch command {
	case "routes":
		return discover.Command{Dir: dir, Stdout: out, Stderr: errs}.Run(ctx, args)
	case "shapes":
		return runShapes(ctx, dir, args, out, errs)
	}
	fmt.Fprint(errs, usage)
	if command == "help" || command == "-h" || command == "-help" || command == "--help" {
		return 0
	}
	return 2
}
