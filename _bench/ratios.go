package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"bench/stacks"
)

// A recorded ratio is the time of the library divided by that of the limit.
type recorded struct {
	name string
	is   float64
}

// String formats the ratio.
func (r recorded) String() string { return fmt.Sprintf("%.2f", r.is) }

// ratioOf returns the ratio of a case that the limit supports.
func ratioOf(r row) (is float64, ok bool) {
	is = r.ratio(stacks.Ours, stacks.Limit)
	return is, is > 0
}

// recordRatios writes a line for each case: the ratio, a tab and the case.
func recordRatios(file string, rows []row) error {
	var b strings.Builder
	for _, r := range rows {
		if is, ok := ratioOf(r); ok {
			fmt.Fprintf(&b, "%s\t%s\n", recorded{r.name, is}, r.name)
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

func readRatios(file string) (all []recorded, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		is, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, recorded{name, is})
	}
	return all, nil
}

// attempts is how often a failing case is measured: a slower library fails every time, and a
// busy machine may need several attempts.
const attempts = 4

// worse returns an error if the ratio of a case has increased by more than a quarter. A case
// without a recorded ratio passes.
func worse(was []recorded, r row, again func() row) error {
	for _, w := range was {
		if w.name != r.name {
			continue
		}
		is, ok := ratioOf(r)
		for n := 1; ok && is > w.is*1.25; n++ {
			if n == attempts {
				return fmt.Errorf("%s takes %.2f times the limit; it was %.2f", r.name, is, w.is)
			}
			is, ok = ratioOf(again())
		}
	}
	return nil
}

// growth is the maximum ratio of the times of a request with many routes and with a tenth of
// them.
const growth = 1.2

// steeper returns an error if the time depends on the number of routes.
func steeper(few, many row, again func() (few, many row)) error {
	for n := 1; ; n++ {
		is := many.costs[stacks.Ours].ns / few.costs[stacks.Ours].ns
		switch {
		case is <= growth:
			return nil
		case n == attempts:
			return fmt.Errorf("%s takes %.2f times %s", many.name, is, few.name)
		}
		few, many = again()
	}
}
