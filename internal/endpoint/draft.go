package endpoint

import (
	"context"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Draft is a route without its handler. It is an interface, because package route imports this one.
type Draft interface {
	// End returns the operation with what a handler adds to it, and the bodies of a request, or
	// nil, and of a success.
	End(o *Operation, h Handler) (ended *Operation, in, out media.Body)
}

// WithHandler returns the operation with another handler, whether or not it has one, and with
// another store of Idempotency-Keys, if it has keys. in and out are the bodies of requests and successes.
func (o *Operation) WithHandler(h Handler, keys idempotency.Store) (handled *Operation, in, out media.Body) {
	if o.Draft != nil {
		handled, in, out = o.Draft.End(o, h)
	}
	if o.Prepare == nil && handled != nil {
		o = handled
	}
	return o.Edit(func(o *Operation) {
		if o.Options().Store != nil {
			o.ChangeOptions().Store = keys
		}
		prepare := o.Prepare
		if prepare == nil {
			return // which is reported
		}
		o.Prepare = func() *Work {
			w := prepare()
			w.Handle = h
			if s, ok := w.Sender.(versionSender); ok {
				w.Sender = versionedCall{s.json}
			}
			return w
		}
	}), in, out
}

// versionKey is the key of the version of a call in the context of its request.
type versionKey struct{}

// versionedCall sends the version that a handler has set with [Call.SetVersion].
type versionedCall struct{ json *media.JSONEncoder }

func (o versionedCall) send(c *Call, a *tree.Response) error {
	v, _ := c.ex.R.Context().Value(versionKey{}).(codec.Version)
	return versionSender{o.json, func(place.Addr) codec.Version { return v }}.send(c, a)
}

// SetVersion sets the version of the entity that is sent, in place of that of its collection. It
// is for handlers of [Operation.WithHandler].
func (c *Call) SetVersion(v codec.Version) {
	c.ex.R = c.ex.R.WithContext(context.WithValue(c.ex.R.Context(), versionKey{}, v))
}

// SkipPreconditions lets a handler succeed that does not change what the preconditions are about.
func (c *Call) SkipPreconditions() {
	if c.preconditions != nil {
		c.preconditions.evaluated.Store(true)
	}
}

// Work returns the typed part of the operation.
func (c *Call) Work() *Work { return c.endpoint.work }

// InputText returns the text of an input that is a scalar, in its canonical form, and whether the
// request has it.
func (c *Call) InputText(i int) (text string, given bool) {
	in := &c.endpoint.inputs[i]
	if in.Shape != codec.Single {
		return "", false
	}
	return string(in.Slot.Text(nil, c.cells[i])), c.given[i]
}

// Headers returns the declared headers of the response that is about to be sent.
func (c *Call) Headers() (all []*Header) {
	for i := range c.endpoint.headers {
		if c.endpoint.declares(c, i) {
			all = append(all, &c.endpoint.headers[i])
		}
	}
	return all
}

// SetHeader sets a header that is a scalar. It reports false if the text is no value of it.
func (c *Call) SetHeader(h *Header, text string) bool {
	if h.Slot.Shape() != codec.Single {
		return false
	}
	var r codec.Report
	cell := codec.PlaceIn(&c.source, h.ID)
	h.Slot.Parser()(&r, text, h.Slot.At(cell))
	return !r.Since(0)
}
