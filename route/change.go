package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/tree"
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
	f := tree.Faultf(format, args...)
	return func(o *operation) { o.Fault(f) }
}

// described returns a change of the description.
func described(change func(*tree.Operation)) change {
	return func(o *operation) { change(o.Node) }
}

// Options are options of some operations of a resource, for [ResourceRoutes.Set]. They are an immutable
// value, which begins with [On].
type Options struct {
	ops     Op
	at      tree.Position
	changes []change
}

// On returns options of the operations in a set, without any yet:
//
//	route.On(route.OpList | route.OpView).Public()
func On(ops Op) Options { return Options{ops: ops, at: tree.Here()} }

func (o Options) with(c change) Options {
	o.changes = append(slices.Clip(o.changes), c)
	return o
}

func (o Options) apply(op *operation) {
	for _, change := range o.changes {
		change(op)
	}
}

// reported returns a change that reports a fault.
func reported(f tree.Fault) change { return func(o *operation) { o.Fault(f) } }
