package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// limits are the ratios to the limit, of the cases that it answers.
func limits(rows []row) (names []string, ratios map[string]float64) {
	ratios = map[string]float64{}
	for _, r := range rows {
		if least, ok := r.costs[limed]; ok {
			names = append(names, r.name)
			ratios[r.name] = r.costs[ours].ns / least.ns
		}
	}
	return names, ratios
}

// recordRatios writes a line for each case: the ratio, a tab and the case.
func recordRatios(file string, rows []row) error {
	var b strings.Builder
	names, ratios := limits(rows)
	for _, name := range names {
		fmt.Fprintf(&b, "%.2f\t%s\n", ratios[name], name)
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// checkRatios fails where a ratio has become worse by more than a quarter.
func checkRatios(file string, rows []row) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, now := limits(rows)
	var worse []error
	checked := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		text, name, _ := strings.Cut(lines.Text(), "\t")
		was, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		is, ok := now[name]
		if !ok {
			continue
		}
		if checked++; is > was*1.25 {
			worse = append(worse, fmt.Errorf("%s takes %.2f times the limit; it was %.2f", name, is, was))
		}
	}
	if checked == 0 {
		return errors.New(file + " has none of the cases")
	}
	return errors.Join(worse...)
}
