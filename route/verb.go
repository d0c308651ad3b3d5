package route

import (
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Reading is a route without request content: it answers with an Out.
type Reading[Out any] struct {
	decl[*Reading[Out]]
	out   Body[Out]
	rules []func(*Call) error // of Allow
	calls *calling[collection.None, Out]
}

func (r *Reading[Out]) with(op *Operation) *Reading[Out] {
	var n Reading[Out]
	if r != nil {
		n = *r
	}
	n.decl, n.calls = declared(op, &n), new(calling[collection.None, Out])
	return &n
}

// Writing is a route that reads an In and answers with an Out.
type Writing[In, Out any] struct {
	decl[*Writing[In, Out]]
	in    Body[In]
	out   Body[Out]
	rules []func(*Call, *In) error // of Allow
	calls *calling[In, Out]
}

func (w *Writing[In, Out]) with(op *Operation) *Writing[In, Out] {
	var n Writing[In, Out]
	if w != nil {
		n = *w
	}
	n.decl, n.calls = declared(op, &n), new(calling[In, Out])
	return &n
}

// Route is a route with its handler.
type Route struct{ decl[*Route] }

func (*Route) with(op *Operation) *Route {
	var n Route
	n.decl = declared(op, &n)
	return &n
}

// Get declares a GET on a path template such as /products/{id}. It answers HEAD
// too.
func Get[Out any](path string, out Body[Out]) *Reading[Out] {
	return read(http.MethodGet, path, out)
}

// Delete declares a DELETE on a path template. Answer with
// collection.Nothing() for 204.
func Delete[Out any](path string, out Body[Out]) *Reading[Out] {
	return read(http.MethodDelete, path, out)
}

// Post declares a POST on a path template.
func Post[In, Out any](path string, in Body[In], out Body[Out]) *Writing[In, Out] {
	return write(http.MethodPost, path, in, out)
}

// Put declares a PUT on a path template.
func Put[In, Out any](path string, in Body[In], out Body[Out]) *Writing[In, Out] {
	return write(http.MethodPut, path, in, out)
}

// Patch declares a PATCH on a path template. With a collection's Update mode the
// content is a JSON Merge Patch (RFC 7396), as application/merge-patch+json or
// application/json.
func Patch[In, Out any](path string, in Body[In], out Body[Out]) *Writing[In, Out] {
	return write(http.MethodPatch, path, in, out)
}

func read[Out any](method, path string, out Body[Out]) *Reading[Out] {
	op, answer := operation(method, path), nodeOf(out)
	op.answers(answer, answers(out))
	op.Node.Versioned = answer.ShowsVersion()
	op.probe(answer, tried(out))
	op.mayFlaw(out)
	return (&Reading[Out]{out: out}).with(op)
}

func write[In, Out any](method, path string, in Body[In], out Body[Out]) *Writing[In, Out] {
	// A body may describe itself anew each time: it is asked once.
	op, content, answer := operation(method, path), nodeOf(in), nodeOf(out)
	op.reads(content, reads(in))
	op.answers(answer, answers(out))
	op.Node.Versioned = content.ChangesVersion() || answer.ShowsVersion()
	op.probe(content, tried(in))
	op.probe(answer, tried(out))
	op.mayFlaw(in)
	op.mayFlaw(out)
	return (&Writing[In, Out]{in: in, out: out}).with(op)
}

// mayFlaw notes a body that may not suit its format.
func (o *Operation) mayFlaw(body any) {
	if f, ok := body.(flawed); ok {
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
		o.fault(ir.Fault{At: n.At, What: "reads no body; for no content say collection.Nothing()"})
		return
	case in.Empty():
		return
	case !can:
		o.fault(ir.Fault{At: n.At, What: "reads a body that can only be answered with"})
	case in.Format != ir.PlainText && in.Prop != nil && !in.Mode.Input():
		o.fault(ir.Fault{At: n.At, What: "reads " + in.Prop.Name + " in " +
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
		o.fault(ir.Fault{At: n.At, What: "answers with no body; for no content say collection.Nothing()"})
		return
	case out.Empty():
		n.Success.Status = http.StatusNoContent
		return
	case !can:
		o.fault(ir.Fault{At: n.At, What: "answers with a body that can only be read"})
	case out.Format == ir.Redirect:
		if !redirection(out.Status) {
			o.fault(ir.Fault{At: out.At, What: "Redirect(" + strconv.Itoa(out.Status) + ") is not 301, 302, 303, 307 or 308"})
		}
		n.Success.Body, n.Success.Status = out, out.Status
		return
	case out.Format != ir.PlainText && out.Prop != nil && out.Mode.Input():
		o.fault(ir.Fault{At: n.At, What: "answers with " + out.Prop.Name + " in " +
			out.Mode.String() + " mode, which is what a client sends; an answer has View, Delete or List"})
	}
	n.Success.Body, n.Success.Status = out, http.StatusOK
	if n.Method == http.MethodPost {
		n.Success.Status = http.StatusCreated
	}
}

// Handle sets the function that serves the route, and ends its declaration.
func (r *Reading[Out]) Handle(f func(*Call) (Out, error)) *Route {
	if f == nil {
		return faulty(r.op, ir.Faultf("Handle(nil): there is no function to call"))
	}
	var rules []func(*Call, *collection.None) error
	for _, rule := range r.rules {
		rules = append(rules, func(c *Call, _ *collection.None) error { return rule(c) })
	}
	op := r.op.edit(func(o *Operation) {
		o.prepare = func() endpoint {
			return &exchanger[collection.None, Out]{
				out:   outletOf(r.out),
				rules: rules,
				f:     func(c *Call, _ *collection.None) (Out, error) { return f(c) },
			}
		}
	})
	return (*Route)(nil).with(op)
}

// Handle sets the function that serves the route, and ends its declaration.
func (w *Writing[In, Out]) Handle(f func(*Call, In) (Out, error)) *Route {
	if f == nil {
		return faulty(w.op, ir.Faultf("Handle(nil): there is no function to call"))
	}
	op := w.op.edit(func(o *Operation) {
		o.prepare = func() endpoint {
			return &exchanger[In, Out]{
				in:    intakesOf(w.in),
				out:   outletOf(w.out),
				rules: w.rules,
				f:     func(c *Call, in *In) (Out, error) { return f(c, *in) },
			}
		}
	})
	return (*Route)(nil).with(op)
}

func faulty(o *Operation, f ir.Fault) *Route {
	return (*Route)(nil).with(o.edit(func(o *Operation) { o.Node.Faults = append(o.Node.Faults, f) }))
}
