package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/render"
)

// outside is what an API does for every request around its middlewares. The zero
// value does nothing, and costs nothing.
type outside struct {
	ids       bool
	observers []Observer
	problems  func(w http.ResponseWriter, r *http.Request, p *render.Problem)
	cors      *cors.Policy // nil: pages of other origins are left to the browser
	security  []field
	locales   render.Locales // nil: problems are told as they are declared

	noSubjects, noAddresses bool
	address                 func(*http.Request) string // nil: that of the connection
}

// exchanges reports whether something is to be known of every request.
func (o *outside) exchanges() bool { return o.ids || len(o.observers) > 0 || o.problems != nil }

// around puts what an API does for every request around a handler.
func (a *App) around(h http.Handler) http.Handler {
	o := &a.outside
	if o.locales != nil {
		h = a.speaking(h)
	}
	if a.crossing != nil || len(o.security) > 0 {
		h = a.marked(h)
	}
	if o.exchanges() || a.named {
		h = a.exchanged(h)
	}
	return h
}

// marked sets the headers that every answer has. A handler may replace them.
func (a *App) marked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		for i := range a.outside.security {
			head[a.outside.security[i].name] = a.outside.security[i].value
		}
		if a.crossing != nil {
			a.crossing.mark(head, r)
		}
		h.ServeHTTP(w, r)
	})
}
