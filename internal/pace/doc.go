// Package pace compares the durations of two functions, for tests.
//
//	if n := pace.Ratio(80, parse(long), parse(short)); n > 80 {
//		t.Errorf("%.0f times as long, for 16 times as much", n)
//	}
//
// A duration depends on the machine and its load. The ratio of two durations that are measured
// at the same time depends on the code.
package pace
