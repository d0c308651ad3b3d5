// Package allocs counts the allocations of a call, for tests.
//
//	if n := allocs.Least(func() { tree.Find("GET", path) }); n != 0 {
//		t.Errorf("%d allocations", n)
//	}
//
// An average, such as that of testing.AllocsPerRun, depends on chance: the garbage collector
// empties pools at any time, and under the race detector sync.Pool drops every fourth value on
// purpose. The minimum of many calls is the number of allocations with filled pools, and does
// not depend on other goroutines.
package allocs
