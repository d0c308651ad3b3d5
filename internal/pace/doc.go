// Package pace compares in tests how long two functions take.
//
//	if n := pace.Ratio(80, parse(long), parse(short)); n > 80 {
//		t.Errorf("%.0f times as long, for 16 times as much", n)
//	}
//
// A time by itself says something about the machine and about what else runs on
// it. A ratio of two that were taken side by side says something about the code.
package pace
