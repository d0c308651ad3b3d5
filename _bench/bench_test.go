package main

import (
	"slices"
	"strings"
	"testing"

	"bench/stacks"
)

// BenchmarkCases is for profiles; use the command for comparisons.
func BenchmarkCases(b *testing.B) {
	for _, c := range slices.Concat(cases(), others()) {
		for _, s := range stacks.All() {
			b.Run(strings.NewReplacer(" ", "_", ",", "").Replace(c.name)+"/"+s.Slug(), func(b *testing.B) {
				work := c.of(s)
				if work == nil {
					b.Skip("not of this stack")
				}
				work(4)
				b.ReportAllocs()
				b.ResetTimer()
				work(b.N)
			})
		}
	}
}
