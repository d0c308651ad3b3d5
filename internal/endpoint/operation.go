package route

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Operation is what a route amounts to. It is for sibling packages.
type Operation struct {
	Node    *ir.Operation
	inputs  []prop.Prop
	sends   []prop.Prop
	outer   []func(http.Handler) http.Handler
	inner   []func(Handler) Handler
	limits  Limits
	shared  []ir.Fault // of what others have, too
	flaws   []formatChecker
	probes  []ir.Probe
	prepare func() endpoint // nil: Handle was not called
	// storable keeps U+0000 out of the parameters of the path: the operation is that
	// of a store, and PostgreSQL has no such text.
	storable bool

	requests []*Operation // of the node's callbacks

	naming     naming
	idempotent idempotent
	access     access
	counted    []*PlacedLimit
}

// BodyFaults returns what a declaration that is sound by itself cannot be used for.
// It is for sibling packages.
func (o *Operation) BodyFaults(ir.Key) (faults []ir.Fault) {
	for _, f := range o.flaws {
		if what := f.flaw(); what != "" {
			faults = append(faults, ir.Fault{At: o.Node.At, Message: what})
		}
	}
	return faults
}

// Handled reports whether the operation has a handler. It is for sibling
// packages.
func (o *Operation) Handled() bool { return o.prepare != nil }

// Inputs returns the properties of the node's inputs, in their order. It is for
// sibling packages.
func (o *Operation) Inputs() []prop.Prop { return o.inputs }

// ResponseHeader returns the properties of the node's headers, in their order. It is for
// sibling packages.
func (o *Operation) ResponseHeader() []prop.Prop { return o.sends }

// Outer returns the middlewares around the operation, the outermost first. It
// is for sibling packages.
func (o *Operation) Outer() []func(http.Handler) http.Handler { return o.outer }

func (o *Operation) edit(change func(*Operation)) *Operation {
	if o == nil {
		o = &Operation{Node: &ir.Operation{At: callsite.Here(), Faults: []ir.Fault{
			ir.Faultf("a route was not started by a function such as route.Get"),
		}}}
	}
	c := *o
	c.Node = o.Node.Edit(func(*ir.Operation) {})
	c.inputs, c.sends, c.requests = slices.Clip(c.inputs), slices.Clip(c.sends), slices.Clip(c.requests)
	c.outer, c.inner = slices.Clip(c.outer), slices.Clip(c.inner)
	change(&c)
	return &c
}

func (o *Operation) fault(f ir.Fault) { o.Node.Faults = append(o.Node.Faults, f) }

// add declares inputs in a part of the request.
func (o *Operation) add(in ir.In, props []prop.Prop) {
	for _, p := range props {
		if p == nil {
			o.fault(ir.Faultf("a %s parameter is nil", in))
			continue
		}
		style := ir.Simple
		if s, ok := p.(styled); ok {
			p, style = s.Prop, s.style
		}
		o.inputs = append(o.inputs, p)
		o.Node.Inputs = append(o.Node.Inputs, ir.Input{Prop: property.NodeOf(p), In: in, Style: style})
	}
}

// styled is a property with a style of its own.
type styled struct {
	prop.Prop
	style ir.Style
}

// CSV writes a list in a query as one parameter whose items are separated by
// commas, a=1,2,3 (OpenAPI's style form without explode). Without it the
// parameter is repeated, a=1&a=2&a=3.
func CSV(list prop.Prop) prop.Prop { return styled{list, ir.CSV} }

// DeepObject writes an object in a query as one parameter for each member,
// filter[min]=1&filter[max]=9 (OpenAPI's style deepObject).
func DeepObject(object prop.Prop) prop.Prop { return styled{object, ir.DeepObject} }

// Identified returns the operation with an operationId. It is for sibling
// packages.
func (o *Operation) Identified(_ ir.Key, id string) *Operation {
	return o.edit(func(o *Operation) { o.Node.ID = id })
}

// Traced returns the operation of an API whose requests have ids. It is for
// sibling packages.
func (o *Operation) Traced(ir.Key) *Operation {
	return o.edit(func(o *Operation) { o.Node.Traced = true })
}
