package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// edge is what an API does for every request around its middlewares. The zero
// value does nothing, and costs nothing.
type edge struct {
	ids       bool
	observers []Observer
	problems  func(w http.ResponseWriter, r *http.Request, p *render.Problem)
	cors      *cors.Policy // nil: pages of other origins are left to the browser
	security  []field
	locales   ir.Catalog // nil: problems are told as they are declared

	noSubjects, noAddresses bool
	address                 func(*http.Request) string // nil: that of the connection
}

// exchanges reports whether something is to be known of every request.
func (o *edge) exchanges() bool { return o.ids || len(o.observers) > 0 || o.problems != nil }

// wrapEdge puts what an API does for every request around a handler.
func (a *App) wrapEdge(h http.Handler) http.Handler {
	o := &a.edge
	if o.locales != nil {
		h = a.speaking(h)
	}
	if a.cors != nil || len(o.security) > 0 {
		h = a.setDefaultHeaders(h)
	}
	if o.exchanges() || a.named {
		h = a.exchanged(h)
	}
	return h
}

// setDefaultHeaders sets the headers that every answer has. A handler may replace them.
func (a *App) setDefaultHeaders(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		for i := range a.edge.security {
			head[a.edge.security[i].name] = a.edge.security[i].value
		}
		if a.cors != nil {
			a.cors.setHeaders(head, r)
		}
		h.ServeHTTP(w, r)
	})
}
