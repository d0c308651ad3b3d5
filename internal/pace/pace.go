package pace

import (
	"runtime"
	"time"
)

const (
	attempts = 10

	// least is how long each function runs at least in an attempt: the clock of a
	// processor moves in steps of up to 10 ms.
	least = 50 * time.Millisecond
)

// Ratio returns how many times as long f takes as base, in time on a processor
// where that is known: a thread that waits for its turn on a busy machine is not
// slow. Both run once before, to warm up. Ratio measures again, some times, while
// the result is more than enough: what really takes longer does so each time.
func Ratio(enough float64, f, base func()) (ratio float64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
	base()
	for range attempts {
		if ratio = each(f) / each(base); ratio <= enough {
			break
		}
	}
	return ratio
}

// each returns how long a call of f takes, in nanoseconds.
func each(f func()) float64 {
	begin := used()
	for n := 1; ; n++ {
		f()
		if took := used() - begin; took >= least {
			return float64(took) / float64(n)
		}
	}
}
