// Command bench compares this library with others that serve the same API, and prints the
// tables of doc/performance.md:
//
//	go generate -C _bench ./...            # first: the code of peers that generate theirs
//	go run -C _bench .                     # everything, about five minutes; draws doc/speed.svg
//	go run -C _bench . -more               # the second table: names, a tree, tokens, a limit, SQLite
//	go run -C _bench . -only 'create'      # some cases
//	go run -C _bench . -peers=false        # only the library and the stacks by hand
//	go run -C _bench . -cpu                # processor time, for a busy machine
//	go run -C _bench -tags alone . -cpu -check ratios.txt   # fails if the library has become slower
//	go run -C _bench -tags alone . -cpu -more -only '…' -check ratios-more.txt   # the same for the second table
//	go test -C _bench .                    # verifies that all responses are equal
//	go test -C _bench -run '^$' -bench 'get_one/tenon' -cpuprofile cpu.prof .
//
// Requests are replayed in process, without a network and without allocations of the replay.
// The stacks take turns within each round, so that other load on the machine affects all of
// them. The command prints medians of the rounds, also of the ratios. Processor time
// includes all goroutines: for the parallel case it is the work, not the duration.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	rounds := flags.Int("rounds", 21, "how often each stack has its turn; at least 5")
	turn := flags.Duration("turn", 50*time.Millisecond, "how long a turn takes, about")
	only := flags.String("only", "", "the cases that match a `pattern`")
	second := flags.Bool("more", false, "measure the cases of package more instead of the shop")
	peers := flags.Bool("peers", true, "measure other libraries too")
	cpu := flags.Bool("cpu", false, "measure processor time, which other processes do not change as much")
	chart := flags.String("svg", "../doc/speed.svg", "`file` to draw the chart into, unless -only, -more or -peers=false leaves something out")
	check := flags.String("check", "", "`file` with ratios to the limit that must not be passed by more than a quarter")
	record := flags.String("record", "", "`file` to write those ratios to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *rounds < 5 {
		return errors.New("a median of fewer than 5 rounds says little")
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	var was []recorded
	if *check != "" {
		if was, err = readRatios(*check); err != nil {
			return err
		}
	}

	start := time.Now()
	now := func() time.Duration { return time.Since(start) }
	what := "time"
	if *cpu {
		now, what = used, "processor time"
	}
	var rows []row
	var slower []error
	var last func() row // measures the previous case
	all := cases()
	if *second {
		all = others()
	}
	for _, c := range all {
		if !wanted.MatchString(c.name) {
			continue
		}
		fmt.Fprintln(os.Stderr, c.name)
		again := func() row { return measure(c, *peers, *rounds, *turn, now) }
		r := again()
		rows = append(rows, r)
		if *check != "" {
			slower = append(slower, worse(was, r, again))
			if n := len(rows); c.name == manyRoutes && n > 1 && rows[n-2].name == fewRoutes {
				slower = append(slower, steeper(rows[n-2], r, func() (few, many row) { return last(), again() }))
			}
		}
		last = again
	}
	if err := writeTables(os.Stdout, rows, what); err != nil {
		return err
	}
	if *only == "" && *peers && !*second && *chart != "" {
		if err := os.WriteFile(*chart, drawn(rows, what), 0o644); err != nil {
			return err
		}
	}
	if *record != "" {
		if err := recordRatios(*record, rows); err != nil {
			return err
		}
	}
	return errors.Join(slower...)
}
