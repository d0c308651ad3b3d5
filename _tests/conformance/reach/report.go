package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// row is the numbers of a publisher.
type row struct {
	publisher                   string
	operations, declared, whole int
}

// report collects verdicts.
type report struct {
	rows     []*row
	reasons  map[string]*reason
	examples *exampleReport // nil: they are not tried
}

type reason struct {
	text, example string
	operations    int
	alone         int // operations that have no other reason
}

func (r *report) add(publisher string, v verdict) {
	i := slices.IndexFunc(r.rows, func(w *row) bool { return w.publisher == publisher })
	if i < 0 {
		i = len(r.rows)
		r.rows = append(r.rows, &row{publisher: publisher})
	}
	w := r.rows[i]
	w.operations++
	if v.declared {
		w.declared++
	}
	if v.whole && v.declared {
		w.whole++
	}
	for _, text := range v.reasons {
		q := r.reasons[text]
		if q == nil {
			q = &reason{text: text, example: publisher + " " + v.operation}
			r.reasons[text] = q
		}
		q.operations++
		if len(v.reasons) == 1 {
			q.alone++
		}
	}
}

// write writes the tables, and returns the sums.
func (r *report) write(w io.Writer, most int) row {
	fmt.Fprintf(w, "%-12s %10s %15s %15s\n", "publisher", "operations", "with errors", "without errors")
	total := row{publisher: "all"}
	for _, p := range r.rows {
		p.write(w)
		total.operations += p.operations
		total.declared += p.declared
		total.whole += p.whole
	}
	total.write(w)
	all := make([]*reason, 0, len(r.reasons))
	for _, key := range sortedKeys(r.reasons) {
		all = append(all, r.reasons[key])
	}
	slices.SortStableFunc(all, func(a, b *reason) int { return cmp.Compare(b.operations, a.operations) })
	fmt.Fprintf(w, "\n%10s %6s  reason (alone: operations without another one)\n", "operations", "alone")
	for _, q := range all[:min(most, len(all))] {
		fmt.Fprintf(w, "%10d %6d  %s\n%19s %s\n", q.operations, q.alone, q.text, "", strings.TrimSpace(q.example))
	}
	return total
}

func (p *row) write(w io.Writer) {
	fmt.Fprintf(w, "%-12s %10d %7d %6.1f%% %7d %6.1f%%\n", p.publisher, p.operations,
		p.whole, percent(p.whole, p.operations), p.declared, percent(p.declared, p.operations))
}

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}
