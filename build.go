package tenon

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/route"
)

// Build checks every declaration and compiles the API. The error is [Faults]:
// all of them, each with file and line.
func (a API) Build() (*App, error) {
	if a.d == nil {
		a = a.edit(func(*declaration) {})
	}
	b := &build{d: a.d, api: a.d.node, passed: map[bodyKey]bool{}}
	b.api.Envelope = a.d.renderer.Member()
	for _, m := range a.d.members.all() {
		if m != nil {
			b.ops = append(b.ops, m.Operations(ir.Key{})...)
		}
	}
	for i, op := range b.ops {
		b.ops[i] = op.WithAccess(ir.Key{}, a.d.guards)
	}
	b.traced()
	b.bound()
	b.check()
	if len(b.faults) == 0 {
		b.checkFlaws()
		b.checkVisibility()
	}
	if len(b.faults) > 0 {
		return nil, faultsOf(b.faults)
	}
	return b.compile()
}

// MustBuild is Build for programs that cannot go on without the API: it panics
// with every fault.
func (a API) MustBuild() *App {
	app, err := a.Build()
	if err != nil {
		panic(err)
	}
	return app
}

// build is the state of one Build.
type build struct {
	d      *declaration
	api    ir.API
	ops    []*route.Operation
	sends  []outgoing
	paths  []match.Template // of each operation
	faults []ir.Fault

	slots   route.Slots
	refused [][]ir.BuiltinProblem // the different ones
	unsound bool                  // something is wrong with a property or a collection
	passed  map[bodyKey]bool
}

func (b *build) compile() (*App, error) {
	app := &App{
		outer:  b.d.outer,
		edge:   b.d.outside,
		errors: b.d.handler,
		logger: b.d.logger,
		tree:   new(match.Tree[*served]),

		refusals: make(map[*ir.Operation][]ir.BuiltinProblem, len(b.ops)),
	}
	ir.SetAPI(app, &b.api)
	ir.SetProbes(app, app.probes)
	env := &route.Env{
		Checks:   b.d.checking.decide(),
		BaseURL:  b.d.base,
		Limiters: &app.limiters,
		Limits:   b.d.limits.WithDefaults(ir.Key{}),
		Fail:     app.fail,
		Broken:   app.broken,
		Panicked: app.panicked,
		Reached:  app.edge.reached(),
	}
	if len(b.d.guards.Schemes) > 0 {
		app.named = len(b.d.outer) > 0 || slices.ContainsFunc(b.ops, func(op *route.Operation) bool { return len(op.Outer()) > 0 })
		if app.named || app.edge.exchanges() {
			env.Identified = app.identified
		}
	}
	if len(b.d.guards.Schemes) > 0 {
		env.Scope = func(r *http.Request) string { return authn.FromContext(r.Context()).Key() }
	}
	env.Before, env.After = b.d.renderer.Around()
	for _, op := range b.ops {
		if err := app.limiters.Open(ir.Key{}, op, app.log()); err != nil {
			return nil, errors.Join(err, app.Close())
		}
	}
	for i, op := range b.ops {
		b.api.Operations = append(b.api.Operations, op.Node)
		app.private = app.private || op.Node.Security.Private()
		app.refusals[op.Node] = b.refusalsOf(op.Node)
		e := op.Compile(ir.Key{}, env, &b.slots, b.paths[i])
		s := &served{op: op.Node, path: b.paths[i], handler: e}
		if outer := op.Outer(); len(outer) > 0 {
			s.handler = op.Cached(ir.Key{}, app.recoverPanics(chain(outer, e)))
		}
		s.handler = op.WithDeprecation(ir.Key{}, s.handler)
		s.bare, _ = s.handler.(*route.Endpoint)
		app.served = append(app.served, s)
		app.operations = append(app.operations, op)
		app.tree.Add(op.Node.Method, b.paths[i], s)
	}
	if p := app.edge.cors; p != nil {
		app.cors = newCORS(*p, &b.api)
	}
	app.handler = app.wrapEdge(app.preflights(app.wrapMiddleware(http.HandlerFunc(app.dispatch)), pathOf))
	return app, nil
}

// refusalsOf returns what the library may answer in place of an operation.
// Operations of which that is the same share it.
func (b *build) refusalsOf(op *ir.Operation) []ir.BuiltinProblem {
	var room [32]ir.BuiltinProblem
	all := op.AppendBuiltinProblems(room[:0])
	for _, known := range b.refused {
		if slices.Equal(known, all) {
			return known
		}
	}
	b.refused = append(b.refused, slices.Clone(all))
	return b.refused[len(b.refused)-1]
}

// chain puts middlewares around h, the first outermost.
func chain(ms []func(http.Handler) http.Handler, h http.Handler) http.Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func (a *App) log() *slog.Logger {
	if a.logger != nil {
		return a.logger
	}
	return slog.Default()
}
