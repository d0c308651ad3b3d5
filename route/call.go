package route

import (
	"context"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/render"
)

// Call is one request being served. It is the source of the route's inputs,
// id.Get(call), and the sink of the headers it sends, etag.Set(call, v).
//
// A call belongs to one request: it must not be used after the handler has
// returned.
type Call struct {
	source   // over the cells
	endpoint *Endpoint
	w        http.ResponseWriter
	r        *http.Request
	who      authn.Identity
	expiring *expiring // the context of an identity that ends; nil: it does not
	verdicts []quota.Verdict
	status   int
	begun    bool // an answer that is written bit by bit has begun

	cells []any // *V of each input
	given []bool
	raws  []raw

	sends []any // *V of each header
	sent  []bool

	path    match.Path
	params  []string // of the path, in the order of the template
	decoder codec.Decoder
	refused problem.InvalidRequest
	encoder codec.Encoder
	content []byte
	pairs   []codec.Pair // fields of a form
	files   []string     // names of temporary files
	place   any          // *traded, or that of a list

	preconditions *preconditions // nil: the request has no preconditions that count
}

// source is a sink of the values in cells.
type source = codec.Cells

// Context is the context of the request.
func (c *Call) Context() context.Context { return c.r.Context() }

// Request is the request. Its content has been read.
func (c *Call) Request() *http.Request { return c.r }

// Header are the header fields of the answer. Headers that the route declares
// with Sends are set through their properties.
func (c *Call) Header() http.Header { return c.w.Header() }

// Status chooses the status of a success among those that the route declares;
// any other becomes a 500.
func (c *Call) Status(code int) { c.status = code }

// Language returns the tag of the language that the client prefers of those that the
// API has (Locales of the API), such as de; "" if it has none. It adds
// Accept-Language to Vary. A handler that writes in the language says so with
//
//	c.Header().Set("Content-Language", c.Language())
func (c *Call) Language() string {
	tag := render.Language(c.r)
	if tag != "" {
		problem.VaryLanguage(c.w.Header())
	}
	return tag
}

// ID is the route's operationId.
func (c *Call) ID() string { return c.endpoint.op.ID }

// layoutOf describes the inputs and headers of a call to the operation, as a source.
func layoutOf(e *Endpoint) *codec.Layout {
	l := &codec.Layout{
		Sends:   e.sendIDs,
		Missing: func() string { return "declared by " + e.op.Method + " " + e.op.Path },
		Named: func(name string) *ir.Prop {
			for _, in := range e.op.Inputs {
				if in.Prop.Name == name {
					return in.Prop
				}
			}
			if i := slices.IndexFunc(e.op.ResponseHeaders, func(p *ir.Prop) bool { return p.Name == name }); i >= 0 {
				return e.op.ResponseHeaders[i]
			}
			return nil
		},
	}
	for i := range e.inputs {
		l.Inputs = append(l.Inputs, e.inputs[i].id)
	}
	return l
}

// maxKept is how large a buffer a call may keep for the next request.
const maxKept = 64 << 10

// reset lets go of everything that belongs to the request.
func (c *Call) reset() {
	e := c.endpoint
	c.w, c.r, c.status, c.begun = nil, nil, 0, false
	for i := range c.cells {
		e.inputs[i].slot.Reset(c.cells[i])
		c.given[i] = false
		c.raws[i].clear()
	}
	for i := range c.sends {
		e.sends[i].slot.Reset(c.sends[i])
		c.sent[i] = false
	}
	clear(c.params)
	c.path, c.params = match.Path{}, c.params[:0]
	c.preconditions = nil
	if e.asks {
		c.leave()
		c.setIdentity(authn.Identity{})
		clear(c.verdicts)
		c.verdicts = c.verdicts[:0]
	}
	if len(e.choices) > 0 {
		c.resetContent()
	} else {
		c.decoder.Report.Reset()
	}
	if cap(c.encoder.B) > maxKept {
		c.encoder.B = nil
	}
	e.work.reset(c)
}

// leave lets go of what waits for the end of the identity.
func (c *Call) leave() {
	if c.expiring != nil {
		c.expiring.end()
		c.expiring = nil
	}
}

func (c *Call) resetContent() {
	c.removeFiles()
	clear(c.pairs)
	c.pairs = c.pairs[:0]
	c.decoder.Close()
	if cap(c.content) > maxKept {
		c.content = nil
	}
}
