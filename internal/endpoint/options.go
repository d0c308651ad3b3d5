package endpoint

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Options are what only the server needs, and few operations have. They are beside an Operation,
// which is copied for each option of its route.
type Options struct {
	Outer  []func(http.Handler) http.Handler
	Inner  []func(Handler) Handler
	Limits media.Limits
	// IgnoreAccept sends a success whatever the client accepts.
	IgnoreAccept bool
	// Emits limits the events of the handler to those that the operation declares: the API declares
	// some.
	Emits bool

	// Replace returns what an API has in place of the operations before this one, which is none: an
	// API that package apitest builds ends with it.
	Replace func([]*Operation) []*Operation
	// Store and Scope are those of Idempotency-Keys.
	Store idempotency.Store          // nil: the operation has none
	Scope func(*http.Request) string // nil: that of the API

	Others []Other // the responses with bodies of their own

	Throttled []*PlacedLimit
	Requests  []*Operation // of the node's callbacks, in their order

	// Around is the text around the body of a success, if the node has an envelope of its own.
	Around Around
	// ProblemFormat represents problems without a format of their own; nil: RFC 9457.
	ProblemFormat *problem.Format
	// OwnFormats are those of declared problems.
	OwnFormats []*problem.Format

	shared []tree.Fault
}

// Around is the text of an envelope before and after the body.
type Around struct{ Before, After []byte }

// none are the options of operations without any. Nothing changes them.
var none Options

// Options returns the options of the operation, which other operations may share.
func (o *Operation) Options() *Options {
	if o.options == nil {
		return &none
	}
	return o.options
}

// ChangeOptions gives the operation options of its own, and returns them for a change. It is for
// use within Edit.
func (o *Operation) ChangeOptions() *Options {
	c := *o.Options()
	c.Outer, c.Inner = slices.Clip(c.Outer), slices.Clip(c.Inner)
	c.Others, c.Requests = slices.Clip(c.Others), slices.Clip(c.Requests)
	c.Throttled, c.OwnFormats = slices.Clip(c.Throttled), slices.Clip(c.OwnFormats)
	c.shared = slices.Clip(c.shared)
	o.options = &c
	return &c
}

// inherit passes the options of a group or a resource on.
func (o *Options) inherit(from *Options) {
	o.Outer = slices.Concat(from.Outer, o.Outer)
	o.Inner = slices.Concat(from.Inner, o.Inner)
	o.Throttled = slices.Concat(from.Throttled, o.Throttled)
	o.OwnFormats = append(o.OwnFormats, from.OwnFormats...)
	o.Limits = o.Limits.Over(from.Limits)
}
