package year

import "time"

// shortLease ends a second early.
func shortLease(p *parts) {
	p.lease = func(d time.Duration) time.Duration { return max(d-time.Second, 0) }
}
