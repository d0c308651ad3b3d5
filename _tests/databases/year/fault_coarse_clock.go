package year

import "time"

// coarseClock reads a clock that shows whole seconds.
func coarseClock(p *parts) {
	p.wall = func(_ *server, now time.Time) time.Time { return now.Truncate(time.Second) }
}
