package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// count is the numbers of some examples.
type count struct{ published, skipped, invalid, misformed, rejected, altered, kept int }

func (c *count) add(o outcome) {
	c.published++
	switch o.fate {
	case skipped:
		c.skipped++
	case invalid:
		c.invalid++
	case misformed:
		c.misformed++
	case rejected:
		c.rejected++
	case altered:
		c.altered++
	case kept:
		c.kept++
	}
}

// valid returns how many examples the original schemas accept, and accepted how many of them the trees do.
func (c *count) valid() int    { return c.rejected + c.altered + c.kept }
func (c *count) accepted() int { return c.altered + c.kept }

// exampleReport collects outcomes.
type exampleReport struct {
	publishers []string
	counts     map[string]*count // by publisher, by kind and "all"
	reasons    map[fate]map[string]*reason
}

func newExampleReport() *exampleReport {
	return &exampleReport{counts: map[string]*count{}, reasons: map[fate]map[string]*reason{}}
}

func (r *exampleReport) of(key string) *count {
	if r.counts[key] == nil {
		r.counts[key] = &count{}
	}
	return r.counts[key]
}

// addAll adds the outcomes of an operation, and prints those that are not kept if they are to be explained.
func (r *exampleReport) addAll(publisher string, v verdict, all []outcome, explain bool) {
	for _, o := range all {
		r.add(publisher, v.operation, o)
		if explain && o.fate != kept {
			fmt.Println("example", o.name, fateNames[o.fate], o.reason, written(o.value))
		}
	}
}

var fateNames = map[fate]string{skipped: "skipped", invalid: "invalid", misformed: "misformed", rejected: "rejected", altered: "altered", kept: "kept"}

func (r *exampleReport) add(publisher, operation string, o outcome) {
	if !slices.Contains(r.publishers, publisher) {
		r.publishers = append(r.publishers, publisher)
	}
	for _, key := range []string{publisher, o.kind, "all"} {
		r.of(key).add(o)
	}
	if o.fate == kept {
		return
	}
	if r.reasons[o.fate] == nil {
		r.reasons[o.fate] = map[string]*reason{}
	}
	q := r.reasons[o.fate][o.reason]
	if q == nil {
		q = &reason{text: o.reason, example: publisher + " " + operation + ", " + o.name}
		r.reasons[o.fate][o.reason] = q
	}
	q.operations++
}

// write writes the tables. It returns the least percentage of accepted examples: of all of them, and of bodies.
func (r *exampleReport) write(w io.Writer, most int) float64 {
	bodies := count{}
	for _, k := range []string{ofRequest, ofResponse, ofProblem} {
		c := r.of(k)
		bodies.rejected, bodies.altered, bodies.kept = bodies.rejected+c.rejected, bodies.altered+c.altered, bodies.kept+c.kept
	}
	fmt.Fprintf(w, "\n%-20s %9s %7s %7s %9s %7s %15s %15s\n", "examples", "published", "skipped", "invalid", "misformed", "valid", "accepted", "kept")
	for _, key := range slices.Concat(r.publishers, exampleKinds, []string{"all"}) {
		c := r.of(key)
		fmt.Fprintf(w, "%-20s %9d %7d %7d %9d %7d %7d %6.2f%% %7d %6.2f%%\n", key, c.published, c.skipped, c.invalid, c.misformed, c.valid(),
			c.accepted(), percent(c.accepted(), c.valid()), c.kept, percent(c.kept, c.valid()))
	}
	for _, f := range []struct {
		fate  fate
		title string
	}{
		{rejected, "valid under the original schema, rejected by the tree"},
		{altered, "accepted, and written differently"},
		{skipped, "skipped"},
		{invalid, "invalid under the original schema"},
		{misformed, "valid under the original schema but for formats"},
	} {
		r.writeReasons(w, f.title, r.reasons[f.fate], most)
	}
	all := r.of("all")
	return min(shareOf(all), shareOf(&bodies))
}

// shareOf returns the percentage of accepted examples; no examples are 100 %.
func shareOf(c *count) float64 {
	if c.valid() == 0 {
		return 100
	}
	return percent(c.accepted(), c.valid())
}

func (r *exampleReport) writeReasons(w io.Writer, title string, reasons map[string]*reason, most int) {
	all := make([]*reason, 0, len(reasons))
	for _, key := range sortedKeys(reasons) {
		all = append(all, reasons[key])
	}
	slices.SortStableFunc(all, func(a, b *reason) int { return cmp.Compare(b.operations, a.operations) })
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%10s  %s\n", "examples", title)
	for _, q := range all[:min(most, len(all))] {
		fmt.Fprintf(w, "%10d  %s\n%12s%s\n", q.operations, q.text, "", q.example)
	}
}
