package year

import "github.com/tenon-go/tenon/throttle"

// wallWindows measures windows by the wall clock, which is set ahead and back.
func wallWindows(p *parts) {
	p.memory = func(s *server, p throttle.Policy) throttle.Policy { return p.Clock(s.clock) }
}
