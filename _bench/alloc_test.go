package main

import (
	"testing"

	"bench/shop"
	"bench/stacks"
)

// Whole requests, including routing and the response, stay below these bounds.
func TestAllocations(t *testing.T) {
	bars := map[string]float64{
		"get one":                     3,
		"list of 20, five parameters": 5,
		"create, 1 KB valid":          12,
		"create, six violations":      40,
		"batch of 1,000 (250 KB)":     4500,
		"last of 500 routes":          0,
	}
	for _, c := range shop.Measured() {
		bar, ok := bars[c.Name]
		if !ok {
			continue
		}
		r := newReplay(stacks.All()[0].Serves(c), c, 0)
		least := testing.AllocsPerRun(1, func() { r.serve() })
		for range 100 { // garbage collection empties the pools
			least = min(least, testing.AllocsPerRun(1, func() { r.serve() }))
		}
		if least > bar {
			t.Errorf("%s: %.0f allocations are more than %.0f", c.Name, least, bar)
		}
		delete(bars, c.Name)
	}
	if len(bars) > 0 {
		t.Errorf("no such cases: %v", bars)
	}
}

// The start of an API and its documents stay below these bounds, a twentieth above what they need.
func TestAllocationsOfStart(t *testing.T) {
	start := stacks.All()[0].Resources
	documents := start(shop.Routes)
	for name, c := range map[string]struct {
		once func()
		bar  float64
	}{
		starting:  {func() { start(shop.Routes) }, 50_900},
		rendering: {func() { documents() }, 9_500},
	} {
		if got := testing.AllocsPerRun(3, c.once); got > c.bar {
			t.Errorf("%s: %.0f allocations are more than %.0f", name, got, c.bar)
		}
	}
}
