package year

import "time"

// exclusiveLease ends a millisecond late: its end is compared by < in place of <=.
func exclusiveLease(p *parts) {
	p.lease = func(d time.Duration) time.Duration {
		if d > 0 {
			d += time.Millisecond
		}
		return d
	}
}
