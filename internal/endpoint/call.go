package endpoint

import (
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/tree"
)

// Call is a request that is being served. route.Call is the same struct under another name,
// with the methods that handlers use.
type Call struct {
	source   // over the cells
	endpoint *Endpoint
	ex       media.Exchange
	identity authn.Identity
	expiring *expiring // nil: the identity does not expire
	verdicts []quota.Verdict
	status   int            // set by the handler; 0: not set
	other    *otherResponse // in place of what the handler returns; nil: none
	sent     place.Addr     // its value
	cancel   func()         // ends the context of the handler; nil unless it is limited

	cells  []any        // *V of each input
	places []place.Addr // of the values in them
	given  []bool
	raws   []raw

	headers []any // *V of each header
	set     []bool

	path    match.Path
	params  []string // of the path, in the order of the template
	invalid problem.InvalidRequest

	choice  int        // the index of the decoder, or absent
	in, out place.Addr // the values that the handler reads and returns
	list    *listed    // nil: the operation is not a list
	handled bool       // the handler was called

	preconditions *preconditions // nil: the request has none to evaluate
}

// source is a sink of the values in cells.
type source = codec.Cells

// MediaType returns the media type of the request's content; "" if it is not known.
func (c *Call) MediaType() string {
	essence, _ := accept.MediaType(first(c.ex.R.Header["Content-Type"]))
	return essence
}

// Exchange returns the request and the response.
func (c *Call) Exchange() *media.Exchange { return &c.ex }

// Operation returns the description of the operation.
func (c *Call) Operation() *tree.Operation { return c.endpoint.op }

// Identity returns the identity of the caller.
func (c *Call) Identity() authn.Identity { return c.identity }

// SetStatus sets the status of a success.
func (c *Call) SetStatus(code int) { c.status = code }

// declaring is the operation as the [codec.Owner] of the cells of calls.
type declaring tree.Operation

// Missing implements [codec.Owner].
func (o *declaring) Missing() string {
	return "declared by " + o.Method + " " + o.Path + "; declare it with Query, Header, Cookie, Path or ResponseHeader"
}

// Named implements [codec.Owner].
func (o *declaring) Named(name string) *tree.Prop {
	for _, in := range o.Inputs {
		if in.Prop.Name == name {
			return in.Prop
		}
	}
	all := (*tree.Operation)(o).DeclaredHeaders()
	if i := slices.IndexFunc(all, func(p *tree.Prop) bool { return p.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// layoutOf describes the cells of a call, for prop.Source and prop.Sink.
func layoutOf(e *Endpoint) codec.Layout {
	l := codec.Layout{Inputs: make([]*tree.ID, 0, len(e.inputs)), Sends: e.headerIDs, Owner: (*declaring)(e.op)}
	for i := range e.inputs {
		l.Inputs = append(l.Inputs, e.inputs[i].ID)
	}
	return l
}

// reset clears everything of the request.
func (c *Call) reset() {
	e := c.endpoint
	c.status, c.other, c.sent = 0, nil, place.Addr{}
	for i, a := range c.places {
		in := &e.inputs[i]
		if !in.lasts && (c.given[i] || in.fill != nil) {
			in.Slot.Reset(a)
		}
		c.given[i] = false
		c.raws[i].clear()
	}
	for i, set := range c.set {
		if set {
			h := e.headers[i].Slot
			h.Reset(h.At(c.headers[i]))
			c.set[i] = false
		}
	}
	clear(c.params)
	c.path, c.params = match.Path{}, c.params[:0]
	c.preconditions = nil
	if e.identifies || e.access.Everyone {
		c.expire()
		c.setIdentity(authn.Identity{})
	}
	clear(c.verdicts)
	c.verdicts = c.verdicts[:0]
	c.ex.Reset(len(e.work.Decoders) > 0)
	e.work.In.Reset(c.in)
	if c.handled { // only the handler writes it
		e.work.Out.Reset(c.out)
		c.handled = false
	}
	if c.list != nil {
		*c.list = listed{}
	}
}

// expire releases the timer of an identity that expires.
func (c *Call) expire() {
	if c.expiring != nil {
		c.expiring.end()
		c.expiring = nil
	}
}

// setIdentity sets the caller's identity.
func (c *Call) setIdentity(who authn.Identity) {
	c.identity = who
	c.ex.Decoder.Grants, c.ex.Encoder.Grants = who, who
}
