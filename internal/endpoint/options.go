package endpoint

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
)

// Options are what only the server needs, and few operations have. They are beside an Operation,
// which is copied for each option of its route.
type Options struct {
	Outer []func(http.Handler) http.Handler
	Inner []func(Handler) Handler
	// Wrap is [WrapMiddleware] if the operation has Outer.
	Wrap func(o *Operation, h http.Handler, panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)) http.Handler
	// Announce is [DeprecationHandler] if the operation or a group has such times.
	Announce func(n *ir.Operation, h http.Handler) http.Handler
	Limits   media.Limits
	// IgnoreAccept sends a success whatever the client accepts.
	IgnoreAccept bool
	// Emission is nil if the API declares no events.
	Emission Emission
	// Sending is nil if the operation has no callbacks.
	Sending Sending

	// Open opens the body of an operation that ignores undeclared members; nil for others. It is a
	// function, so that other programs do not link it.
	Open func(*Operation) *Operation
	// Settle removes declared problems that are built-in problems of the operation; nil: there are
	// none.
	Settle func(*ir.Operation)
	// Replace returns what an API has in place of the operations before this one, which is none: an
	// API that package apitest builds ends with it.
	Replace func([]*Operation) []*Operation
	// Store and Scope are those of Idempotency-Keys, and Once performs requests with one.
	Store idempotency.Store
	Scope func(*http.Request) string // nil: that of the API
	Once  func(*Operation) Performer // nil: the operation has no Idempotency-Keys

	// Others are the responses with bodies of their own, which Answers compiles; nil: there are none.
	Others  []Other
	Answers func(o *Operation, headers []*ir.ID) []otherResponse

	// Headers and Cookies read inputs that are there, and ResponseHeaders sends headers; nil: the
	// operation declares none.
	Headers, Cookies reader
	ResponseHeaders  headerSender

	Throttled []*PlacedLimit
	Requests  []*Operation // of the node's callbacks, in their order

	// Around is the text around the body of a success, if the node has an envelope of its own.
	Around Around
	// ProblemFormat represents problems without a format of their own; nil: RFC 9457.
	ProblemFormat *problem.Format
	// OwnFormats are those of declared problems.
	OwnFormats []*problem.Format

	shared []ir.Fault
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
	if o.Settle == nil {
		o.Settle = from.Settle
	}
	if o.Headers == nil {
		o.Headers = from.Headers
	}
	if o.Cookies == nil {
		o.Cookies = from.Cookies
	}
	if o.Wrap == nil {
		o.Wrap = from.Wrap
	}
	if o.Announce == nil {
		o.Announce = from.Announce
	}
}
