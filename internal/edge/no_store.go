package edge

import (
	"net/http"

	"github.com/tenon-go/tenon/tree"
)

// noStore is Cache-Control of what middleware sends before the operation is known, unless
// it sets another. Its address distinguishes it from a header that middleware set.
var noStore = []string{tree.NoStore}

// NoStore keeps caches from storing the responses of h. [Undecided] undoes it within h.
func NoStore(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = noStore
		h.ServeHTTP(w, r)
	})
}

// Undecided removes the header that [NoStore] set.
func Undecided(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if values := header["Cache-Control"]; len(values) == 1 && &values[0] == &noStore[0] {
			delete(header, "Cache-Control")
		}
		h.ServeHTTP(w, r)
	})
}
