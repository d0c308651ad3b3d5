package route

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// Content is the body of an [OutgoingRequest] or of its responses: any [Body].
type Content interface{ sealed }

// OutgoingRequest describes a request that the API sends and others serve: a webhook of the
// API, or a callback of a route ([Route.Callback]). It is in documents; the library does not
// send it. It is an immutable value.
type OutgoingRequest struct{ request }

type request = endpoint.Request

func (b *OutgoingRequest) with(c change) *OutgoingRequest {
	if b == nil {
		b = new(OutgoingRequest)
	}
	return &OutgoingRequest{endpoint.RequestOf(endpoint.OutgoingOf(b).Edit(c))}
}

// Outgoing describes a request with a method and a body, in a mode that the server sends:
//
//	route.Outgoing(http.MethodPost, orders.View()).Summary("An order was placed")
//
// Receivers respond with 204 without a body, unless [OutgoingRequest.Answered] or Status
// declares otherwise.
func Outgoing(method string, content Content) *OutgoingRequest {
	o := endpoint.New(method, "")
	o.Node.Success.Status = http.StatusNoContent
	if !slices.Contains([]string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete, http.MethodPatch}, method) {
		o.Fault(tree.Fault{At: o.Node.At, Message: "Outgoing(" + strconv.Quote(method) + "): the method is not GET, PUT, POST, DELETE or PATCH"})
	}
	if b := carried(o, content, "sends", false); b != nil && !b.Empty() {
		o.Node.Body = b
	}
	return &OutgoingRequest{endpoint.RequestOf(o)}
}

// Answered declares the body of responses to the request, which the API reads, such as
// orders.Create(). The status is 200 unless Status sets another.
func (b *OutgoingRequest) Answered(content Content) *OutgoingRequest {
	return b.with(func(o *operation) {
		body := carried(o, content, "receives", true)
		if body == nil || body.Empty() {
			return
		}
		if a := &o.Node.Success; a.Status == http.StatusNoContent {
			a.Status = http.StatusOK
		}
		o.Node.Success.Body = body
	})
}

// carried returns the body of content. A body that the API reads must be in a mode of requests,
// one that it sends in a mode of responses.
func carried(o *operation, content Content, does string, in bool) *tree.Body {
	if content == nil {
		o.Fault(tree.Faultf("%s no body; use collection.NoContent()", does))
		return nil
	}
	b := media.Of(content).Node()
	if b == nil || b.Empty() {
		return b
	}
	for _, way := range append([]*tree.Body{b}, b.Others...) {
		switch way.Format {
		case tree.JSON, tree.Form:
			switch {
			case way.Mode.Input() == in:
			case in:
				o.Fault(tree.Faultf("%s %s in %s mode, which the server sends; use Create or Update", does, way.Prop.Name, way.Mode))
			default:
				o.Fault(tree.Faultf("%s %s in %s mode, which clients send; use View, Delete or List", does, way.Prop.Name, way.Mode))
			}
		case tree.PlainText, tree.Bytes:
		default:
			o.Fault(tree.Faultf("%s a body that only routes of the API have; use JSON, a form, text or bytes", does))
		}
	}
	return b
}

// Callback declares a request that the API sends as a consequence of a call of the route, to a
// URL from that call. The URL has runtime expressions of OpenAPI (3.1.1 §4.8.20.4), in braces
// unless it is a single one:
//
//	Callback("shipped", "{$request.body#/notify_url}", route.Outgoing(http.MethodPost, parcels.View()))
//
// An expression may name inputs of the route: $request.query.NAME, $request.header.NAME,
// $request.path.NAME, and a member of the body by its JSON Pointer. The default operationId of
// the request consists of that of the route and the name.
func setCallback(name, url string, request *OutgoingRequest) change {
	at, op := tree.Here(), endpoint.Faulty(tree.Position{}, "", tree.Faultf("a request was not created by route.OutgoingRequest"))
	if request != nil && endpoint.OutgoingOf(request) != nil {
		op = endpoint.OutgoingOf(request)
	}
	return func(o *operation) {
		own := o.ChangeOptions()
		own.Requests = append(own.Requests, op)
		o.Node.Callbacks = append(o.Node.Callbacks, tree.Callback{At: at, Name: name, URL: url, Operation: op.Node})
	}
}
