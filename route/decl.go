package route

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Path declares the parameters of the path, each of which is {named} there.
func (o *Operation) setPath(props ...prop.Prop) *Operation {
	return o.edit(func(o *Operation) { o.add(ir.InPath, props) })
}

// IgnoreUnknown lets requests carry query parameters that the route does not
// declare; they are passed over. Without it each is a violation.
func (o *Operation) setIgnoreUnknown() *Operation {
	return o.change(func(n *ir.Operation) { n.IgnoreUnknown = true })
}

// Sends declares headers that successful answers carry. A handler sets one with
// its property, etag.Set(call, v); an optional one may stay away.
func (o *Operation) setResponseHeader(props ...prop.Prop) *Operation {
	return o.edit(func(o *Operation) {
		for _, p := range props {
			if p == nil {
				o.fault(ir.Faultf("a header is nil"))
				continue
			}
			o.sends = append(o.sends, p)
			o.Node.ResponseHeaders = append(o.Node.ResponseHeaders, property.NodeOf(p))
		}
	})
}

func success(code int) bool { return code >= 200 && code <= 299 }

// Also declares another success that a handler may choose with [Call.Status],
// with the same content; 204 and 205 have none.
func (o *Operation) setAlso(code int, text string) *Operation {
	if !success(code) {
		return o.faulted(ir.Faultf("Also(%d) is not from 200 to 299", code))
	}
	a := ir.Response{Status: code, Doc: text}
	return o.change(func(n *ir.Operation) {
		if code != http.StatusNoContent && code != http.StatusResetContent {
			a.Body = n.Success.Body
		}
		n.Also = append(n.Also, a)
	})
}

// Fails declares the problems that a handler may return.
func (o *Operation) setFails(kinds ...*render.Problem) *Operation {
	return o.edit(func(o *Operation) { o.fails(kinds) })
}

func (o *Operation) fails(kinds []*render.Problem) {
	for _, k := range kinds {
		if k == nil {
			o.fault(ir.Faultf("Fails has a nil problem"))
			continue
		}
		o.Node.Faults = append(o.Node.Faults, (*problem.Problem)(k).Data().Faults...)
		o.Node.Fails = append(o.Node.Fails, (*problem.Problem)(k).Failure())
	}
}

// Limits bounds what a request to this route may cost; what is zero is left to
// the API.
func (o *Operation) setLimits(l Limits) *Operation {
	if name := l.Negative(ir.Key{}); name != "" {
		return o.faulted(ir.Faultf("Limits: %s is below 0", name))
	}
	return o.edit(func(o *Operation) { o.limits = l })
}

// Use wraps the operation in middlewares, the first outermost. They run before
// anything of the request has been read.
func (o *Operation) setUse(middlewares ...func(http.Handler) http.Handler) *Operation {
	if lacks(middlewares) {
		return o.faulted(ir.Faultf("Use has a nil middleware"))
	}
	return o.edit(func(o *Operation) { o.outer = append(o.outer, middlewares...) })
}

// Wrap wraps the handler in middlewares that see the decoded call, the first
// outermost.
func (o *Operation) setWrap(middlewares ...func(Handler) Handler) *Operation {
	if lacks(middlewares) {
		return o.faulted(ir.Faultf("Wrap has a nil middleware"))
	}
	return o.edit(func(o *Operation) { o.inner = append(o.inner, middlewares...) })
}

// lacks reports whether one of the middlewares is nil.
func lacks[H any](middlewares []func(H) H) bool {
	return slices.ContainsFunc(middlewares, func(m func(H) H) bool { return m == nil })
}

// Handler serves a call whose request has been read and has kept every rule.
// The error is told to the client as doc.go says under Errors.
type Handler func(*Call) error
