package year

import (
	"net/http"
	"time"
)

// sunsetEnds stops announcing the sunset when it is there.
func sunsetEnds(p *parts) {
	p.middle = func(s *server, next http.Handler) http.Handler {
		return changed(func(h http.Header) {
			if !time.Now().Before(s.w.sunset()) {
				h.Del("Sunset")
			}
		})(s, next)
	}
}
