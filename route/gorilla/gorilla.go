package gorilla

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/match"
)

// Register adds the operations of app to r, which may be a subrouter with a
// prefix, as routes named by their operation IDs; GET routes match HEAD too.
// Each path gets one more route, without a name, for OPTIONS.
//
// Register also sets the NotFoundHandler and the MethodNotAllowedHandler of the
// router. Paths that are not of the app they hand on to those set before; without
// one, what is not found is a problem of the app. Gorilla calls both outside of
// the router's middlewares. On a subrouter they end the search: its parent does
// not try routes that were added after it and match below the same prefix.
//
// Where several operations match a path the most specific one serves it, as in
// the App, so that the routes are not always in the order of their declaration.
// Every middleware of the API is called once for each route. Register panics if
// the router does not take a route, and if the types of parameters decide between
// routes or a parameter takes several segments, such as {path...}: serve such an
// App as a handler.
func Register(r *mux.Router, app *tenon.App) {
	mount := edge.MountOf(app)
	if mount.Typed() {
		panic("tenon: the types of path parameters decide between routes, which a gorilla router cannot do; serve the App as a handler")
	}
	notFound := mount.Unmatched()
	var paths []*path
	all := operations(app)
	for _, op := range all {
		methods := []string{op.Method}
		if op.Method == http.MethodGet && !slices.ContainsFunc(all, func(o operation) bool { return o.Method == http.MethodHead && o.Path == op.Path }) {
			methods = append(methods, http.MethodHead)
		}
		added := r.NewRoute().Path(op.Path).Methods(methods...).Name(op.ID)
		p := find(paths, op.Path)
		if p == nil {
			p = newPath(app, notFound, op.template, added)
			paths = append(paths, p)
		}
		h := p.guard(app.Wrap(op.Handler), notFound)
		if op.Method == http.MethodOptions {
			h = p.preflights(h)
		}
		added.Handler(h)
	}
	for _, p := range paths {
		p.options = r.NewRoute().Path(p.template.String()).Methods(http.MethodOptions).Handler(p.reject)
	}
	r.NotFoundHandler = &unmatched{paths, cmp.Or(r.NotFoundHandler, notFound)}
	r.MethodNotAllowedHandler = &unmatched{paths, cmp.Or[http.Handler](r.MethodNotAllowedHandler, http.HandlerFunc(notAllowed))}
}

// notAllowed is what a gorilla router does by itself.
func notAllowed(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusMethodNotAllowed)
}

// operation is a route of the app with its parsed path.
type operation struct {
	tenon.Route
	template match.Template
}

// operations returns the operations in the order of their declaration, but for
// those that take precedence over an earlier one, which go before it: a gorilla
// router takes the first route that matches.
func operations(app *tenon.App) (ordered []operation) {
	var all []operation
	for r := range app.Routes() {
		template, _ := match.Parse(r.Path) // Build has reported what cannot be parsed
		if template.Rest() {
			panic("tenon: " + r.Path + " takes several segments, which a gorilla router cannot do; serve the App as a handler")
		}
		all = append(all, operation{r, template})
	}
	placed := make([]bool, len(all))
	var place func(i int)
	place = func(i int) {
		if placed[i] {
			return
		}
		placed[i] = true
		for j, o := range all {
			if match.Compare(o.template, all[i].template) != match.Disjoint && match.Order(o.template, all[i].template) < 0 {
				place(j)
			}
		}
		ordered = append(ordered, all[i])
	}
	for i := range all {
		place(i)
	}
	return ordered
}

// unmatched answers where a router has no route for a request. It finds out by
// itself whether it is the path or the method that is missing: a subrouter
// forgets the latter when it meets another of its routes (gorilla/mux v1.8.1,
// Route.Match).
type unmatched struct {
	paths []*path
	other http.Handler
}

func (u *unmatched) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, p := range u.paths {
		if p.matches(r) {
			p.reject.ServeHTTP(w, r)
			return
		}
	}
	u.other.ServeHTTP(w, r)
}
