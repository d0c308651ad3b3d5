package year

import "time"

// modifiedRoundedUp rounds the time of a change up to a second.
func modifiedRoundedUp(p *parts) {
	p.readNews = func(_ *server, next func() Item) func() Item {
		return func() Item {
			i := next()
			i.Modified = i.Modified.Add(time.Second - 1).Truncate(time.Second)
			return i
		}
	}
}
