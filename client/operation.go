package client

import (
	"errors"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// operation is a route compiled for calls.
type operation struct {
	op      *tree.Operation
	fault   error // of the declaration
	path    match.Template
	inputs  []endpoint.Input
	headers []endpoint.Header
	layout  *codec.Layout     // of the response headers
	formats []*problem.Format // of problems
	accept  string
	typ     *codec.Type
	in      media.RequestEncoder // nil: requests have no body
	out     media.ResponseDecoder
	others  []otherResponse
}

// sending is the operation as the [codec.Owner] of the headers of its responses.
type sending operation

// Missing implements [codec.Owner].
func (o *sending) Missing() string { return "sent by " + (*operation)(o).String() }

// Named implements [codec.Owner].
func (*sending) Named(string) *tree.Prop { return nil }

// operationOf compiles a route at its first call. It checks the declaration, as the server
// may be another program.
func operationOf(k *endpoint.Callable) (*operation, error) {
	if k.Compiled == nil {
		return nil, errors.New("tenon: a route that was not created by a function such as route.Get cannot be called")
	}
	c := k.Compiled.Get(func() any { return newOperation(k) }).(*operation)
	return c, c.fault
}

func newOperation(k *endpoint.Callable) *operation {
	o := k.Operation()
	c := &operation{op: o.Node, typ: k.Type}
	if c.fault = declarationFault(o); c.fault != nil {
		return c
	}
	if o.Node.Path != "" { // "" is the path of a group, which is part of the client's URL
		if c.path, c.fault = match.Parse(o.Node.Path); c.fault != nil {
			c.fault = errors.New("tenon: the path of " + c.String() + " " + c.fault.Error())
			return c
		}
	}
	compiler := codec.NewCompiler(tree.Create)
	for i, p := range o.Inputs {
		c.inputs = append(c.inputs, endpoint.NewInput(o.Node.Inputs[i], property.SlotOf(p, compiler), c.path))
	}
	for _, name := range c.path.Params() {
		if !slices.ContainsFunc(c.inputs, func(in endpoint.Input) bool { return in.In == tree.InPath && in.Name == name }) {
			c.fault = errors.New("tenon: {" + name + "} of " + c.String() + " has no property")
			return c
		}
	}
	c.layout = &codec.Layout{Owner: (*sending)(c)}
	for _, p := range o.AllHeaders() {
		h := endpoint.NewHeader(p, property.SlotOf(p, compiler))
		c.headers, c.layout.Inputs = append(c.headers, h), append(c.layout.Inputs, h.ID)
	}
	c.accept = strings.Join(append(o.Node.Offers(), render.ContentType), ", ")
	c.formats = append(c.formats, o.Options().OwnFormats...)
	if f := o.Options().ProblemFormat; f != nil {
		c.formats = append(c.formats, f)
	}
	c.others = othersOf(o, c.layout.Inputs)
	if c.out = media.ReceiverOf(k.Out); k.In != nil {
		c.in = media.SenderOf(k.In)
	}
	return c
}

// String returns the method and the path, for errors.
func (c *operation) String() string { return c.op.Method + " " + c.op.Path }

// declarationFault returns an error with the faults of a declaration.
func declarationFault(o *endpoint.Operation) error {
	var v verify.Checker
	for _, p := range o.Inputs {
		v.Prop(property.NodeOf(p))
	}
	for _, p := range o.AllHeaders() {
		v.Prop(property.NodeOf(p))
	}
	if b := o.Node.Body; b != nil && b.Prop != nil {
		v.Prop(b.Prop)
	}
	for a := range o.Node.Responses() {
		if b := a.Body; b != nil && b.Prop != nil {
			v.Prop(b.Prop)
		}
	}
	faults := append(slices.Clip(o.Node.Faults), v.Faults...)
	if len(faults) == 0 {
		faults = o.FormatFaults()
	}
	if len(faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("tenon: the declaration of "+o.Node.Method+" "+o.Node.Path+" has a fault", faults))
}
