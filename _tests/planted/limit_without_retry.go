package planted

import (
	"net/http"

	"github.com/tenon-go/tenon"
)

// limitWithoutRetry has a middleware that removes what clients wait for.
func limitWithoutRetry(a tenon.API) tenon.API {
	return a.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(withoutRetry{w}, r) })
	})
}

type withoutRetry struct{ http.ResponseWriter }

func (w withoutRetry) WriteHeader(status int) {
	w.Header().Del("Retry-After")
	w.ResponseWriter.WriteHeader(status)
}
