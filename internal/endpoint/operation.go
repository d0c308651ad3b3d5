package endpoint

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Operation is a declared operation: its description, and the parts that only the server needs.
// It is immutable; Edit returns a changed copy.
type Operation struct {
	Node    *tree.Operation
	Inputs  []prop.Prop // of the node's inputs, in their order
	Headers []prop.Prop // of the node's response headers, in their order
	Access  Access
	Naming  Naming
	// Prepare compiles the typed part; nil if the route has no handler.
	Prepare func() *Work
	// NilHandler reports whether Handle was called with nil, which has a fault.
	NilHandler bool
	// Draft is the route; nil if no function such as route.Get created it.
	Draft Draft
	// Storable rejects U+0000 in parameters of the path, as some stores do: PostgreSQL
	// has no such text.
	Storable bool

	options *Options // nil: none
	formats []media.FormatChecker
	probes  []bodyProbe
}

// Work is the typed part of an operation.
type Work struct {
	In, Out  *codec.Type // of the value that is read, and of the one that is sent
	Decoders []media.Choice
	Sender   Sender
	Rules    []Handler // of AuthorizeInput
	Handle   Handler   // uses Call.In and Call.Out
	List     *List     // nil: the operation is not a list
}

// Handler serves a call whose request is decoded and valid.
type Handler func(*Call) error

// New returns an operation at the user's call in progress.
func New(method, path string) *Operation {
	n := &tree.Operation{At: tree.Here(), Method: method, Path: path}
	n.Success.At = n.At
	return &Operation{Node: n}
}

// Faulty returns an operation without a method, which holds faults.
func Faulty(at tree.Position, path string, faults ...tree.Fault) *Operation {
	return &Operation{Node: &tree.Operation{At: at, Path: path, Faults: faults}}
}

// Replacing returns what ends an API that package apitest builds; see [Options].
func Replacing(replace func([]*Operation) []*Operation) *Operation {
	return &Operation{options: &Options{Replace: replace}}
}

// Edit returns a changed copy. If o is nil, the copy has the fault that no function such as
// route.Get created the route.
func (o *Operation) Edit(change func(*Operation)) *Operation {
	if o == nil {
		o = Faulty(tree.Here(), "", tree.Faultf("a route was not created by a function such as route.Get"))
	}
	c := *o
	c.Node = o.Node.Edit(func(*tree.Operation) {})
	c.clip()
	change(&c)
	return &c
}

// EditWork is Edit for a change that leaves the node as it is. The copy shares it.
func (o *Operation) EditWork(change func(*Operation)) *Operation {
	if o == nil {
		return o.Edit(change)
	}
	c := *o
	c.clip()
	change(&c)
	return &c
}

// clip makes an append to a copy leave the original as it is.
func (c *Operation) clip() {
	c.Inputs, c.Headers = slices.Clip(c.Inputs), slices.Clip(c.Headers)
	c.formats, c.probes = slices.Clip(c.formats), slices.Clip(c.probes)
}

// Fault adds a fault. It is for use within Edit.
//
//go:noinline
func (o *Operation) Fault(f ...tree.Fault) { o.Node.Faults = append(o.Node.Faults, f...) }

// AddInputs declares inputs. It is for use within Edit.
func (o *Operation) AddInputs(in tree.In, style tree.Style, props ...prop.Prop) {
	for _, p := range props {
		o.AddInput(p, tree.Input{In: in, Style: style})
	}
}

// SetVersions sets whether the entity that the content of a request changes, or a success shows, has
// versions; either may be nil. The operation remembers it: an option may remove a body.
func (o *Operation) SetVersions(content, success *tree.Body) {
	o.Node.Versioned = o.Node.Versioned || content.ChangesVersion() || success.ShowsVersion()
}

// GrowInputs makes room for n inputs. It is for use within Edit.
func (o *Operation) GrowInputs(n int) {
	o.Inputs, o.Node.Inputs = slices.Grow(o.Inputs, n), slices.Grow(o.Node.Inputs, n)
}

// AddInput declares an input, whose description lacks the property. It is for use within Edit.
//
//go:noinline
func (o *Operation) AddInput(p prop.Prop, in tree.Input) {
	in.Prop = property.NodeOf(p)
	o.Inputs, o.Node.Inputs = append(o.Inputs, p), append(o.Node.Inputs, in)
}

// AllHeaders returns the headers of all responses, each once: those of the operation first.
func (o *Operation) AllHeaders() []prop.Prop {
	all := o.Headers
	for _, r := range o.Options().Others {
		for _, h := range r.Headers {
			if !slices.ContainsFunc(all, func(p prop.Prop) bool { return property.NodeOf(p).ID == property.NodeOf(h).ID }) {
				all = append(slices.Clip(all), h)
			}
		}
	}
	return all
}

// AddResponse declares another successful response. It is for use within Edit.
func (o *Operation) AddResponse(r tree.Response) { o.Node.Also = append(o.Node.Also, r) }

// CheckFormat registers a body for FormatFaults, and probes of it and its other formats.
func (o *Operation) CheckFormat(n *tree.Body, b media.Body, t *codec.Type) {
	if f, ok := b.(media.FormatChecker); ok {
		o.formats = append(o.formats, f)
	}
	if n == nil {
		return
	}
	o.probe(n, b, t)
	others, typ := media.OthersOf(b, t)
	for i, other := range n.Others {
		o.probe(other, others[i], typ)
	}
}

func (o *Operation) probe(n *tree.Body, b media.Body, t *codec.Type) {
	if n.Prop != nil && (n.Format == tree.JSON || n.Format == tree.Form || n.Format == tree.Multipart || n.Format == tree.Events && !n.TextItems || n.Format == tree.Lines) {
		o.probes = append(o.probes, bodyProbe{node: n, body: b, typ: t})
	}
}

// FormatFaults returns the faults of bodies whose properties are valid but cannot be written in
// their format.
func (o *Operation) FormatFaults() []tree.Fault {
	if len(o.formats) == 0 {
		return nil
	}
	var faults []tree.Fault
	for _, f := range o.formats {
		f.CheckFormat(func(what string) { faults = append(faults, tree.Fault{At: o.Node.At, Message: what}) })
	}
	return faults
}

// SharedFaults returns the faults of options that the operation inherits. Other operations may
// have the same.
func (o *Operation) SharedFaults() []tree.Fault { return o.Options().shared }

// WithID returns the operation with an operationId.
func (o *Operation) WithID(id string) *Operation {
	return o.Edit(func(o *Operation) { o.Node.ID = id })
}

// AddFailure declares a problem. It is for use within Edit.
func (o *Operation) AddFailure(p *problem.Problem) {
	o.Fault(p.Data().Faults...)
	o.Node.Fails = append(o.Node.Fails, p.Failure())
	if f := p.Data().Format; f != nil {
		own := o.ChangeOptions()
		own.OwnFormats = append(own.OwnFormats, f)
	}
}

// SetProblemFormat sets the format of problems, unless the operation has one; f may be nil.
// It is for use within Edit.
func (o *Operation) SetProblemFormat(f *problem.Format) {
	if f != nil && o.Options().ProblemFormat == nil {
		o.ChangeOptions().ProblemFormat, o.Node.ProblemFormat = f, f.Node()
	}
}

// WithRequests returns the operation with other requests of its callbacks.
func (o *Operation) WithRequests(requests []*Operation) *Operation {
	return o.Edit(func(o *Operation) {
		o.ChangeOptions().Requests = requests
		o.Node.Callbacks = slices.Clone(o.Node.Callbacks)
		for i := range o.Node.Callbacks {
			o.Node.Callbacks[i].Operation = requests[i].Node
		}
	})
}

// WithCaching sets the policy of a group or an API, unless the operation has one. It is for use
// within Edit.
func (o *Operation) WithCaching(c *tree.Caching) {
	if c != nil && o.Node.Caching == nil && o.Node.Reusable() && !o.Node.Endless() {
		o.Node.Caching = c
	}
}

// In and Out return the addresses of the values that the handler reads and returns.
func (c *Call) In() place.Addr  { return c.in }
func (c *Call) Out() place.Addr { return c.out }
