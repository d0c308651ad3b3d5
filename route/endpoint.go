package route

import (
	"net/http"
	"sync"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/prop"
)

// Env is what an API decides for all of its routes. It is for sibling packages.
type Env struct {
	Before, After []byte // around the content of a success
	Limits        Limits
	// Fail answers with a problem. op is nil outside of any operation.
	Fail func(w http.ResponseWriter, r *http.Request, op *ir.Operation, err error)
	// Panicked answers after a panic of a handler.
	Panicked func(w http.ResponseWriter, r *http.Request, op *ir.Operation, value any)
}

// Limits bound what a request may cost. Zero stands for the default.
type Limits struct {
	Body       int64 // bytes of content; default 1 MiB
	Depth      int   // nesting of JSON; default 64
	Members    int   // members of one JSON object; default 10,000
	Query      int   // bytes of a raw query; default 8 KiB
	Header     int   // bytes of one header field; default 8 KiB
	Violations int   // violations in one answer; default 100
}

// WithDefaults fills what is zero. It is for sibling packages.
func (l Limits) WithDefaults(ir.Key) Limits {
	fill(&l.Body, 1<<20)
	fill(&l.Depth, 64)
	fill(&l.Members, 10_000)
	fill(&l.Query, 8<<10)
	fill(&l.Header, 8<<10)
	fill(&l.Violations, codec.MaxViolations)
	return l
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
	reads() bool
	decode(c *Call)
	handle(c *Call) error
	append(e *codec.Encoder, c *Call)
	reset(c *Call)
}

// traded are the Go values of one exchange.
type traded[In, Out any] struct {
	in  In
	out Out
}

type exchanger[In, Out any] struct {
	in  codec.Codec[In] // nil: no content is read
	out codec.Codec[Out]
	f   func(*Call, *In) (Out, error)
}

func exchange[In, Out any](out collection.Body[Out], f func(*Call, *In) (Out, error)) *exchanger[In, Out] {
	e := &exchanger[In, Out]{f: f}
	if out.Node(ir.Key{}).Prop != nil {
		e.out = out.Codec(ir.Key{})
	}
	return e
}

func (e *exchanger[In, Out]) place() any  { return new(traded[In, Out]) }
func (e *exchanger[In, Out]) reads() bool { return e.in != nil }

func (e *exchanger[In, Out]) decode(c *Call) {
	e.in.Decode(&c.decoder, &c.place.(*traded[In, Out]).in)
}

func (e *exchanger[In, Out]) handle(c *Call) (err error) {
	t := c.place.(*traded[In, Out])
	t.out, err = e.f(c, &t.in)
	return err
}

func (e *exchanger[In, Out]) append(enc *codec.Encoder, c *Call) {
	e.out.Append(enc, &c.place.(*traded[In, Out]).out)
}

func (e *exchanger[In, Out]) reset(c *Call) { *c.place.(*traded[In, Out]) = traded[In, Out]{} }

// Endpoint serves one operation. It is for sibling packages.
type Endpoint struct {
	op      *ir.Operation
	env     *Env
	path    match.Template
	inputs  []input
	query   []int // indexes of inputs in the query
	sends   []header
	sendIDs []*ir.ID
	work    endpoint
	handler Handler
	offers  []string // media types of a success
	calls   sync.Pool
}

type header struct {
	name     string // canonical
	slot     codec.Slot
	required bool
}

// Compile makes what serves the operation; every fault of its declaration has
// been reported before. It is for sibling packages.
func (o *Operation) Compile(key ir.Key, env *Env, path match.Template) *Endpoint {
	e := &Endpoint{op: o.Node, env: env, path: path, work: o.prepare()}
	compiler := codec.NewCompiler(ir.Create)
	for i, p := range o.inputs {
		in := newInput(o.Node.Inputs[i], p.Slot(key, compiler), path)
		if in.in == ir.InQuery {
			e.query = append(e.query, i)
		}
		e.inputs = append(e.inputs, in)
	}
	for _, p := range o.sends {
		n := p.Node(key)
		e.sends = append(e.sends, header{http.CanonicalHeaderKey(n.Name), p.Slot(key, compiler), !n.MayBeAbsent()})
		e.sendIDs = append(e.sendIDs, n.ID)
	}
	if o.Node.HasContent() {
		e.offers = []string{"application/json"}
	}
	e.handler = e.work.handle
	for i := len(o.inner) - 1; i >= 0; i-- {
		e.handler = o.inner[i](e.handler)
	}
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
	}
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
	c := e.calls.Get().(*Call)
	c.w, c.r = w, r
	finished := false
	defer func() {
		if !finished {
			// The call is not reused: whatever panicked may still hold it.
			if v := recover(); v != nil {
				e.env.Panicked(w, r, e.op, v)
			}
			return
		}
		c.reset()
		e.calls.Put(c)
	}()
	if err := e.serve(c); err != nil {
		e.env.Fail(w, r, e.op, err)
	}
	finished = true
}

// serve runs the stages of a request; the first that fails ends it.
func (e *Endpoint) serve(c *Call) error {
	if err := e.acceptable(c); err != nil {
		return err
	}
	if err := e.bounded(c.r); err != nil {
		return err
	}
	rep := &c.decoder.Report
	rep.Max = e.env.Limits.Violations
	if e.work.reads() {
		if err := e.read(c); err != nil {
			return err
		}
	}
	if err := e.parse(c); err != nil {
		return err
	}
	if e.work.reads() {
		e.work.decode(c)
		if err := c.decoder.End(); err != nil {
			return malformedJSON(err)
		}
	}
	if rep.Since(0) {
		return invalid(rep)
	}
	if err := e.handler(c); err != nil {
		return err
	}
	return e.answer(c)
}

// Operation returns the description. It is for sibling packages.
func (e *Endpoint) Operation(ir.Key) *ir.Operation { return e.op }

var _ prop.Sink = (*Call)(nil)
