package planted

import (
	"net/http"

	"github.com/tenon-go/tenon"
)

// limitWithoutHeaders has a middleware that removes a header of the limit.
func limitWithoutHeaders(a tenon.API) tenon.API {
	return a.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(withoutRemaining{w}, r) })
	})
}

type withoutRemaining struct{ http.ResponseWriter }

func (w withoutRemaining) WriteHeader(status int) {
	w.Header().Del("X-RateLimit-Remaining")
	w.ResponseWriter.WriteHeader(status)
}
