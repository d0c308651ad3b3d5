package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Cache says what caches may do with the successful responses of every GET for which
// neither the route nor a group says anything else, except server-sent events; see
// [route.Route.Cache]. Without any, responses of routes where callers need an
// identity are no-store, and so is what middlewares of such an API respond with by
// themselves.
//
// An API that authenticates in middlewares of its own says
//
//	api.Cache(cache.NoStore())
func (a API) Cache(p cache.Policy) API {
	n := *p.Node(ir.Key{})
	n.At = callsite.Here()
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, n.Faults...)
		d.guards.Caching = &n
	})
}

// unlessSet is what middlewares of an API respond with before it is known for which
// operation, unless they set another. It is told from others by its address.
var unlessSet = []string{ir.NoStore}

// closed keeps caches from responses of h.
func closed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = unlessSet
		h.ServeHTTP(w, r)
	})
}

// opened undoes what closed did.
func opened(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if line := header["Cache-Control"]; len(line) == 1 && &line[0] == &unlessSet[0] {
			delete(header, "Cache-Control")
		}
		h.ServeHTTP(w, r)
	})
}
