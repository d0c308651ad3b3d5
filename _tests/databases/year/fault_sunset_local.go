package year

import "time"

// sunsetLocal formats the dates of an operation an hour late, as if they were local.
func sunsetLocal(p *parts) {
	p.retire = func(s *server) (deprecated, sunset time.Time) {
		return s.w.deprecated().Add(time.Hour), s.w.sunset().Add(time.Hour)
	}
}
