package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed completion
var completions embed.FS

// runCompletion runs tenon completion.
func runCompletion(_ context.Context, _ string, args []string, out, errs io.Writer) int {
	flags := newFlags("completion", errs)
	if status, done := parse(flags, args); done {
		return status
	}
	if flags.NArg() != 1 || !slices.Contains([]string{"bash", "zsh", "fish"}, flags.Arg(0)) {
		flags.Usage()
		return 2
	}
	text, err := completions.ReadFile("completion/tenon." + flags.Arg(0))
	if err == nil {
		_, err = out.Write(text)
	}
	if err != nil {
		fmt.Fprintln(errs, "tenon completion:", err)
		return 2
	}
	return 0
}

// complete prints the words that can stand in the place of the last of args. If it prints none,
// the shell completes names of files.
func complete(args []string, out io.Writer) int {
	if len(args) == 0 {
		return 0
	}
	last := args[len(args)-1]
	var words []string
	for _, c := range commands() {
		switch {
		case len(args) == 1:
			words = append(words, c.name)
		case c.name == args[0]:
			for _, w := range c.words {
				if strings.HasPrefix(w, "-") || len(args) == 2 { // shapes ts, completion bash
					words = append(words, w)
				}
			}
		}
	}
	for _, w := range words {
		if strings.HasPrefix(w, last) && (last != "" || !strings.HasPrefix(w, "-")) {
			fmt.Fprintln(out, w)
		}
	}
	return 0
}
