package year

import "net/http"

// resetEarly rounds X-RateLimit-Reset down.
func resetEarly(p *parts) {
	p.middle = changed(func(h http.Header) { less(h, "X-Ratelimit-Reset") })
}
