package route

import (
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// ReadRoute is a route without request content: it answers with an Out.
type ReadRoute[Out any] struct {
	op *Operation
	exchange
}

// exchange is what a route reads and answers with.
type exchange struct {
	in, out  body
	from, to *codec.Type
	rules    []func(c *Call, in place.Addr) error // of Allow
	calls    *clientOperation
}

func (r *ReadRoute[Out]) with(op *Operation) *ReadRoute[Out] {
	var n ReadRoute[Out]
	if r != nil {
		n = *r
	}
	n.op, n.calls = op, new(clientOperation)
	return &n
}

// WriteRoute is a route that reads an In and answers with an Out.
type WriteRoute[In, Out any] struct {
	op *Operation
	exchange
}

func (w *WriteRoute[In, Out]) with(op *Operation) *WriteRoute[In, Out] {
	var n WriteRoute[In, Out]
	if w != nil {
		n = *w
	}
	n.op, n.calls = op, new(clientOperation)
	return &n
}

// Route is a route with its handler.
type Route struct{ op *Operation }

func (*Route) with(op *Operation) *Route {
	return &Route{op}
}

// Get declares a GET on a path template such as /products/{id}. It answers HEAD
// too.
func Get[Out any](path string, out Body[Out]) *ReadRoute[Out] {
	return read(http.MethodGet, path, out)
}

// Delete declares a DELETE on a path template. Answer with
// collection.NoContent() for 204.
func Delete[Out any](path string, out Body[Out]) *ReadRoute[Out] {
	return read(http.MethodDelete, path, out)
}

// Post declares a POST on a path template.
func Post[In, Out any](path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	return write(http.MethodPost, path, in, out)
}

// Put declares a PUT on a path template.
func Put[In, Out any](path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	return write(http.MethodPut, path, in, out)
}

// Patch declares a PATCH on a path template. With a collection's Update mode the
// content is a JSON Merge Patch (RFC 7396), as application/merge-patch+json or
// application/json.
func Patch[In, Out any](path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	return write(http.MethodPatch, path, in, out)
}

func read[Out any](method, path string, out Body[Out]) *ReadRoute[Out] {
	op, x := reading(method, path, below(out), typeOf(out))
	return (&ReadRoute[Out]{exchange: x}).with(op)
}

// below is a body without its Go type; nil stays nil.
func below[T any](b Body[T]) body {
	if b == nil {
		return nil
	}
	return bodyOf(b)
}

// typeOf describes the values of a body, which mostly knows it.
func typeOf[T any](b Body[T]) *codec.Type {
	if b != nil {
		if c := codec.BodyOf(b); c != nil && c.Type != nil {
			return c.Type
		}
	}
	return codec.TypeOf[T]()
}

func reading(method, path string, out body, to *codec.Type) (*Operation, exchange) {
	op, answer := operation(method, path), nodeOf(out)
	op.answers(answer, answers(out))
	op.Node.Versioned = answer.ShowsVersion()
	op.probe(answer, tried(out, to))
	op.deferFormatCheck(out)
	return op, exchange{out: out, from: nothing, to: to}
}

// nothing is the Go type of no content.
var nothing = codec.TypeOf[collection.Empty]()

func write[In, Out any](method, path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	op, x := writing(method, path, below(in), below(out), typeOf(in), typeOf(out))
	return (&WriteRoute[In, Out]{exchange: x}).with(op)
}

func writing(method, path string, in, out body, from, to *codec.Type) (*Operation, exchange) {
	// A body may describe itself anew each time: it is asked once.
	op, content, answer := operation(method, path), nodeOf(in), nodeOf(out)
	op.reads(content, reads(in))
	op.answers(answer, answers(out))
	op.Node.Versioned = content.ChangesVersion() || answer.ShowsVersion()
	op.probe(content, tried(in, from))
	op.probe(answer, tried(out, to))
	op.deferFormatCheck(in)
	op.deferFormatCheck(out)
	return op, exchange{in: in, out: out, from: from, to: to}
}

// deferFormatCheck notes a body that may not suit its format.
func (o *Operation) deferFormatCheck(body any) {
	if f, ok := body.(formatChecker); ok {
		o.flaws = append(o.flaws, f)
	}
}

func operation(method, path string) *Operation {
	n := &ir.Operation{At: callsite.Here(), Method: method, Path: path}
	n.Success.At = n.At
	return &Operation{Node: n}
}

// reads declares the content of a request; can is whether its format can be
// read.
func (o *Operation) reads(in *ir.Body, can bool) {
	n := o.Node
	switch {
	case in == nil:
		o.fault(ir.Fault{At: n.At, Message: "reads no body; for no content say collection.NoContent()"})
		return
	case in.Empty():
		return
	case !can:
		o.fault(ir.Fault{At: n.At, Message: "reads a body that can only be answered with"})
	case in.Format != ir.PlainText && in.Prop != nil && !in.Mode.Input():
		o.fault(ir.Fault{At: n.At, Message: "reads " + in.Prop.Name + " in " +
			in.Mode.String() + " mode, which is what the server answers; a request has Create or Update"})
	}
	n.Body = in
}

// answers declares the content of a success; can is whether its format can be
// answered with.
func (o *Operation) answers(out *ir.Body, can bool) {
	n := o.Node
	switch {
	case out == nil:
		o.fault(ir.Fault{At: n.At, Message: "answers with no body; for no content say collection.NoContent()"})
		return
	case out.Empty():
		n.Success.Status = http.StatusNoContent
		return
	case !can:
		o.fault(ir.Fault{At: n.At, Message: "answers with a body that can only be read"})
	case out.Format == ir.Redirect:
		if !redirection(out.Status) {
			o.fault(ir.Fault{At: out.At, Message: "Redirect(" + strconv.Itoa(out.Status) + ") is not 301, 302, 303, 307 or 308"})
		}
		n.Success.Body, n.Success.Status = out, out.Status
		return
	case out.Format != ir.PlainText && out.Prop != nil && out.Mode.Input():
		o.fault(ir.Fault{At: n.At, Message: "answers with " + out.Prop.Name + " in " +
			out.Mode.String() + " mode, which is what a client sends; an answer has View, Delete or List"})
	}
	n.Success.Body, n.Success.Status = out, http.StatusOK
	if n.Method == http.MethodPost {
		n.Success.Status = http.StatusCreated
	}
}

// Handle sets the function that serves the route, and ends its declaration.
func (r *ReadRoute[Out]) Handle(f func(*Call) (Out, error)) *Route {
	if f == nil {
		return unhandled(r.op)
	}
	return r.handled(r.op, func(c *Call, _, out place.Addr) (err error) {
		*place.To[Out](out), err = f(c)
		return err
	})
}

// Handle sets the function that serves the route, and ends its declaration.
func (w *WriteRoute[In, Out]) Handle(f func(*Call, In) (Out, error)) *Route {
	if f == nil {
		return unhandled(w.op)
	}
	return w.handled(w.op, func(c *Call, in, out place.Addr) (err error) {
		*place.To[Out](out), err = f(c, *place.To[In](in))
		return err
	})
}

func unhandled(o *Operation) *Route {
	return faulty(o, ir.Faultf("Handle(nil): there is no function to call"))
}

func (x exchange) handled(o *Operation, f func(c *Call, in, out place.Addr) error) *Route {
	return (*Route)(nil).with(o.edit(func(o *Operation) {
		o.prepare = func() endpoint {
			e := &typedHandler{from: x.from, to: x.to, out: responseEncoderOf(x.out), rules: x.rules, f: f}
			if x.in != nil {
				e.in = requestDecodersOf(x.in)
			}
			return e
		}
	}))
}

func faulty(o *Operation, f ir.Fault) *Route {
	return (*Route)(nil).with(o.edit(func(o *Operation) { o.Node.Faults = append(o.Node.Faults, f) }))
}
