package allocs

import "testing"

// rounds is how many calls are counted. Under the race detector a call that
// takes ten values from pools finds all of them about once in twenty times.
const rounds = 400

// Least returns the number of allocations of the cheapest of many calls of f.
// Every one is counted by itself, after another that warms up. Like
// testing.AllocsPerRun it sets GOMAXPROCS to 1 meanwhile, and panics in a
// parallel test.
//
// What f allocates from time to time only, as by growing a slice, is not in it:
// that is a matter for an average.
func Least(f func()) int {
	least := testing.AllocsPerRun(1, f)
	for range rounds - 1 {
		if least == 0 {
			break
		}
		least = min(least, testing.AllocsPerRun(1, f))
	}
	return int(least)
}
