package endpoint

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/media"
)

// WrapMiddleware returns h in the middleware of the operation, with default headers for caches; h itself
// if there is none.
func WrapMiddleware(o *Operation, h http.Handler, panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)) http.Handler {
	if len(o.Options().Outer) == 0 {
		return h
	}
	c := newCaching(o.Node, newVarying(o.Node.Varies()))
	private := o.Node.Security.Private()
	h = edge.Wrap(o.Options().Outer, h, panicked)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if private {
			header["Cache-Control"] = media.NoStore
		}
		c.vary.merge(header)
		h.ServeHTTP(w, r)
	})
}
