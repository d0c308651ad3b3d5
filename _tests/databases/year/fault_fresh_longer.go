package year

import "net/http"

// freshLonger lets caches keep a response for a second more.
func freshLonger(p *parts) {
	p.middle = changed(func(h http.Header) {
		if h.Get("Cache-Control") == "public, max-age=60" {
			h.Set("Cache-Control", "public, max-age=61")
		}
	})
}
