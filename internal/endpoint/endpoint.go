package endpoint

import (
	"net/http"
	"slices"
	"sync"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Endpoint serves one operation.
type Endpoint struct {
	op        *tree.Operation
	env       *Env
	path      match.Template
	inputs    []Input
	query     []int    // indexes of inputs in the query
	reserved  bool     // a query parameter allows reserved characters
	keys      []string // names of API keys in the query
	headers   []Header // those of the operation before those of single responses
	headerIDs []*tree.ID
	layout    codec.Layout // of the cells of a call
	work      *Work
	others    []otherResponse
	limits    media.Limits
	settings  *media.Settings
	offers    []string // media types of a success

	stages  []stage
	handler Handler // with the middleware of Wrap
	run     Handler // calls the handler and sends its success, within its limits

	access      *Access
	limiters    limiters
	credentials credentials // where requests have them
	identifies  bool        // credentials are read
	named       bool        // what callers need depends on parameters of the path
	visibility  *visibility // of an operation with preconditions; nil: all callers see all members
	caching     caching
	// reads reads preconditions, and requires makes a handler evaluate them; nil: the operation has
	// none.
	reads    stage
	requires func(Handler) Handler
	// bounds limits the run time of a handler, and places the number of streams; nil: they do not.
	bounds, places func(Handler) Handler
	emits          *emit.Scope // nil: the API declares no events

	calls sync.Pool
}

// Compile returns the endpoint of the operation, which must have no faults.
func (o *Operation) Compile(env *Env, slots *Slots, path match.Template) *Endpoint {
	e := &Endpoint{op: o.Node, env: env, path: path, work: o.Prepare()}
	e.inputs = make([]Input, 0, len(o.Inputs))
	for i, p := range o.Inputs {
		in := NewInput(o.Node.Inputs[i], slots.Of(p), path)
		in.noNUL = o.Storable && in.In == tree.InPath
		if in.In == tree.InQuery {
			at := len(e.query)
			if in.Style == tree.Exploded {
				at = 0 // before brackets, which may have the name of a member
			}
			e.query = slices.Insert(e.query, at, i)
			e.reserved = e.reserved || in.Reserved
		}
		e.inputs = append(e.inputs, in)
	}
	for _, p := range o.AllHeaders() {
		h := NewHeader(p, slots.Of(p))
		e.headers, e.headerIDs = append(e.headers, h), append(e.headerIDs, h.ID)
	}
	e.layout = layoutOf(e)
	e.offers = o.Node.Offers()
	e.others = othersOf(o, e.headerIDs)
	e.limits = o.Options().Limits.Over(env.Limits)
	e.settings = &env.Settings
	if o.Node.Envelope != nil {
		own, around := env.Settings, &o.Options().Around
		own.Before, own.After = around.Before, around.After
		e.settings = &own
	}
	e.keys = o.Node.Security.QueryKeys()
	e.caching = newCaching(o.Node, slots.varying(o.Node.Varies()))
	if e.op.Conditional() {
		e.visibility, e.reads, e.requires = visibilityOf(e.op), readPreconditions, requireEvaluation
	}
	if e.op.Streams() {
		e.places = func(next Handler) Handler { return placed(next, e.limits.Streams) }
	}
	if e.op.Endless() || e.op.Timeout > 0 {
		e.bounds = e.limit
	}
	if e.work.List != nil {
		e.work.List.compile(o.Node)
	}
	e.compose(o)
	e.calls.New = func() any { return e.newCall() }
	return e
}

func (e *Endpoint) newCall() *Call {
	c := &Call{
		endpoint: e,
		cells:    make([]any, len(e.inputs)),
		places:   make([]place.Addr, len(e.inputs)),
		given:    make([]bool, len(e.inputs)),
		raws:     make([]raw, len(e.inputs)),
		headers:  make([]any, len(e.headers)),
		set:      make([]bool, len(e.headers)),
		in:       e.work.In.New(),
		out:      e.work.Out.New(),
		invalid:  problem.NewInvalidRequest(),
	}
	c.source = codec.NewCells(&e.layout, c.cells, c.given, c.headers, c.set)
	c.ex = media.Exchange{Operation: e.op, Settings: e.settings, Limits: &e.limits, Expired: c.expired}
	d := &c.ex.Decoder
	d.Input, d.Max, d.JSON = true, e.limits.Violations, e.limits.JSON()
	if e.work.List != nil {
		c.list = new(listed)
	}
	c.setIdentity(authn.Identity{})
	for i := range e.inputs {
		s := e.inputs[i].Slot
		c.cells[i] = s.Cell()
		c.places[i] = s.At(c.cells[i])
	}
	for i := range e.headers {
		c.headers[i] = e.headers[i].Slot.Cell()
	}
	return c
}

// ServeHTTP implements http.Handler.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.serve(w, r, nil) }

// ServePath is ServeHTTP for a request whose path has been cut, and matches.
func (e *Endpoint) ServePath(w http.ResponseWriter, r *http.Request, path *match.Cut) {
	e.serve(w, r, path)
}

// Operation returns the description of the operation.
func (e *Endpoint) Operation() *tree.Operation { return e.op }

var _ prop.Sink = (*Call)(nil)
