package route

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Content is what an [OutgoingRequest] request carries and is answered with: every [Body].
type Content interface{ sealed }

// OutgoingRequest describes a request that the API sends and others serve: a webhook of
// the API, or a callback of a route ([Route.Callback]). Documents tell it; nothing
// sends it. It is an immutable value.
type OutgoingRequest struct{ op *Operation }

func (*OutgoingRequest) with(op *Operation) *OutgoingRequest {
	return &OutgoingRequest{op}
}

// Outgoing describes a request with a method and a content, which is what the server
// shows of it:
//
//	route.Outgoing(http.MethodPost, orders.View()).Summary("An order was placed")
//
// A success of those who serve it is 204 without content, unless [OutgoingRequest.Answered]
// or Status says otherwise.
func Outgoing(method string, content Content) *OutgoingRequest {
	at := callsite.Here()
	n := &ir.Operation{At: at, Method: method, Success: ir.Response{At: at, Status: http.StatusNoContent}}
	o := &Operation{Node: n}
	if !slices.Contains([]string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete, http.MethodPatch}, method) {
		o.fault(ir.Fault{At: at, Message: "Outgoing(" + strconv.Quote(method) + "): the method is not GET, PUT, POST, DELETE or PATCH"})
	}
	if b := o.carried(content, "sends", false); b != nil && !b.Empty() {
		n.Body = b
	}
	return (*OutgoingRequest)(nil).with(o)
}

// Answered says what those who serve the request answer with: what the API reads,
// such as orders.Create(). The status is 200 unless Status has set another.
func (o *OutgoingRequest) Answered(content Content) *OutgoingRequest {
	return o.edit(func(op *Operation) {
		b := op.carried(content, "is answered with", true)
		if b == nil || b.Empty() {
			return
		}
		if a := &op.Node.Success; a.Status == http.StatusNoContent {
			a.Status = http.StatusOK
		}
		op.Node.Success.Body = b
	})
}

// carried returns content that goes in one direction: what the API reads is in the
// mode of what it reads from clients, what it sends in that of what it shows them.
func (o *Operation) carried(content Content, does string, in bool) *ir.Body {
	if content == nil {
		o.fault(ir.Faultf("%s no body; for no content say collection.NoContent()", does))
		return nil
	}
	b := bodyOf(content).Node()
	if b == nil || b.Empty() {
		return b
	}
	for _, way := range append([]*ir.Body{b}, b.Others...) {
		switch way.Format {
		case ir.JSON, ir.Form:
			switch {
			case way.Mode.Input() == in:
			case in:
				o.fault(ir.Faultf("%s %s in %s mode, which is what the server shows; what it reads is in Create or Update", does, way.Prop.Name, way.Mode))
			default:
				o.fault(ir.Faultf("%s %s in %s mode, which is what a client sends; what the server sends is in View, Delete or List", does, way.Prop.Name, way.Mode))
			}
		case ir.PlainText, ir.Bytes:
		default:
			o.fault(ir.Faultf("%s content that only a route of the API has; a request of its own has JSON, a form, a text or bytes", does))
		}
	}
	return b
}

// Operation returns what the request amounts to. It is for sibling packages.
func (o *OutgoingRequest) Operation(ir.Key) *Operation {
	if o == nil || o.op == nil {
		return &Operation{Node: &ir.Operation{Faults: []ir.Fault{ir.Faultf("a request was not started by route.OutgoingRequest")}}}
	}
	return o.op
}

// Requests returns the requests of the node's callbacks, in their order. It is for
// sibling packages.
func (o *Operation) Requests() []*Operation { return o.requests }

// Requesting returns the operation with others in the place of the requests of its
// callbacks. It is for sibling packages.
func (o *Operation) Requesting(_ ir.Key, requests []*Operation) *Operation {
	return o.edit(func(o *Operation) {
		o.requests = requests
		o.Node.Callbacks = slices.Clone(o.Node.Callbacks)
		for i := range o.Node.Callbacks {
			o.Node.Callbacks[i].Operation = requests[i].Node
		}
	})
}

// Callback declares a request that the API sends because of a call of the route, to
// a URL that the call tells. The URL has runtime expressions of OpenAPI (3.1.1
// §4.8.20.4), in braces where it is more than one of them:
//
//	Callback("shipped", "{$request.body#/notify_url}", route.Outgoing(http.MethodPost, parcels.View()))
//
// An expression may name what the route declares: $request.query.NAME,
// $request.header.NAME, $request.path.NAME, and a member of the content by its JSON
// Pointer. Without an ID the request has that of the route and the name.
func (o *Operation) setCallback(name, url string, request *OutgoingRequest) *Operation {
	at, op := callsite.Here(), request.Operation(ir.Key{})
	return o.edit(func(o *Operation) {
		o.requests = append(o.requests, op)
		o.Node.Callbacks = append(o.Node.Callbacks, ir.Callback{At: at, Name: name, URL: url, Operation: op.Node})
	})
}
