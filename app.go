package tenon

import (
	"iter"
	"log/slog"
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// App is a built API: an http.Handler, safe for concurrent use.
type App struct {
	built
	served     []*served
	operations []*route.Operation
	tree       *match.Tree[*served]
	outer      []func(http.Handler) http.Handler
	edge       edge
	cors       *corsHandler // nil: there is no policy
	handler    http.Handler
	errors     ErrorHandler
	problems   map[*ir.Operation][]ir.BuiltinProblem // what the library may answer
	named      bool                                  // middlewares find out who sent a request
	limiters   route.Limiters
	private    bool // some operation needs an identity
	buffers    problem.Buffers
	logger     *slog.Logger
}

// built holds the tree, which package tree shows.
type built = ir.Built

// served is an operation with its middlewares.
type served struct {
	op      *ir.Operation
	path    match.Template
	handler http.Handler
	bare    *route.Endpoint // the handler where nothing is around it; nil otherwise
}

// ServeHTTP implements http.Handler. Below a prefix of another mux, put
// http.StripPrefix around the App; this works alike on net/http, gorilla and
// chi:
//
//	mux.Handle("/api/", http.StripPrefix("/api", app))
//	router.PathPrefix("/api").Handler(http.StripPrefix("/api", app))
//	router.Mount("/api", http.StripPrefix("/api", app))
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close lets go of what the App keeps open: the stores of its rate limits. It
// must not serve any more.
func (a *App) Close() error { return a.limiters.Close() }

func pathOf(r *http.Request) match.Path { return match.Of(r.URL) }

// dispatch finds the operation of a request.
func (a *App) dispatch(w http.ResponseWriter, r *http.Request) {
	var path match.Cut
	path.Read(match.Of(r.URL))
	s, found := a.tree.Find(r.Method, &path)
	switch {
	case found != match.Yes:
		a.serveUnmatched(w, r, &path)
	case s.bare != nil:
		s.bare.ServePath(ir.Key{}, w, r, &path)
	default:
		s.handler.ServeHTTP(w, r)
	}
}

// Wrap puts the API's middlewares around a handler that stands beside the App,
// such as the documents of package oas, and all else that the API does for every
// request, such as request ids. It calls each middleware again.
func (a *App) Wrap(h http.Handler) http.Handler { return a.wrapEdge(a.wrapMiddleware(h)) }

// wrapMiddleware puts the API's middlewares around a handler.
func (a *App) wrapMiddleware(h http.Handler) http.Handler {
	if len(a.outer) == 0 {
		return h
	}
	if a.private {
		return closed(a.recoverPanics(chain(a.outer, opened(h))))
	}
	return a.recoverPanics(chain(a.outer, h))
}

// Rejects returns what answers, within the API's middlewares, what the App
// answers without an operation: pathOf returns the path of a request. It is for
// sibling packages.
func (a *App) Rejects(_ ir.Key, pathOf func(*http.Request) match.Path) http.Handler {
	return a.wrapEdge(a.preflights(a.wrapMiddleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var path match.Cut
		path.Read(pathOf(r))
		a.serveUnmatched(w, r, &path)
	})), pathOf))
}

// Unmatched returns what answers 404 for a path that another router does not find,
// as the App does. It is for sibling packages.
func (a *App) Unmatched(ir.Key) http.Handler {
	return a.wrapEdge(a.wrapMiddleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.limited(w, r) {
			a.refuse(w, r, ir.NotFound)
		}
	})))
}

// limited counts a request that reaches no operation toward the limits of the API, and
// reports whether one has rejected it.
func (a *App) limited(w http.ResponseWriter, r *http.Request) bool {
	err := a.limiters.CountUnmatched(ir.Key{}, w, r)
	if err == nil {
		return false
	}
	(*problem.Problem)(render.ProblemOf(err)).Serve(w, r, &a.buffers)
	return true
}

// serveUnmatched answers what the App answers without an operation: OPTIONS, 405, or
// 404 where the path has none. It counts toward the limits of the API.
func (a *App) serveUnmatched(w http.ResponseWriter, r *http.Request, path *match.Cut) {
	if a.limited(w, r) {
		return
	}
	allow := a.tree.Allow(path)
	switch {
	case allow == "":
		a.refuse(w, r, ir.NotFound)
	case r.Method == http.MethodOptions:
		a.options(w, path, allow)
	default:
		w.Header().Set("Allow", allow) // RFC 9110 §15.5.6
		a.refuse(w, r, ir.MethodNotAllowed)
	}
}

// options answers which methods a path has (RFC 9110 §9.3.7).
func (a *App) options(w http.ResponseWriter, path *match.Cut, allow string) {
	h := w.Header()
	h.Set("Allow", allow)
	if s, found := a.tree.Find(http.MethodPatch, path); found == match.Yes && s.op.Body != nil {
		h.Set("Accept-Patch", route.MediaTypes(ir.Key{}, s.op.Body)) // RFC 5789 §3.1
	}
	w.WriteHeader(http.StatusNoContent)
}

// probes ranges over the bodies and inputs of every operation.
func (a *App) probes(yield func(*ir.Operation, ir.Probe) bool) {
	for _, o := range a.operations {
		for _, p := range o.Probes(ir.Key{}) {
			if !yield(o.Node, p) {
				return
			}
		}
	}
}

// Route describes one operation of a built API.
type Route struct {
	Method  string
	Path    string // the path template
	ID      string // the operationId
	Summary string
	Tags    []string
	// Handler serves the operation with its own and its groups' middlewares, but
	// without the API's, below any prefix. It expects a request that matches.
	Handler http.Handler
}

// Routes ranges over the operations in the order in which they were declared.
func (a *App) Routes() iter.Seq[Route] {
	return func(yield func(Route) bool) {
		for _, s := range a.served {
			ok := yield(Route{
				Method: s.op.Method, Path: s.op.Path, ID: s.op.ID, Summary: s.op.Summary,
				Tags: append([]string(nil), s.op.Tags...), Handler: s.handler,
			})
			if !ok {
				return
			}
		}
	}
}
