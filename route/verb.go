package route

import (
	"net/http"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Reading is a route without request content: it answers with an Out.
type Reading[Out any] struct {
	decl[reading[Out], Reading[Out]]
}

type reading[Out any] struct{ out collection.Body[Out] }

func (Reading[Out]) with(d decl[reading[Out], Reading[Out]]) Reading[Out] { return Reading[Out]{d} }

// Writing is a route that reads an In and answers with an Out.
type Writing[In, Out any] struct {
	decl[writing[In, Out], Writing[In, Out]]
}

type writing[In, Out any] struct {
	in  collection.Body[In]
	out collection.Body[Out]
}

func (Writing[In, Out]) with(d decl[writing[In, Out], Writing[In, Out]]) Writing[In, Out] {
	return Writing[In, Out]{d}
}

// Route is a route with its handler.
type Route struct{ decl[done, Route] }

type done struct{}

func (Route) with(d decl[done, Route]) Route { return Route{d} }

var (
	_ builder[reading[int], Reading[int]]           = Reading[int]{}
	_ builder[writing[int, int], Writing[int, int]] = Writing[int, int]{}
	_ builder[done, Route]                          = Route{}
)

// Get declares a GET on a path template such as /products/{id}. It answers HEAD
// too.
func Get[Out any](path string, out collection.Body[Out]) Reading[Out] {
	return read(http.MethodGet, path, out)
}

// Delete declares a DELETE on a path template. Answer with
// collection.Nothing() for 204.
func Delete[Out any](path string, out collection.Body[Out]) Reading[Out] {
	return read(http.MethodDelete, path, out)
}

// Post declares a POST on a path template.
func Post[In, Out any](path string, in collection.Body[In], out collection.Body[Out]) Writing[In, Out] {
	return write(http.MethodPost, path, in, out)
}

// Put declares a PUT on a path template.
func Put[In, Out any](path string, in collection.Body[In], out collection.Body[Out]) Writing[In, Out] {
	return write(http.MethodPut, path, in, out)
}

// Patch declares a PATCH on a path template. With a collection's Update mode the
// content is a JSON Merge Patch (RFC 7396), as application/merge-patch+json or
// application/json.
func Patch[In, Out any](path string, in collection.Body[In], out collection.Body[Out]) Writing[In, Out] {
	return write(http.MethodPatch, path, in, out)
}

func read[Out any](method, path string, out collection.Body[Out]) Reading[Out] {
	return Reading[Out]{decl[reading[Out], Reading[Out]]{
		op:     operation(method, path, nil, out.Node(ir.Key{})),
		bodies: reading[Out]{out},
	}}
}

func write[In, Out any](method, path string, in collection.Body[In], out collection.Body[Out]) Writing[In, Out] {
	return Writing[In, Out]{decl[writing[In, Out], Writing[In, Out]]{
		op:     operation(method, path, in.Node(ir.Key{}), out.Node(ir.Key{})),
		bodies: writing[In, Out]{in, out},
	}}
}

func operation(method, path string, in, out *ir.Body) *Operation {
	n := &ir.Operation{At: callsite.Here(), Method: method, Path: path}
	n.Success.At = n.At
	if in == nil && carries(method) {
		n.Faults = append(n.Faults, ir.Fault{At: n.At, What: "reads no body; for no content say collection.Nothing()"})
	}
	if in != nil && in.Prop != nil {
		n.Body = in
		if !in.Mode.Input() {
			n.Faults = append(n.Faults, ir.Fault{At: n.At, What: "reads " + in.Prop.Name + " in " +
				in.Mode.String() + " mode, which is what the server answers; a request has Create or Update"})
		}
	}
	switch {
	case out == nil:
		n.Faults = append(n.Faults, ir.Fault{At: n.At, What: "answers with no body; for no content say collection.Nothing()"})
	case out.Prop == nil:
		n.Success.Status = http.StatusNoContent
	case out.Mode.Input():
		n.Faults = append(n.Faults, ir.Fault{At: n.At, What: "answers with " + out.Prop.Name + " in " +
			out.Mode.String() + " mode, which is what a client sends; an answer has View, Delete or List"})
		fallthrough
	default:
		n.Success.Body, n.Success.Status = out, http.StatusOK
		if method == http.MethodPost {
			n.Success.Status = http.StatusCreated
		}
	}
	return &Operation{Node: n}
}

// carries reports whether routes of a method are declared with what they read.
func carries(method string) bool { return method != http.MethodGet && method != http.MethodDelete }

// Handle sets the function that serves the route, and ends its declaration.
func (r Reading[Out]) Handle(f func(*Call) (Out, error)) Route {
	if f == nil {
		return faulty(r.op, ir.Faultf("Handle(nil): there is no function to call"))
	}
	out := r.bodies.out
	op := r.op.edit(func(o *Operation) {
		o.prepare = func() endpoint {
			return exchange[collection.None, Out](out, func(c *Call, _ *collection.None) (Out, error) { return f(c) })
		}
	})
	return Route{decl[done, Route]{op: op}}
}

// Handle sets the function that serves the route, and ends its declaration.
func (r Writing[In, Out]) Handle(f func(*Call, In) (Out, error)) Route {
	if f == nil {
		return faulty(r.op, ir.Faultf("Handle(nil): there is no function to call"))
	}
	bodies := r.bodies
	op := r.op.edit(func(o *Operation) {
		reads := o.Node.Body != nil
		o.prepare = func() endpoint {
			e := exchange(bodies.out, func(c *Call, in *In) (Out, error) { return f(c, *in) })
			if reads {
				e.in = bodies.in.Codec(ir.Key{})
			}
			return e
		}
	})
	return Route{decl[done, Route]{op: op}}
}

func faulty(o *Operation, f ir.Fault) Route {
	return Route{decl[done, Route]{op: o.edit(func(o *Operation) { o.Node.Faults = append(o.Node.Faults, f) })}}
}
