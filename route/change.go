package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/ir"
)

//go:generate go run ../internal/builders/write route

// The functions of this package that begin with set declare the methods of builders, which
// internal/builders writes: setSummary is Summary of a [ReadRoute], a [WriteRoute] and so
// on. Their result says which builders have the method.

type (
	operation = endpoint.Operation
	single    = endpoint.Single
	several   = endpoint.Several
	members   = endpoint.Resource

	// change is a setting of a route.
	change = func(*operation)
	// shared is a setting of groups and resources too. They pass it on to their routes;
	// see [operation.Inherit] for what a setting of both means.
	shared = change
	// writing is a setting of a [WriteRoute].
	writing = change
	// document is a setting that an [OutgoingRequest] has too; common is one that groups and
	// resources have besides.
	document = change
	common   = change
)

// faulty is a change that reports a fault at the user's call in progress.
func faulty(format string, args ...any) change {
	f := ir.Faultf(format, args...)
	return func(o *operation) { o.Fault(f) }
}

// described is a change of the description.
func described(change func(*ir.Operation)) change {
	return func(o *operation) { change(o.Node) }
}

// Options are settings of an operation of a resource; see [ResourceRoutes.On]. The zero
// value has none. It is an immutable value.
type Options struct{ changes []change }

func (o Options) with(c change) Options {
	return Options{append(slices.Clip(o.changes), c)}
}

func (o Options) apply(op *operation) {
	for _, change := range o.changes {
		change(op)
	}
}

// reported is a change that reports a fault.
func reported(f ir.Fault) change { return func(o *operation) { o.Fault(f) } }
