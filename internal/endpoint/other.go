package endpoint

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/shutdown"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Other is a response with a body of its own, in place of what the handler returns.
type Other struct {
	ID    *tree.ID    // of the declaration
	Index int         // in Also of the operation
	Body  media.Body  // nil: none
	Type  *codec.Type // of the body's value
	// Headers are those of the response, in place of those of the operation.
	Headers []prop.Prop
}

// AddOther declares a response with a body of its own. It is for use within Edit.
func (o *Operation) AddOther(id *tree.ID, r tree.Response, b media.Body, t *codec.Type, headers []prop.Prop) {
	r.Own = true
	own := o.ChangeOptions()
	own.Others = append(own.Others, Other{id, len(o.Node.Also), b, t, headers})
	o.AddResponse(r)
	if r.Body != nil {
		o.CheckFormat(r.Body, b, t)
	}
}

// Other returns the response that is in Also of the node at an index, and has a body of its own.
func (o *Operation) Other(also int) *Other {
	all := o.Options().Others
	return &all[slices.IndexFunc(all, func(r Other) bool { return r.Index == also })]
}

// otherResponse is a compiled response with a body of its own.
type otherResponse struct {
	id       *tree.ID
	response *tree.Response
	sender   Sender
	headers  []int // in those of the endpoint
}

// otherSender sends the value that the handler has set.
type otherSender struct{ body Sender }

func othersOf(o *Operation, headers []*tree.ID) (all []otherResponse) {
	for _, r := range o.Options().Others {
		c := otherResponse{r.ID, &o.Node.Also[r.Index], otherSender{&bodySender{}}, nil}
		for _, h := range r.Headers {
			c.headers = append(c.headers, slices.Index(headers, property.NodeOf(h).ID))
		}
		if c.response.Body != nil {
			c.sender = otherSender{SenderOf(r.Body)}
		}
		all = append(all, c)
	}
	return all
}

// send implements [Sender].
func (s otherSender) send(c *Call, a *tree.Response) error {
	out := c.out
	c.out = c.sent
	defer func() { c.out = out }()
	if a.Body.Endless() && c.cancel != nil { // see limit
		if stopping := shutdown.Of(c.ex.R.Context()); stopping != nil {
			defer context.AfterFunc(stopping, c.cancel)()
		}
	}
	return s.body.send(c, a)
}

// SetOther selects a response with a body of its own, and its value. It reports whether the route
// declares it.
func (c *Call) SetOther(id *tree.ID, v place.Addr) bool {
	r := c.otherOf(id)
	if r != nil {
		c.other, c.sent = r, v
	}
	return r != nil
}

func (c *Call) otherOf(id *tree.ID) *otherResponse {
	all := c.endpoint.others
	if i := slices.IndexFunc(all, func(r otherResponse) bool { return r.id == id }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Prefers reports whether the client prefers the media type of a response to those of all others.
func (c *Call) Prefers(id *tree.ID) (preferred, declared bool) {
	r := c.otherOf(id)
	if r == nil || r.response.Body == nil {
		return false, r != nil
	}
	best, ok := accept.Choose(c.ex.R.Header["Accept"], c.endpoint.offers)
	b := r.response.Body
	return ok && slices.ContainsFunc(b.MediaTypes(), func(t string) bool { return b.Sent(t) == best }), true
}

// Received is a response with a body of its own that a client has received. Public types embed it.
type Received struct {
	id    *tree.ID
	value place.Addr
}

func (r *Received) received() *Received { return r }

// SetReceived sets the response that was received, and the address of its value.
func SetReceived(in *Received, id *tree.ID, v place.Addr) { *in = Received{id, v} }

// ReceivedIn returns the address of the value of a response; ok is false if another was received.
func ReceivedIn(from interface{ received() *Received }, id *tree.ID) (v place.Addr, ok bool) {
	r := from.received()
	return r.value, r.id == id && id != nil
}
