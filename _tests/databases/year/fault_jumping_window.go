package year

import (
	"time"

	"github.com/tenon-go/tenon/throttle"
)

// jumpingWindow is right until the wall clock is set: windows then become longer or shorter.
func jumpingWindow(p *parts) {
	p.memory = func(s *server, p throttle.Policy) throttle.Policy {
		at := s.w.ahead(s.n)
		return p.Clock(func() time.Time { return s.clock().Add(-at) })
	}
}
