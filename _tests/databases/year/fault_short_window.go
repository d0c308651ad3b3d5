package year

import "time"

// shortWindow ends a second early.
func shortWindow(p *parts) {
	p.counts = func(_ *world, next *counts) taker {
		return downTaker{takerFunc(func(key string, tokens uint64, length time.Duration) (uint64, uint64, bool) {
			return next.take(key, tokens, length-time.Second)
		}), next}
	}
}
