package allocs

import "testing"

// rounds is the number of calls that are counted. Under the race detector, a call that takes
// ten values from pools finds all of them about once in twenty calls.
const rounds = 400

// Least returns the smallest number of allocations of many calls of f. It counts each call
// separately, after a first call to warm up. Like testing.AllocsPerRun, it sets GOMAXPROCS to
// 1 in the meantime and panics in a parallel test.
//
// It does not count occasional allocations, such as those of a growing slice; use an average
// for those.
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
