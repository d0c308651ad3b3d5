package edge

import "net/http"

// Wrap wraps h in middleware, the first outermost, and recovers from its panics. panicked sends a
// problem after a panic, or aborts a response that has begun.
func Wrap(middleware []func(http.Handler) http.Handler, h http.Handler, panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)) http.Handler {
	for i := len(middleware) - 1; i >= 0; i-- {
		h = middleware[i](h)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &Writer{ResponseWriter: w}
		defer func() {
			if v := recover(); v != nil {
				panicked(w, r, v, out.Status != 0)
			}
		}()
		h.ServeHTTP(out.Keep(), r)
	})
}
