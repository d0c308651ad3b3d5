package year

import "time"

// lateTimeout gives handlers ten milliseconds more.
func lateTimeout(p *parts) {
	p.timeout = func(d time.Duration) time.Duration { return d + 10*time.Millisecond }
}
