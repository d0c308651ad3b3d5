package route

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// ReadRoute is a route without a request body: it sends an Out.
type ReadRoute[Out any] struct {
	single
	exchange
}

// WriteRoute is a route that reads an In and sends an Out.
type WriteRoute[In, Out any] struct {
	single
	exchange
}

// Route is a route with its handler.
type Route struct{ single }

// exchange is what a route reads and sends.
type exchange struct {
	in, out  media.Body
	from, to *codec.Type
	rules    []endpoint.Handler // of AuthorizeInput
	compiled *endpoint.Compiled
}

// exchanging is a [ReadRoute] or a [WriteRoute] without its Go types: a conversion of pointers leads from one
// to the other.
type exchanging struct {
	single
	exchange
}

// with changes the operation of a route.
func (b *exchanging) with(c change) *exchanging {
	var n exchanging
	if b != nil {
		n = *b
	}
	n.single, n.compiled = edited(n.single, c), new(endpoint.Compiled)
	endpoint.Op(n.single).Draft = draft{&n.exchange}
	return &n
}

func edited(s single, c change) single { return endpoint.SingleOf(endpoint.Op(s).Edit(c)) }

func (b *ReadRoute[Out]) with(c change) *ReadRoute[Out] {
	return (*ReadRoute[Out])((*exchanging)(b).with(c))
}

func (b *WriteRoute[In, Out]) with(c change) *WriteRoute[In, Out] {
	return (*WriteRoute[In, Out])((*exchanging)(b).with(c))
}

func (b *Route) with(c change) *Route {
	if b == nil {
		b = new(Route)
	}
	return &Route{edited(b.single, c)}
}

// Get declares a GET on a path template such as /products/{id}. It serves HEAD, too.
func Get[Out any](path string, out Body[Out]) *ReadRoute[Out] {
	return read(http.MethodGet, path, out)
}

// Delete declares a DELETE on a path template. Use collection.NoContent() for 204.
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

// Patch declares a PATCH on a path template. In Update mode of a collection, the body is a JSON
// Merge Patch (RFC 7396), as application/merge-patch+json or application/json.
func Patch[In, Out any](path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	return write(http.MethodPatch, path, in, out)
}

// Method declares a route of any method that reads a body, for APIs that exist:
//
//	route.Method(http.MethodDelete, "/tokens", revoked.Create(), collection.NoContent())
//	route.Method(http.MethodOptions, "/orders", collection.NoContent(), collection.NoContent())
//	route.Method("QUERY", "/orders", searches.Create(), collection.Many(orders.List()))
//
// The method is GET, HEAD, QUERY (RFC 10008), OPTIONS, DELETE, POST, PUT or PATCH. Get, Post and
// so on are shorter where they suffice.
//
// Content of a GET, a HEAD and a DELETE has no defined meaning (RFC 9110 §9.3): some proxies drop
// or reject it, browsers cannot send it with GET, and OpenAPI 3.0 lets tools ignore it. A cache
// does not see it, so that responses to a GET with a body are no-store.
//
// A HEAD takes the place of the one that a GET of the same path serves, and its responses have no
// body. An OPTIONS takes the place of the library's, except for preflight requests of a [CORS]
// policy.
//
// [CORS]: https://pkg.go.dev/github.com/tenon-go/tenon#API.CORS
func Method[In, Out any](method, path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	return write(method, path, in, out)
}

func read[Out any](method, path string, out Body[Out]) *ReadRoute[Out] {
	to := codec.Content(out)
	return (*ReadRoute[Out])(newRead(method, path, to, typeOf[Out](to)))
}

func newRead(method, path string, sent codec.Content, to *codec.Type) *exchanging {
	out := bodyOf(sent)
	op, success := endpoint.New(method, path), media.NodeOf(out)
	sends(op, success, media.Encodes(out))
	op.SetVersions(nil, success)
	op.CheckFormat(success, out, to)
	return exchangingOf(op, exchange{out: out, from: nothing, to: to, compiled: new(endpoint.Compiled)})
}

// nothing is the Go type of a body without content.
var nothing = codec.TypeOf[collection.Empty]()

func write[In, Out any](method, path string, in Body[In], out Body[Out]) *WriteRoute[In, Out] {
	from, to := codec.Content(in), codec.Content(out)
	return (*WriteRoute[In, Out])(newWrite(method, path, from, to, typeOf[In](from), typeOf[Out](to)))
}

// methods are those of routes.
var methods = [...]string{http.MethodGet, http.MethodHead, "QUERY", http.MethodOptions, http.MethodDelete, http.MethodPost, http.MethodPut, http.MethodPatch}

func newWrite(method, path string, read, sent codec.Content, from, to *codec.Type) *exchanging {
	in, out := bodyOf(read), bodyOf(sent)
	// Node may return another description each time, so that it is called once.
	op, content, success := endpoint.New(method, path), media.NodeOf(in), media.NodeOf(out)
	if !slices.Contains(methods[:], method) {
		op.Fault(tree.Fault{At: op.Node.At, Message: "Method(" + strconv.Quote(method) + "): the method is not one of " + strings.Join(methods[:], ", ")})
	}
	reads(op, content, media.Decodes(in))
	sends(op, success, media.Encodes(out))
	op.SetVersions(content, success)
	op.CheckFormat(content, in, from)
	op.CheckFormat(success, out, to)
	return exchangingOf(op, exchange{in: in, out: out, from: from, to: to, compiled: new(endpoint.Compiled)})
}

func exchangingOf(op *operation, x exchange) *exchanging {
	b := &exchanging{endpoint.SingleOf(op), x}
	op.Draft = draft{&b.exchange}
	return b
}

// reads declares the body of a request; can reports whether its format can be read.
func reads(o *operation, in *tree.Body, can bool) {
	n := o.Node
	switch {
	case in == nil:
		o.Fault(tree.Fault{At: n.At, Message: "reads no body; use collection.NoContent()"})
		return
	case in.Empty():
		if in.Optional {
			o.Fault(tree.Fault{At: in.At, Message: "Optional(collection.NoContent()) is no body; use collection.NoContent()"})
		}
		return
	case !can:
		o.Fault(tree.Fault{At: n.At, Message: "reads a body that can only be answered with"})
	}
	n.Body = in
	for in := range in.Ways() {
		if can && in.Format != tree.PlainText && in.Prop != nil && !in.Mode.Input() {
			o.Fault(tree.Fault{At: n.At, Message: "reads " + in.Prop.Name + " in " +
				in.Mode.String() + " mode, which is what the server answers; a request has Create or Update"})
		}
	}
}

// sends declares the body of a success; can reports whether its format can be sent.
func sends(o *operation, out *tree.Body, can bool) {
	n := o.Node
	switch {
	case out == nil:
		o.Fault(tree.Fault{At: n.At, Message: "answers with no body; use collection.NoContent()"})
		return
	case out.Empty():
		n.Success.Status = http.StatusNoContent
		return
	case !can:
		o.Fault(tree.Fault{At: n.At, Message: "answers with a body that can only be read"})
	case out.Format == tree.Redirect:
		if !media.IsRedirect(out.Status) {
			o.Fault(tree.Fault{At: out.At, Message: "Redirect(" + strconv.Itoa(out.Status) + ") is not 301, 302, 303, 307 or 308"})
		}
		n.Success.Body, n.Success.Status = out, out.Status
		return
	case out.Format != tree.PlainText && out.Prop != nil && out.Mode.Input():
		o.Fault(tree.Fault{At: n.At, Message: "answers with " + out.Prop.Name + " in " +
			out.Mode.String() + " mode, which is what a client sends; an answer has View, Delete or List"})
	}
	n.Success.Body, n.Success.Status = out, http.StatusOK
	if n.Method == http.MethodPost {
		n.Success.Status = http.StatusCreated
	}
}

// Handle sets the function that serves the route, and ends its declaration.
func (b *ReadRoute[Out]) Handle(f func(*Call) (Out, error)) *Route {
	var serve endpoint.Handler
	if f != nil {
		serve = func(c *endpoint.Call) (err error) {
			*place.To[Out](c.Out()), err = f((*Call)(c))
			return err
		}
	}
	return (*exchanging)(b).handle(serve)
}

// Handle sets the function that serves the route, and ends its declaration.
func (b *WriteRoute[In, Out]) Handle(f func(*Call, In) (Out, error)) *Route {
	var serve endpoint.Handler
	if f != nil {
		serve = func(c *endpoint.Call) (err error) {
			*place.To[Out](c.Out()), err = f((*Call)(c), *place.To[In](c.In()))
			return err
		}
	}
	return (*exchanging)(b).handle(serve)
}

func (b *exchanging) handle(f endpoint.Handler) *Route {
	if f == nil {
		return unhandled(b.single)
	}
	return b.handled(b.single, f)
}

func unhandled(s single) *Route {
	nilHandler := faulty("Handle(nil): the function is nil")
	return &Route{edited(s, func(o *operation) {
		nilHandler(o)
		o.NilHandler = true
	})}
}

func (x *exchange) handled(s single, f endpoint.Handler) *Route {
	own := *x
	return &Route{endpoint.SingleOf(endpoint.Op(s).EditWork(func(o *operation) {
		o.Prepare = func() *endpoint.Work {
			w := &endpoint.Work{In: own.from, Out: own.to, Sender: endpoint.SenderOf(own.out), Rules: own.rules, Handle: f}
			if own.in != nil {
				w.Decoders = media.DecodersOf(own.in)
			}
			return w
		}
	}))}
}

// draft is an exchange as an [endpoint.Draft]. It is a type of its own, so that routes do not have its
// method.
type draft struct{ of *exchange }

// End implements [endpoint.Draft].
func (d draft) End(o *operation, f endpoint.Handler) (_ *operation, in, out media.Body) {
	return endpoint.Op(d.of.handled(endpoint.SingleOf(o), f).single), d.of.in, d.of.out
}
