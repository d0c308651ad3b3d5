package year

import "time"

// penalty makes a window longer with each rejected request.
func penalty(p *parts) {
	p.counts = func(_ *world, next *counts) taker {
		return downTaker{takerFunc(func(key string, tokens uint64, length time.Duration) (uint64, uint64, bool) {
			remaining, reset, ok := next.take(key, tokens, length)
			if m := next.windows[key]; !ok {
				m.end = m.end.Add(time.Minute)
				reset = uint64(m.end.UnixNano())
			}
			return remaining, reset, ok
		}), next}
	}
}
