package year

import "time"

// takerFunc is a taker.
type takerFunc func(key string, tokens uint64, length time.Duration) (remaining, reset uint64, ok bool)

func (f takerFunc) take(key string, tokens uint64, length time.Duration) (remaining, reset uint64, ok bool) {
	return f(key, tokens, length)
}

// slidingWindow begins a window again with each request.
func slidingWindow(p *parts) {
	p.counts = func(w *world, next *counts) taker {
		return downTaker{takerFunc(func(key string, tokens uint64, length time.Duration) (uint64, uint64, bool) {
			remaining, _, ok := next.take(key, tokens, length)
			m := next.windows[key]
			m.end = time.Now().Add(length)
			return remaining, uint64(m.end.UnixNano()), ok
		}), next}
	}
}
