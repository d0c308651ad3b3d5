package endpoint

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/media"
)

// AddMiddleware wraps the operation in middleware, the first outermost. It is for use within Edit.
func (o *Operation) AddMiddleware(middleware []func(http.Handler) http.Handler) {
	if len(middleware) == 0 {
		return
	}
	own := o.ChangeOptions()
	own.Outer, own.Wrap = append(own.Outer, middleware...), WrapMiddleware
}

// WrapMiddleware returns h in the middleware of the operation, with default headers for caches.
func WrapMiddleware(o *Operation, h http.Handler, panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)) http.Handler {
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
