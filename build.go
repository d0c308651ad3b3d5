package tenon

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/openapi"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// Build checks every declaration and compiles the API. The error is [Faults]: all of them,
// each with file and line.
func (a API) Build() (*App, error) {
	if a.d == nil {
		a = a.edit(func(*declaration) {})
	}
	b := collect(a.d)
	if faults := b.verify(); len(faults) > 0 {
		return nil, faultsOf(faults)
	}
	return b.compile()
}

// MustBuild is like Build but panics with the faults, for programs that cannot start without
// the API.
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
	api    tree.API
	ops    []*endpoint.Operation
	sends  []endpoint.Sent
	faults []tree.Fault     // of events
	paths  []match.Template // of each operation
	slots  endpoint.Slots

	problems [][]tree.BuiltinProblem // the distinct sets of the operations
	scratch  []tree.BuiltinProblem
}

// collect returns all operations with the options that they inherit from the API.
func collect(d *declaration) *build {
	b := &build{d: d, api: d.node}
	b.api.Envelope = d.renderer.Member()
	if b.api.SPDX != "" && b.api.License.Name == "" {
		b.api.License.Name = b.api.SPDX
	}
	if len(b.api.Servers) == 0 && d.base != "" {
		b.api.Servers = []tree.Server{{URL: d.base}}
	}
	for _, m := range d.members.all() {
		if m != nil {
			b.ops = append(b.ops, endpoint.OperationsOf(m)...)
		}
	}
	if n := len(b.ops) - 1; n >= 0 && b.ops[n].Options().Replace != nil {
		b.ops = b.ops[n].Options().Replace(b.ops[:n])
	}
	for i, op := range b.ops {
		op = op.Edit(d.passOn)
		if op.Node.IgnoreUnknownMembers {
			op = op.OpenBody()
		}
		b.ops[i] = op
	}
	b.api.Traced = d.edge.ids
	if d.edge.format != nil {
		b.api.ProblemFormat = d.edge.format.Node()
	}
	b.sends = append(b.sends, d.webhooks...)
	for i, op := range b.ops {
		for j, request := range op.Options().Requests {
			c := op.Node.Callbacks[j]
			b.sends = append(b.sends, endpoint.Sent{At: c.At, Name: c.Name, Op: request, Callback: i})
		}
	}
	events, webhooks, faults := endpoint.EventsOf(b.ops, d.events)
	b.api.Events, b.sends, b.faults = events, append(b.sends, webhooks...), faults
	return b
}

// passOn passes the options of the API on to an operation. It is for use within Edit.
func (d *declaration) passOn(op *endpoint.Operation) {
	op.SetPolicy(&d.policy)
	if d.edge.ids {
		op.Node.Traced = true
	}
	op.SetProblemFormat(d.edge.format)
	op.Node.IgnoreUnknown = op.Node.IgnoreUnknown || d.ignoreUnknown
	op.Node.InvalidPathNotFound = op.Node.InvalidPathNotFound || d.pathNotFound
	op.Node.IgnoreUnknownMembers = op.Node.IgnoreUnknownMembers || d.ignoreMembers
	op.InheritTimeout(d.timeout)
	op.Node.ForbidOnce()
}

// verify returns every fault, and names the operations and the outgoing requests.
func (b *build) verify() []tree.Fault {
	v := verify.API{Checker: verify.Checker{Faults: append(slices.Clip(b.d.faults), b.faults...), Modes: true}, Node: &b.api, At: b.d.at}
	v.Operations = make([]*verify.Operation, len(b.ops))
	checked := make([]checked, len(b.ops)+len(b.sends))
	for i, op := range b.ops {
		v.Operations[i] = checked[i].open(op, &b.slots)
	}
	for i, r := range b.sends {
		o := &verify.Outgoing{Operation: *checked[len(b.ops)+i].open(r.Op, &b.slots), At: r.At, Name: r.Name}
		if r.Callback >= 0 {
			o.CallbackOf = v.Operations[r.Callback]
		}
		v.Outgoing = append(v.Outgoing, o)
	}
	v.Check()
	b.paths = make([]match.Template, len(b.ops))
	for i, o := range v.Operations {
		b.paths[i] = o.Path
	}
	v.Faults = append(v.Faults, b.nameOperations()...)
	webhooks, faults := endpoint.NameRequests(b.ops, b.sends)
	b.api.Webhooks, v.Faults = webhooks, append(v.Faults, faults...)
	if len(v.Faults) > 0 {
		return v.Faults
	}
	for _, op := range b.ops {
		for _, f := range op.FormatFaults() {
			f.Message = op.Node.Method + " " + op.Node.Path + ": " + f.Message
			v.Faults = append(v.Faults, f)
		}
	}
	if v.CheckBodies(); len(v.Faults) > 0 || !v.Named() && len(b.api.Edits) == 0 {
		return v.Faults
	}
	api := b.api
	for _, op := range b.ops {
		api.Operations = append(api.Operations, op.Node)
	}
	return openapi.Faults(&api, b.d.at)
}

// checked is an operation as package verify checks it.
type checked struct {
	verify.Operation
	op    *endpoint.Operation
	slots *endpoint.Slots
}

func (c *checked) open(op *endpoint.Operation, slots *endpoint.Slots) *verify.Operation {
	c.op, c.slots = op, slots
	c.Operation = verify.Operation{Node: op.Node, Handled: op.Prepare != nil || op.NilHandler, Shared: op.SharedFaults(), Shapes: c}
	return &c.Operation
}

// Input implements [verify.Shapes].
func (c *checked) Input(i int) codec.Shape { return c.slots.Of(c.op.Inputs[i]).Shape() }

// Header implements [verify.Shapes].
func (c *checked) Header(i int) codec.Shape { return c.slots.Of(c.op.Headers[i]).Shape() }

// FailureHeader implements [verify.Shapes].
func (c *checked) FailureHeader(failure, i int) codec.Shape {
	return problem.Of(&c.op.Node.Fails[failure]).Data().Headers[i].Shape()
}

// AlsoHeader implements [verify.Shapes].
func (c *checked) AlsoHeader(also, i int) codec.Shape {
	return c.slots.Of(c.op.Other(also).Headers[i]).Shape()
}

// compile returns the App of a declaration without faults.
func (b *build) compile() (*App, error) {
	app := &App{
		outer:  b.d.outer,
		edge:   b.d.edge,
		errors: b.d.handler,
		logger: b.d.logger,

		routes: new(match.Tree[*served]),

		problems: make(map[*tree.Operation][]tree.BuiltinProblem, len(b.ops)),
	}
	if f := b.d.edge.format; f != nil {
		app.formatter = &problem.Formatter{Format: f, Failed: app.formatFailed}
	}
	probe.SetTree(&app.built, &b.api)
	probe.SetTests(&app.built, (*tested)(app))
	env := &endpoint.Env{
		Settings: media.Settings{Checks: b.d.checking.decide(), Report: app.report},
		BaseURL:  b.d.base,
		Limiters: &app.limiters,
		Address:  app.edge.addressOf,
		Limits:   b.d.limits.WithDefaults(),
		Fail:     app.fail,
		Panicked: app.panicked,
	}
	if len(b.d.edge.observers) > 0 {
		env.Reached = reached
	}
	b.secure(app, env)
	env.Before, env.After = b.d.renderer.Around()
	for _, op := range b.ops {
		if err := app.limiters.Open(op, app.log()); err != nil {
			return nil, errors.Join(err, app.Close())
		}
	}
	app.served, app.operations = make([]*served, 0, len(b.ops)), make([]*endpoint.Operation, 0, len(b.ops))
	b.api.Operations = slices.Grow(b.api.Operations, len(b.ops))
	for i, op := range b.ops {
		b.api.Operations = append(b.api.Operations, op.Node)
		app.private = app.private || op.Node.Security.Private()
		app.problems[op.Node] = b.problemsOf(op.Node)
		e := op.Compile(env, &b.slots, b.paths[i])
		s := &served{op: op.Node, path: b.paths[i], handler: e}
		s.handler = endpoint.WrapMiddleware(op, s.handler, app.panicked)
		s.handler = endpoint.AnnounceDeprecation(op.Node, s.handler)
		s.handler = app.formatProblems(op.Options().ProblemFormat, s.handler)
		s.bare, _ = s.handler.(*endpoint.Endpoint)
		app.served = append(app.served, s)
		app.endpoints = append(app.endpoints, e)
		app.operations = append(app.operations, op)
		app.routes.Add(op.Node.Method, b.paths[i], s)
	}
	edge.SetMount(&app.mounted, (*mount)(app))
	if policy := app.edge.cors; policy != nil {
		app.cors = edge.NewCORS(*policy, &b.api)
	}
	app.handler = app.wrapEdge(app.preflights(app.wrapMiddleware((*dispatcher)(app)), pathOf))
	return app, nil
}

// problemsOf returns the built-in problems of an operation. Operations with the same ones
// share a slice.
func (b *build) problemsOf(op *tree.Operation) []tree.BuiltinProblem {
	b.scratch = op.AppendBuiltinProblems(b.scratch[:0])
	for _, known := range b.problems {
		if slices.Equal(known, b.scratch) {
			return known
		}
	}
	b.problems = append(b.problems, slices.Clone(b.scratch))
	return b.problems[len(b.problems)-1]
}

// Fault is an error in a declaration, with its position.
type Fault struct {
	File    string // the full path
	Line    int
	Message string
}

// Error implements error. The name of the file in the text is relative to the directory in
// which the program was started, unless the full name is shorter.
func (f *Fault) Error() string {
	if f.File == "" {
		return f.Message
	}
	return tree.ShortName(f.File) + ":" + strconv.Itoa(f.Line) + ": " + f.Message
}

// Faults lists all faults of an API, sorted by file and line.
type Faults []*Fault

// Error implements error. The text has a line for each fault.
func (fs Faults) Error() string {
	var b strings.Builder
	b.WriteString("tenon: the declaration has ")
	if len(fs) == 1 {
		b.WriteString("a fault")
	} else {
		b.WriteString(strconv.Itoa(len(fs)) + " faults")
	}
	for _, f := range fs {
		b.WriteString("\n\t" + f.Error())
	}
	return b.String()
}

// Unwrap lets errors.As find a *Fault.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs {
		errs[i] = f
	}
	return errs
}

// inOrder sorts faults by file, line and message.
type inOrder Faults

// Len implements sort.Interface.
func (fs *inOrder) Len() int { return len(*fs) }

// Swap implements sort.Interface.
func (fs *inOrder) Swap(i, j int) { (*fs)[i], (*fs)[j] = (*fs)[j], (*fs)[i] }

// Less implements sort.Interface.
func (fs *inOrder) Less(i, j int) bool {
	a, b := (*fs)[i], (*fs)[j]
	switch {
	case a.File != b.File:
		return a.File < b.File
	case a.Line != b.Line:
		return a.Line < b.Line
	}
	return a.Message < b.Message
}

// faultsOf resolves positions, sorts, and removes duplicates: each collection and route that
// has a property reports its faults.
func faultsOf(found []tree.Fault) Faults {
	var fs Faults
	for _, f := range found {
		file, line := f.At.FileLine()
		fs = append(fs, &Fault{file, line, f.Message})
	}
	sort.Sort((*inOrder)(&fs)) // faults in the same place are equal
	return slices.CompactFunc(fs, func(a, b *Fault) bool { return *a == *b })
}
