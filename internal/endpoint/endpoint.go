package route

import (
	"net/http"
	"sync"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Env is what an API decides for all of its routes. It is for sibling packages.
type Env struct {
	Before, After []byte      // around the content of a success
	Checks        func() bool // whether to check this answer; nil: none is checked
	BaseURL       string      // before the paths of links; "" where they are relative
	Limits        Limits
	Limiters      *Limiters // nil: nothing is counted
	// Scope stands for the client of a request, by which Idempotency-Keys are told apart;
	// "" for one that is not known. nil: none is known.
	Scope func(*http.Request) string
	// Fail answers with a problem, and keeps nothing of it. op is nil outside of any
	// operation.
	Fail func(w http.ResponseWriter, r *http.Request, op *ir.Operation, err error)
	// Broken logs an error after an answer has begun.
	Broken func(r *http.Request, op *ir.Operation, err error)
	// Panicked answers after a panic of a handler, or breaks off an answer that
	// has begun.
	Panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)
	// Identified notes who has sent a request; nil: nobody wants to know.
	Identified func(r *http.Request, who authn.Identity)
	// Reached notes that an exchange enters a stage; nil: nobody wants to know.
	Reached func(r *http.Request, op *ir.Operation, s Stage)
}

// Limits bound what a request may cost. Zero stands for the default.
type Limits struct {
	Body    int64 // bytes of content; default 1 MiB
	Depth   int   // nesting of JSON; default 64
	Members int   // members of one JSON object, and fields of a form; default 10,000
	Items   int   // items of one JSON array without MaxItems of its own; default 10,000
	// Values bounds what is made of JSON, however it is nested: an object counts as many
	// values as its collection has members, sent or not, and at least 8. The default is
	// 131,072, and one more for each byte of the content.
	Values     int
	Query      int // bytes of a raw query; default 8 KiB
	Header     int // bytes of one header field; default 8 KiB
	Violations int // violations in one answer; default 100
	// Streams is how many requests of one route may stream what they read or send at
	// the same time; default 256. Others get 503 too_many_streams with Retry-After.
	Streams int
}

// WithDefaults fills what is zero. It is for sibling packages.
func (l Limits) WithDefaults(ir.Key) Limits {
	fill(&l.Body, 1<<20)
	fill(&l.Depth, 64)
	fill(&l.Members, 10_000)
	fill(&l.Query, 8<<10)
	fill(&l.Header, 8<<10)
	fill(&l.Violations, codec.MaxViolations)
	fill(&l.Streams, 256)
	return l
}

// Negative names a limit that is below 0, which nothing keeps; "" if there is
// none. It is for sibling packages.
func (l Limits) Negative(ir.Key) string {
	switch {
	case l.Body < 0:
		return "Body"
	case l.Depth < 0:
		return "Depth"
	case l.Members < 0:
		return "Members"
	case l.Items < 0:
		return "Items"
	case l.Values < 0:
		return "Values"
	case l.Query < 0:
		return "Query"
	case l.Header < 0:
		return "Header"
	case l.Violations < 0:
		return "Violations"
	case l.Streams < 0:
		return "Streams"
	}
	return ""
}

// over returns l where it says anything, and base where it does not.
func (l Limits) over(base Limits) Limits {
	fill(&l.Body, base.Body)
	fill(&l.Depth, base.Depth)
	fill(&l.Members, base.Members)
	fill(&l.Items, base.Items)
	fill(&l.Values, base.Values)
	fill(&l.Query, base.Query)
	fill(&l.Header, base.Header)
	fill(&l.Violations, base.Violations)
	fill(&l.Streams, base.Streams)
	return l
}

// json are the limits of JSON; that of values is found with the content.
func (l Limits) json() jsonx.Limits {
	fill(&l.Items, 10_000)
	return jsonx.Limits{Depth: l.Depth, Members: l.Members, Items: l.Items, Values: l.Values}
}

func fill[N int | int64](n *N, value N) {
	if *n == 0 {
		*n = value
	}
}

// endpoint is the typed part of a route: content, handler, answer.
type endpoint interface {
	// place makes room for the Go values of one exchange.
	place() any
	// choices are the media types of each way to read content; none: no content
	// is read.
	choices() [][]string
	load(e *Endpoint, c *Call, choice int) error
	decode(e *Endpoint, c *Call, choice int) error
	handle(c *Call) error
	send(e *Endpoint, c *Call, a *ir.Response) error
	reset(c *Call)
}

// assembler is an endpoint that makes something of the inputs as a whole.
type assembler interface {
	compile(op *ir.Operation)
	// assemble notes violations like those of a single input.
	assemble(c *Call)
}

// exchangeValues are the Go values of one exchange.
type exchangeValues struct{ in, out place.Addr }

// typedHandler is an endpoint that reads a value and answers with one.
type typedHandler struct {
	from, to *codec.Type // of what is read, and of what is answered with
	in       []mediaDecoder
	out      responseEncoder
	rules    []func(c *Call, in place.Addr) error // of Allow
	f        func(c *Call, in, out place.Addr) error
}

func (x *typedHandler) place() any { return &exchangeValues{x.from.New(), x.to.New()} }

func (x *typedHandler) choices() (all [][]string) {
	for _, in := range x.in {
		all = append(all, in.types)
	}
	return all
}

func (x *typedHandler) load(e *Endpoint, c *Call, choice int) error { return x.in[choice].load(e, c) }

func (x *typedHandler) decode(e *Endpoint, c *Call, choice int) error {
	return x.in[choice].decode(e, c, c.place.(*exchangeValues).in)
}

func (x *typedHandler) allow(c *Call) error {
	for _, rule := range x.rules {
		if err := rule(c, c.place.(*exchangeValues).in); err != nil {
			return err
		}
	}
	return nil
}

func (x *typedHandler) handle(c *Call) error {
	t := c.place.(*exchangeValues)
	if len(x.in) > 0 {
		c.guard(x.from.Cell(t.in))
	}
	return x.f(c, t.in, t.out)
}

func (x *typedHandler) send(e *Endpoint, c *Call, a *ir.Response) error {
	return x.out.send(e, c, a, c.place.(*exchangeValues).out)
}

func (x *typedHandler) reset(c *Call) {
	t := c.place.(*exchangeValues)
	x.from.Reset(t.in)
	x.to.Reset(t.out)
}

// Endpoint serves one operation. It is for sibling packages.
type Endpoint struct {
	op          *ir.Operation
	env         *Env
	path        match.Template
	inputs      []input
	query       []int    // indexes of inputs in the query
	keys        []string // names of API keys in the query
	sends       []header
	sendIDs     []*ir.ID
	layout      *codec.Layout // of the cells of a call
	work        endpoint
	whole       assembler  // nil: the inputs stand by themselves
	choices     [][]string // media types of each way to read content
	limits      Limits
	handler     Handler
	offers      []string          // media types of a success
	once        *idempotentRunner // nil: each request is work of its own
	access      *access
	limiters    limiters
	asks        bool            // who calls, or how often
	credentials credentials     // where to look for them
	visibility  *visibility     // nil: everybody is answered alike
	authorizers inputAuthorizer // nil: nothing of the route decides on requests
	caching     caching
	calls       sync.Pool

	mayEvaluate bool          // preconditions count
	streams     chan struct{} // a place for each request that streams; nil: none does
}

type header struct {
	name     string // canonical
	slot     codec.Input
	required bool
}

// Compile makes what serves the operation; every fault of its declaration has
// been reported before. It is for sibling packages.
func (o *Operation) Compile(key ir.Key, env *Env, slots *Slots, path match.Template) *Endpoint {
	e := &Endpoint{op: o.Node, env: env, path: path, work: o.prepare()}
	for i, p := range o.inputs {
		in := newInput(o.Node.Inputs[i], slots.Of(key, p), path)
		in.noNUL = o.storable && in.in == ir.InPath
		if in.in == ir.InQuery {
			e.query = append(e.query, i)
		}
		e.inputs = append(e.inputs, in)
	}
	for _, p := range o.sends {
		n := property.NodeOf(p)
		e.sends = append(e.sends, header{http.CanonicalHeaderKey(n.Name), slots.Of(key, p), !n.MayBeAbsent()})
		e.sendIDs = append(e.sendIDs, n.ID)
	}
	e.offers = o.Node.Offers()
	e.choices = e.work.choices()
	if e.whole, _ = e.work.(assembler); e.whole != nil {
		e.whole.compile(o.Node)
	}
	e.limits = o.limits.over(env.Limits)
	if o.Node.Streams() {
		e.streams = make(chan struct{}, e.limits.Streams)
	}
	e.handler = e.work.handle
	for i := len(o.inner) - 1; i >= 0; i-- {
		e.handler = o.inner[i](e.handler)
	}
	if e.mayEvaluate = o.Node.Conditional(); e.evaluatesPreconditions() {
		e.handler = e.guarded(e.handler)
	}
	e.once = newOnce(o)
	e.access = &o.access
	e.keys = o.Node.Security.QueryKeys()
	e.credentials = credentialsOf(o.Node.Security)
	e.visibility = visibilityOf(o.Node)
	e.caching = newCaching(o.Node)
	if p, ok := e.work.(inputAuthorizer); ok && o.Node.MayForbid {
		e.authorizers = p
	}
	if env.Limiters != nil {
		e.limiters = env.Limiters.limitersOf(o)
	}
	e.asks = e.access.requires != nil || len(e.limiters.early)+len(e.limiters.late) > 0
	e.layout = layoutOf(e)
	e.calls.New = func() any { return e.newCall() }
	return e
}

func (e *Endpoint) newCall() *Call {
	c := &Call{
		endpoint: e,
		cells:    make([]any, len(e.inputs)),
		given:    make([]bool, len(e.inputs)),
		raws:     make([]raw, len(e.inputs)),
		sends:    make([]any, len(e.sends)),
		sent:     make([]bool, len(e.sends)),
		place:    e.work.place(),
		refused:  problem.NewInvalidRequest(),
	}
	c.source = codec.NewCells(e.layout, c.cells, c.given, c.sends, c.sent)
	c.decoder.Input = true
	c.setIdentity(authn.Identity{})
	for i := range e.inputs {
		c.cells[i] = e.inputs[i].slot.Cell()
	}
	for i := range e.sends {
		c.sends[i] = e.sends[i].slot.Cell()
	}
	return c
}

// ServeHTTP reads a request, calls the handler and answers.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.exchange(w, r, nil)
}

// ServePath is ServeHTTP for a request whose path has been cut, and matches. It is
// for sibling packages.
func (e *Endpoint) ServePath(_ ir.Key, w http.ResponseWriter, r *http.Request, path *match.Cut) {
	e.exchange(w, r, path)
}

// exchange serves a request; path is nil where another router has matched it.
func (e *Endpoint) exchange(w http.ResponseWriter, r *http.Request, path *match.Cut) {
	c := e.calls.Get().(*Call)
	c.w, c.r = w, r
	e.caching.begin(w.Header())
	if path != nil {
		c.path, c.params = path.Path(), e.path.ValuesOf(c.params, path)
	}
	finished := false
	defer func() {
		if !finished {
			// The call is not reused: whatever panicked may still hold it.
			c.removeFiles()
			c.leave()
			if v := recover(); v != nil {
				if !c.begun {
					e.caching.fail(w.Header())
				}
				e.env.Panicked(w, c.r, v, c.begun)
			}
			return
		}
		c.reset()
		e.calls.Put(c)
	}()
	e.reach(c, StageRead)
	if err := e.serve(c); err != nil {
		e.reach(c, StageWrite)
		e.caching.fail(w.Header())
		e.challenge(w.Header(), err)
		e.env.Fail(w, c.r, e.op, err)
		c.refused.Clear()
	}
	e.reach(c, StageDone)
	finished = true
}

// serve runs the stages of a request; the first that fails ends it.
func (e *Endpoint) serve(c *Call) error {
	if e.asks {
		if err := e.admit(c); err != nil {
			return err
		}
	} else if err := e.bounded(c.r); err != nil {
		return err
	}
	if err := e.acceptable(c); err != nil {
		return err
	}
	rep := &c.decoder.Report
	rep.Max, rep.JSON = e.limits.Violations, e.limits.json()
	choice := -1
	if len(e.choices) > 0 {
		var err error
		if choice, err = e.supported(c); err != nil {
			return err
		}
		if err := e.work.load(e, c, choice); err != nil {
			return err
		}
	}
	if err := e.parse(c); err != nil {
		return err
	}
	if e.mayEvaluate {
		if err := c.readCondition(); err != nil {
			return err
		}
	}
	if choice >= 0 {
		if err := e.work.decode(e, c, choice); err != nil {
			return err
		}
	}
	if e.whole != nil {
		e.whole.assemble(c)
	}
	if rep.Since(0) {
		return (*render.Problem)(c.refused.Problem(rep))
	}
	if e.authorizers != nil {
		if err := e.authorizers.allow(c); err != nil {
			return err
		}
	}
	if e.once != nil {
		return e.once.serve(e, c, choice)
	}
	return e.perform(c)
}

// perform calls the handler and answers.
func (e *Endpoint) perform(c *Call) error {
	if e.streams != nil {
		select {
		case e.streams <- struct{}{}:
			defer func() { <-e.streams }()
		default:
			c.retryAfter(1)
			return refuse(ir.TooManyStreams, "")
		}
	}
	if e.limited() {
		defer e.limit(c)()
	}
	e.reach(c, StageHandle)
	if err := e.handler(c); err != nil {
		return e.timeoutProblem(c, err)
	}
	e.reach(c, StageWrite)
	return e.answer(c)
}

// Operation returns the description. It is for sibling packages.
func (e *Endpoint) Operation(ir.Key) *ir.Operation { return e.op }

var _ prop.Sink = (*Call)(nil)
