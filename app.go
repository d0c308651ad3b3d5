package tenon

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"

	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// App is a built API: an http.Handler, safe for concurrent use.
type App struct {
	built
	mounted
	served     []*served
	operations []*endpoint.Operation
	endpoints  []*endpoint.Endpoint
	routes     *match.Tree[*served]
	outer      []func(http.Handler) http.Handler
	edge       edgeOptions
	cors       *edge.CORS // nil without a policy
	handler    http.Handler
	errors     ErrorHandler
	problems   map[*tree.Operation][]tree.BuiltinProblem // the built-in problems of each
	named      bool                                      // middleware learns the identity of the caller
	limiters   endpoint.Limiters
	private    bool // some operation requires authentication
	buffers    problem.Buffers
	logger     *slog.Logger
	formatter  *problem.Formatter // of all problems without a format of their own; nil: RFC 9457
}

// built holds the tree and what tests ask; mounted has what package gorilla mounts.
type (
	built   = probe.App
	mounted = edge.Mounted
)

// served is an operation with its middleware.
type served struct {
	op      *tree.Operation
	path    match.Template
	handler http.Handler
	bare    *endpoint.Endpoint // the handler without middleware; nil if there is some
}

// ServeHTTP implements http.Handler. Below a prefix of another mux, wrap the App in
// http.StripPrefix, on net/http, gorilla and chi alike:
//
//	mux.Handle("/api/", http.StripPrefix("/api", app))
//	router.PathPrefix("/api").Handler(http.StripPrefix("/api", app))
//	router.Mount("/api", http.StripPrefix("/api", app))
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Tree returns the declaration that the App serves. Do not change it: the App and its documents
// read it.
func (a *App) Tree() *tree.API { return probe.Tree(a) }

// Close closes the rate-limit stores. Do not use the App afterwards.
func (a *App) Close() error { return a.limiters.Close() }

func pathOf(r *http.Request) match.Path { return match.Of(r.URL) }

// dispatcher is an App without middleware. It finds the operation of a request.
type dispatcher App

func (d *dispatcher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := (*App)(d)
	var path match.Cut
	path.Read(match.Of(r.URL))
	s, found := a.routes.Find(r.Method, &path)
	switch {
	case found != match.Yes:
		a.serveUnmatched(w, r, &path)
	case a.shadowed(s, r.Method, &path):
		a.serveNotFound(w, r)
	case s.bare != nil:
		s.bare.ServePath(w, r, &path)
	default:
		s.handler.ServeHTTP(w, r)
	}
}

// Wrap wraps a handler outside the App, such as the documents of package oas, in the API's
// middleware and in what the API does for every request, such as request IDs. It calls
// each middleware function again.
func (a *App) Wrap(h http.Handler) http.Handler { return a.wrapEdge(a.wrapMiddleware(h)) }

// wrapMiddleware wraps a handler in the API's middleware.
func (a *App) wrapMiddleware(h http.Handler) http.Handler {
	if len(a.outer) == 0 {
		return h
	}
	if a.private {
		return edge.NoStore(edge.Wrap(a.outer, edge.Undecided(h), a.panicked))
	}
	return edge.Wrap(a.outer, h, a.panicked)
}

// mount implements [edge.Mount].
type mount App

// Typed implements [edge.Mount].
func (m *mount) Typed() bool { return m.routes.Typed() }

// Rejects implements [edge.Mount], with the API's middleware.
func (m *mount) Rejects(pathOf func(*http.Request) match.Path) http.Handler {
	a := (*App)(m)
	return a.wrapEdge(a.preflights(a.wrapMiddleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var path match.Cut
		path.Read(pathOf(r))
		a.serveUnmatched(w, r, &path)
	})), pathOf))
}

// Unmatched implements [edge.Mount]: the handler sends 404, as the App does.
func (m *mount) Unmatched() http.Handler {
	a := (*App)(m)
	return a.wrapEdge(a.wrapMiddleware(http.HandlerFunc(a.serveNotFound)))
}

// limited counts a request without an operation toward the rate limits of the API, and
// reports whether it was rejected.
func (a *App) limited(w http.ResponseWriter, r *http.Request) bool {
	err := a.limiters.CountUnmatched(w, r)
	if err == nil {
		return false
	}
	(*problem.Problem)(render.ProblemOf(err)).Serve(w, r, &a.buffers)
	return true
}

// shadowed reports whether the path of a request for s, read as a path of files, is that of another
// operation of the method, which is narrower or has other access, or has other values for s. The
// request is then neither's: a handler of s that reads its value so would serve what the other
// operation, or the other value, protects.
func (a *App) shadowed(s *served, method string, c *match.Cut) bool {
	return c.Hidden() && a.shadows(s, method, *c)
}

// shadows is shadowed of a path that may be read otherwise. It has a copy of the path: its loop keeps that on the heap.
func (a *App) shadows(s *served, method string, c match.Cut) bool {
	for flat := range c.Path().Flat() {
		var path match.Cut
		path.Read(flat)
		other, found := a.routes.Find(method, &path)
		switch {
		case found != match.Yes:
		case other == s:
			if !s.path.SameRest(&c, &path) {
				return true
			}
		case match.Shadows(other.path, s.path) || !other.op.Security.Equal(s.op.Security) || other.op.MayForbid != s.op.MayForbid:
			return true
		}
	}
	return false
}

// serveNotFound sends 404. The request counts toward the rate limits of the API.
func (a *App) serveNotFound(w http.ResponseWriter, r *http.Request) {
	if !a.limited(w, r) {
		a.reject(w, r, tree.NotFound)
	}
}

// serveUnmatched serves a request without an operation: OPTIONS, 405, or 404 if there is no
// such path. The request counts toward the rate limits of the API.
func (a *App) serveUnmatched(w http.ResponseWriter, r *http.Request, path *match.Cut) {
	if a.limited(w, r) {
		return
	}
	allow := a.routes.Allow(path)
	switch {
	case allow == "":
		a.reject(w, r, tree.NotFound)
	case r.Method == http.MethodOptions:
		a.options(w, path, allow)
	default:
		w.Header()["Allow"] = []string{allow} // RFC 9110 §15.5.6
		a.reject(w, r, tree.MethodNotAllowed)
	}
}

// options sends the methods of a path (RFC 9110 §9.3.7).
func (a *App) options(w http.ResponseWriter, path *match.Cut, allow string) {
	h := w.Header()
	h["Allow"] = []string{allow}
	if s, found := a.routes.Find(http.MethodPatch, path); found == match.Yes && s.op.Body != nil {
		h["Accept-Patch"] = []string{endpoint.MediaTypes(s.op.Body)} // RFC 5789 §3.1
	}
	w.WriteHeader(http.StatusNoContent)
}

// tested implements [probe.Tested].
type tested App

// Probes implements [probe.Tested].
func (a *tested) Probes(yield func(*tree.Operation, probe.Probe) bool) {
	for _, o := range a.operations {
		for _, p := range o.Probes() {
			if !yield(o.Node, p) {
				return
			}
		}
	}
}

// Silent implements [probe.Tested].
func (a *tested) Silent(yield func(*tree.Operation, *tree.Event) bool) {
	for _, e := range a.endpoints {
		if !e.Silent(yield) {
			return
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
	// Handler serves the operation with its own and its groups' middleware, but without
	// the API's, below any prefix. The request must match the operation.
	Handler http.Handler
}

// Routes ranges over the operations in the order of their declaration.
func (a *App) Routes() iter.Seq[Route] {
	return func(yield func(Route) bool) {
		for _, s := range a.served {
			ok := yield(Route{
				Method: s.op.Method, Path: s.op.Path, ID: s.op.ID, Summary: s.op.Summary,
				Tags: append([]string(nil), s.op.Tags...), Handler: a.outside(s),
			})
			if !ok {
				return
			}
		}
	}
}

// outside returns the handler of an operation that another router serves, below any prefix. The
// problems have the format of the API.
func (a *App) outside(s *served) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.formatter != nil && r.Context().Value(problem.FormatKey{}) == nil {
			r = r.WithContext(context.WithValue(r.Context(), problem.FormatKey{}, a.formatter))
		}
		below := match.Of(r.URL)
		if !s.path.Rest() { // it takes no prefix
			below = below.Last(s.path.Segments())
		}
		var path match.Cut
		path.Read(below)
		if a.shadowed(s, r.Method, &path) {
			a.serveNotFound(w, r)
			return
		}
		s.handler.ServeHTTP(w, r)
	})
}

// reject sends a built-in problem.
func (a *App) reject(w http.ResponseWriter, r *http.Request, p tree.BuiltinProblem) {
	problem.Builtin(p).Serve(w, r, &a.buffers)
}

// fail sends the problem of an error.
func (a *App) fail(w http.ResponseWriter, r *http.Request, op *tree.Operation, err error) {
	p := render.ProblemOf(err)
	if p == nil && a.errors != nil {
		p = a.errors(r, err)
	}
	declared := false
	if p != nil {
		var of *tree.Failure
		of, declared = a.declared(op, p)
		if broken := (*problem.Problem)(p).HeaderError(of); broken != nil {
			err, p, declared = fmt.Errorf("%w: %d %s", broken, p.Status(), p.Code()), nil, false
		}
	}
	switch {
	case edge.Gone(r) && (!declared || p.Status() >= 500):
		// Nobody reads the response. What the handler returns of it is no error of the server.
		a.logOf(r).DebugContext(r.Context(), "tenon: the client has gone", "method", op.Method, "path", op.Path, "error", err.Error())
		w.WriteHeader(edge.StatusGone)
		return
	case declared:
		if cause := p.Unwrap(); cause != nil && p.Status() >= 500 { // errors of clients are not logged
			a.logOf(r).WarnContext(r.Context(), "tenon: problem sent",
				"method", op.Method, "path", op.Path, "code", p.Code(), "error", cause.Error())
		}
		(*problem.Problem)(p).Serve(w, r, &a.buffers)
		return
	case p != nil:
		err = fmt.Errorf("problem %d %s is not declared; declare it with Fails: %w", p.Status(), p.Code(), err)
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		// The server or middleware has canceled the request.
		a.reject(w, r, tree.Internal)
		return
	}
	a.report(r, op, "tenon: handler failed", err)
	a.reject(w, r, tree.Internal)
}

// report logs an error of an operation.
func (a *App) report(r *http.Request, op *tree.Operation, what string, err error) {
	a.logOf(r).ErrorContext(r.Context(), what, "method", op.Method, "path", op.Path, "error", err.Error())
}

// declared reports whether the operation declares the problem, or it is a built-in problem of the
// operation. It returns the range that the problem is of, unless the operation names it.
func (a *App) declared(op *tree.Operation, p *render.Problem) (of *tree.Failure, ok bool) {
	status, code := p.Status(), p.Code()
	if status == 0 { // a range
		return nil, false
	}
	for i := range op.Fails { // in place: a Failure is large
		if f := &op.Fails[i]; f.Status == status && f.Code == code {
			return nil, true
		}
	}
	if slices.ContainsFunc(a.problems[op], func(f tree.BuiltinProblem) bool { return f.Status == status && f.Code == code }) {
		return nil, true
	}
	if f := (*problem.Problem)(p).Data().Format; f != nil && f.Node() != op.ProblemFormat {
		return nil, false
	}
	of = op.RangeOf(op.ProblemFormat.Status(status))
	return of, of != nil
}

// panicked sends a problem after a panic. If the response has begun, it drops the
// connection.
func (a *App) panicked(w http.ResponseWriter, r *http.Request, value any, begun bool) {
	if value == http.ErrAbortHandler { // the server drops the connection
		panic(value)
	}
	stack := string(debug.Stack())
	a.logOf(r).ErrorContext(r.Context(), "tenon: panic",
		"method", r.Method, "panic", fmt.Sprint(value), "stack", stack)
	if x := exchangeOf(r.Context()); x != nil {
		x.panicked(value, stack)
	}
	if begun {
		panic(http.ErrAbortHandler) // the client must not take half a response for a whole one
	}
	a.reject(w, r, tree.Internal)
}

func (a *App) log() *slog.Logger {
	if a.logger != nil {
		return a.logger
	}
	return slog.Default()
}
