package pace_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/pace"
)

// work takes as long as n says, and depends on what it has found so far.
func work(n int) func() {
	return func() {
		x := uint32(1)
		for range n * 10_000 {
			x = x*1664525 + 1013904223
		}
		sum += x
	}
}

var sum uint32

func TestTheRatioIsThatOfTheWork(t *testing.T) {
	for _, n := range []int{1, 4, 20} {
		if got := pace.Ratio(2*float64(n), work(10*n), work(10)); got > 2*float64(n) || got < float64(n)/2 {
			t.Errorf("%.1f, want about %d", got, n)
		}
	}
}

func TestWhatTakesTooLongDoesSoEachTime(t *testing.T) {
	if got := pace.Ratio(40, work(1000), work(10)); got <= 40 {
		t.Errorf("%.1f, want about 100", got)
	}
}

func TestTheFirstRunsDoNotCount(t *testing.T) {
	runs := 0
	slowAtFirst := func() {
		if runs++; runs <= 3 {
			time.Sleep(20 * time.Millisecond)
			work(10_000)()
		}
		work(10)()
	}
	if got := pace.Ratio(2, slowAtFirst, work(10)); got > 2 {
		t.Errorf("%.1f", got)
	}
}
