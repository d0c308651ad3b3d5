package year

import "time"

// alignedWindow begins windows at full hours, and not with the first request.
func alignedWindow(p *parts) {
	p.counts = func(_ *world, next *counts) taker {
		return downTaker{takerFunc(func(key string, tokens uint64, length time.Duration) (uint64, uint64, bool) {
			end := time.Now().Truncate(length).Add(length)
			return next.take(key, tokens, time.Until(end))
		}), next}
	}
}
