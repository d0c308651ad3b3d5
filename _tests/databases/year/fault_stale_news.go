package year

import "time"

// staleNews reads what changes at most once a second.
func staleNews(p *parts) {
	p.readNews = func(_ *server, next func() Item) func() Item {
		var last Item
		var until time.Time
		return func() Item {
			if now := time.Now(); !now.Before(until) {
				last, until = next(), now.Add(time.Second)
			}
			return last
		}
	}
}
