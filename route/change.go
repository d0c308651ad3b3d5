package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/ir"
)

//go:generate go run ../internal/builders/write route

// The functions of this package that begin with set declare methods of builders, which
// internal/builders generates: setSummary is Summary of a [ReadRoute], a [WriteRoute] and so
// on. Their result type selects the builders with the method.

type (
	operation = endpoint.Operation
	single    = endpoint.Single
	several   = endpoint.Several
	members   = endpoint.Resource

	// change is an option of a route.
	change = func(*operation)
	// shared is an option of groups and resources, too. They pass it on to their routes; see
	// [operation.Inherit].
	shared = change
	// writing is an option of a [WriteRoute].
	writing = change
	// receiving is an option of routes with a request body, and of groups and resources.
	receiving = change
	// document is an option of an [OutgoingRequest], too; common is an option of groups and
	// resources as well.
	document = change
	common   = change
)

// faulty returns a change that reports a fault at the user's call in progress.
func faulty(format string, args ...any) change {
	f := ir.Faultf(format, args...)
	return func(o *operation) { o.Fault(f) }
}

// described returns a change of the description.
func described(change func(*ir.Operation)) change {
	return func(o *operation) { change(o.Node) }
}

// Options has options of an operation of a resource; see [ResourceRoutes.On]. The zero value
// has none. It is an immutable value.
type Options struct{ changes []change }

func (o Options) with(c change) Options {
	return Options{append(slices.Clip(o.changes), c)}
}

func (o Options) apply(op *operation) {
	for _, change := range o.changes {
		change(op)
	}
}

// reported returns a change that reports a fault.
func reported(f ir.Fault) change { return func(o *operation) { o.Fault(f) } }
