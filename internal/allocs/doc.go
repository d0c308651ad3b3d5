// Package allocs counts in tests what a call allocates.
//
//	if n := allocs.Least(func() { tree.Find("GET", path) }); n != 0 {
//		t.Errorf("%d allocations", n)
//	}
//
// An average, such as testing.AllocsPerRun, says something else whenever a pool
// is empty: the garbage collector empties pools when it likes, and under the race
// detector sync.Pool forgets every fourth value on purpose. What a call needs
// with everything at hand is the least of many calls, and that does not depend on
// chance, nor on what goes on beside the test.
package allocs
