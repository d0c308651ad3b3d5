package main

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	more "bench/more/cases"
	"bench/shop"
	"bench/stacks"
)

// A task is a measured case.
type task struct {
	name string
	// of returns a function that runs the case n times, or nil if the stack does not support
	// it.
	of func(s stacks.Stack) (work func(n int))
}

// The names of special cases. Most are more than a repeated request.
const (
	parallel   = "create, parallel"
	fewRoutes  = "last of 500 routes"
	manyRoutes = "last of 5,000 routes"
	starting   = "start 500 routes"
	rendering  = "documents of 500 routes"
	both       = "start 500 routes and render their documents"
)

func cases() (all []task) {
	for _, c := range shop.Measured() {
		all = append(all, task{c.Name, func(s stacks.Stack) func(int) { return serving(s, c, 1) }})
	}
	create := shop.Measured()[2]
	return append(all,
		task{parallel, func(s stacks.Stack) func(int) { return serving(s, create, runtime.GOMAXPROCS(0)) }},
		task{starting, func(s stacks.Stack) func(int) { return repeated(s, func() { s.Resources(shop.Routes) }) }},
		task{rendering, func(s stacks.Stack) func(int) {
			if s.Resources == nil {
				return nil
			}
			documents := s.Resources(shop.Routes)
			return repeated(s, func() { documents() })
		}},
		task{both, func(s stacks.Stack) func(int) { return repeated(s, func() { s.Resources(shop.Routes)() }) }})
}

func repeated(s stacks.Stack, once func()) func(int) {
	if s.Resources == nil {
		return nil
	}
	return func(n int) {
		for range n {
			once()
		}
	}
}

// others are the cases of package more.
func others() (all []task) {
	for _, c := range more.Measured() {
		all = append(all, task{c.Name, func(s stacks.Stack) func(int) { return serving(s, c, max(c.Clients, 1)) }})
	}
	return all
}

// serving serves a request in several goroutines.
func serving(s stacks.Stack, c shop.Case, width int) func(int) {
	h := s.Serves(c)
	if h == nil {
		return nil
	}
	replays := make([]*replay, width)
	for i := range replays {
		replays[i] = newReplay(h, c, i)
	}
	if width == 1 {
		return func(n int) { replays[0].times(c, n) }
	}
	return func(n int) {
		var group sync.WaitGroup
		for i, r := range replays {
			group.Go(func() { r.times(c, (n+i)/width) })
		}
		group.Wait()
	}
}

// times serves the request n times and checks the status.
func (r *replay) times(c shop.Case, n int) {
	for range n {
		if status := r.serve(); status != c.Status && (c.Status != 0 || status < 400 || status > 499) {
			panic(fmt.Sprintf("%s was answered with %d", c.Name, status))
		}
	}
}

// A row has the measurements of a case.
type row struct {
	name  string
	costs map[string]cost
	turns map[string][]float64 // nanoseconds by round
}

// ratio returns how many times as long as another stack one takes: the median of the ratios of the
// rounds, because the speed of a shared machine changes between rounds. It is 0 if one does not
// support the case.
func (r row) ratio(one, other string) float64 {
	if len(r.turns[one]) == 0 || len(r.turns[other]) == 0 {
		return 0
	}
	var ratios []cost
	for i, ns := range r.turns[one] {
		ratios = append(ratios, cost{ns: ns / r.turns[other][i]})
	}
	return median(ratios, nanoseconds)
}

func nanoseconds(c cost) float64 { return c.ns }

// A cost is the median cost of one operation.
type cost struct {
	ns, bytes, allocs float64
}

// An entry is a stack that supports a case.
type entry struct {
	name  string
	work  func(int)
	n     int // operations per turn
	costs []cost
}

func measure(t task, peers bool, rounds int, turn time.Duration, now func() time.Duration) row {
	var entries []*entry
	for _, s := range stacks.All() {
		if !peers && !s.Hand && s.Name != stacks.Ours {
			continue
		}
		if work := t.of(s); work != nil {
			entries = append(entries, &entry{name: s.Name, work: work, n: calibrated(work, turn)})
		}
	}
	for round := range rounds {
		for i := range entries {
			e := entries[(i+round)%len(entries)]
			e.costs = append(e.costs, timed(e.work, e.n, now))
		}
	}
	r := row{t.name, map[string]cost{}, map[string][]float64{}}
	for _, e := range entries {
		for _, c := range e.costs {
			r.turns[e.name] = append(r.turns[e.name], c.ns)
		}
		r.costs[e.name] = cost{
			median(e.costs, nanoseconds),
			median(e.costs, func(c cost) float64 { return c.bytes }),
			median(e.costs, func(c cost) float64 { return c.allocs }),
		}
	}
	return r
}

// calibrated returns the number of operations that take about one turn, a multiple of the
// concurrency.
func calibrated(work func(int), turn time.Duration) int {
	width := runtime.GOMAXPROCS(0)
	for n := width; ; n *= 2 {
		start := time.Now()
		work(n)
		took := time.Since(start)
		switch {
		case took > turn && n == width:
			return 1 // slow operations do not run concurrently
		case took > turn/4:
			return max(1, int(float64(n)*float64(turn)/float64(took))/width) * width
		}
	}
}

func timed(work func(int), n int, now func() time.Duration) cost {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := now()
	work(n)
	took := now() - start
	runtime.ReadMemStats(&after)
	return cost{
		float64(took) / float64(n),
		float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
		float64(after.Mallocs-before.Mallocs) / float64(n),
	}
}

func median(costs []cost, of func(cost) float64) float64 {
	values := make([]float64, len(costs))
	for i, c := range costs {
		values[i] = of(c)
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
