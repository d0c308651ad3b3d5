package route

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Response is a response with a body of its own, beside the one that the handler returns: another
// status, or another media type of the same status. It is an immutable value; see [NewResponse].
type Response[T any] struct{ other }

// other is a response without the Go type of its body.
type other struct {
	id   *tree.ID
	node tree.Response
	body media.Body
	typ  *codec.Type
	bad  []tree.Fault

	headers []prop.Prop
}

func (o *other) response() *other { return o }

// AnyResponse is a [Response] of any Go type.
type AnyResponse interface{ response() *other }

// NewResponse declares a response, which routes have with Responses:
//
//	var queued = route.NewResponse(202, jobs.View()).Describe("The report will be ready later.")
//
//	route.Post("/reports", orders.Create(), reports.View()).
//		Responses(queued).
//		Handle(func(c *route.Call, in Order) (Report, error) {
//			if large(in) {
//				queued.Set(c, Job{…}) // in place of what the handler returns
//				return Report{}, nil
//			}
//			…
//		})
//
// The status is from 200 to 299, or 301, 302, 303, 307, 308 or 304. The body is
// collection.NoContent() for a response without content, as 204, 205 and 304 are. A redirect is
// a [Redirect] of the same status, or content together with a Location that the handler sets in
// Call.Header.
//
// A server should send 304 to GET and HEAD alone, and 412 to other methods (RFC 9110 §15.4.5). Declare
// it for these only if clients expect it already.
//
// Several responses of one status have different media types, such as JSON and [Bytes] of
// text/csv, or [Events]. The handler decides, whatever Accept says; [Response.Preferred] reports
// what the client prefers.
func NewResponse[T any](status int, body Body[T]) *Response[T] {
	r := other{id: new(tree.ID), body: bodyOf(body), typ: typeOf[T](body), node: tree.Response{At: tree.Here(), Status: status}}
	r.declare()
	return &Response[T]{r}
}

func (o *other) declare() {
	fault := func(text string) { o.bad = append(o.bad, tree.Fault{At: o.node.At, Message: text}) }
	status := o.node.Status
	b := media.NodeOf(o.body)
	name := "NewResponse(" + strconv.Itoa(status) + ")"
	switch {
	case b == nil:
		fault(name + " has no body; use collection.NoContent()")
		return
	case !success(status) && status != http.StatusNotModified && !media.IsRedirect(status):
		fault(name + " is not from 200 to 299, 301, 302, 303, 304, 307 or 308")
		return
	case b.Empty():
		return
	case status == http.StatusNotModified:
		fault(name + " has no content; use collection.NoContent()")
		return
	case !media.Encodes(o.body):
		fault(name + " has a body that can only be read")
		return
	case b.Format == tree.Redirect && b.Status != status:
		fault(name + " has a Redirect(" + strconv.Itoa(b.Status) + "); the statuses must be the same")
		return
	case b.Format == tree.Download:
		fault(name + " has a Download, which is the only success of its route")
		return
	case b.Format != tree.PlainText && b.Prop != nil && b.Mode.Input():
		fault(name + " has " + b.Prop.Name + " in " + b.Mode.String() + " mode, which is what a client sends; use View, Delete or List")
		return
	}
	o.node.Body = b
}

// Describe sets the description in the document.
func (r *Response[T]) Describe(text string) *Response[T] {
	c := *r
	c.node.Doc = text
	return &c
}

// ResponseHeader declares the headers of the response, in place of those of the route; without any,
// it has none of them:
//
//	var accepted = route.NewResponse(202, jobs.View()).ResponseHeader(retryAfter)
//
// A handler sets one with its property, retryAfter.Set(call, v), and the response with Set. A header
// of another response than the one that is sent is an internal error (500), and likewise the absence
// of one that is not optional.
func (r *Response[T]) ResponseHeader(props ...prop.Prop) *Response[T] {
	c := *r
	c.node.OwnHeaders, c.node.Headers, c.headers = true, nil, nil
	for _, p := range props {
		if p == nil {
			c.bad = append(slices.Clip(c.bad), tree.Faultf("ResponseHeader of NewResponse(%d) has a nil header", r.node.Status))
			continue
		}
		c.headers = append(c.headers, p)
		c.node.Headers = append(c.node.Headers, property.NodeOf(p))
	}
	return &c
}

// Set sends the response in place of what the handler returns, if it returns no error. It panics
// if the route does not declare the response.
func (r *Response[T]) Set(c *Call, v T) {
	if !c.call().SetOther(r.id, place.Of(&v)) {
		panic(r.undeclared(c))
	}
}

// Preferred reports whether the client prefers a media type of the response (Accept, RFC 9110
// §12.5.1) to those of the other responses. The body that the handler returns wins if all are
// alike. It panics if the route does not declare the response.
func (r *Response[T]) Preferred(c *Call) bool {
	preferred, declared := c.call().Prefers(r.id)
	if !declared {
		panic(r.undeclared(c))
	}
	return preferred
}

func (o *other) undeclared(c *Call) string {
	op := c.call().Operation()
	return "tenon: the response " + strconv.Itoa(o.node.Status) + " at " + o.node.At.String() + " is not declared by " + op.Method + " " + op.Path + "; say Responses"
}

// Lookup returns the value of a response that a client has received; see client.Client.Into. ok is
// false if the server has sent another.
func (r *Response[T]) Lookup(from *client.Response) (v T, ok bool) {
	a, ok := endpoint.ReceivedIn(from, r.id)
	if ok {
		v = *place.To[T](a)
	}
	return v, ok
}

// Responses declares responses with bodies of their own, which the handler sets with
// [Response.Set].
func setResponses(all ...AnyResponse) change {
	none := tree.Faultf("Responses has a response that was not created by route.NewResponse")
	return func(o *operation) {
		for _, r := range all {
			if r == nil || r.response() == nil || r.response().id == nil {
				o.Fault(none)
				continue
			}
			x := r.response()
			o.Fault(x.bad...)
			o.AddOther(x.id, x.node, x.body, x.typ, x.headers)
		}
	}
}
