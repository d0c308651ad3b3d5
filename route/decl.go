package route

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// decl is the part that all route builders share.
type decl[Self builder[Self]] struct{ described[Self] }

// declared begins the part of a builder that all routes share.
func declared[Self builder[Self]](op *Operation, self Self) decl[Self] {
	return decl[Self]{described[Self]{op, self}}
}

// Path declares the parameters of the path, each of which is {named} there.
func (d *decl[Self]) Path(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InPath, props) })
}

// IgnoreUnknown lets requests carry query parameters that the route does not
// declare; they are passed over. Without it each is a violation.
func (d *decl[Self]) IgnoreUnknown() Self {
	return d.node(func(n *ir.Operation) { n.IgnoreUnknown = true })
}

// Sends declares headers that successful answers carry. A handler sets one with
// its property, etag.Set(call, v); an optional one may stay away.
func (d *decl[Self]) Sends(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) {
		for _, p := range props {
			if p == nil {
				o.fault(ir.Faultf("a header is nil"))
				continue
			}
			o.sends = append(o.sends, p)
			o.Node.Sends = append(o.Node.Sends, p.Node(ir.Key{}))
		}
	})
}

func success(code int) bool { return code >= 200 && code <= 299 }

// Also declares another success that a handler may choose with [Call.Status],
// with the same content; 204 and 205 have none.
func (d *decl[Self]) Also(code int, text string) Self {
	if !success(code) {
		return d.fault(ir.Faultf("Also(%d) is not from 200 to 299", code))
	}
	a := ir.Answer{Status: code, Doc: text}
	return d.node(func(n *ir.Operation) {
		if code != http.StatusNoContent && code != http.StatusResetContent {
			a.Body = n.Success.Body
		}
		n.Also = append(n.Also, a)
	})
}

// Fails declares the problems that a handler may return.
func (d *decl[Self]) Fails(kinds ...*render.Problem) Self {
	return d.edit(func(o *Operation) { o.fails(kinds) })
}

func (o *Operation) fails(kinds []*render.Problem) {
	for _, k := range kinds {
		if k == nil {
			o.fault(ir.Faultf("Fails has a nil problem"))
			continue
		}
		o.Node.Faults = append(o.Node.Faults, k.Faults(ir.Key{})...)
		o.Node.Fails = append(o.Node.Fails, k.Failure(ir.Key{}))
	}
}

// Limits bounds what a request to this route may cost; what is zero is left to
// the API.
func (d *decl[Self]) Limits(l Limits) Self {
	if name := l.Negative(ir.Key{}); name != "" {
		return d.fault(ir.Faultf("Limits: %s is below 0", name))
	}
	return d.edit(func(o *Operation) { o.limits = l })
}

// Use wraps the operation in middlewares, the first outermost. They run before
// anything of the request has been read.
func (d *decl[Self]) Use(middlewares ...func(http.Handler) http.Handler) Self {
	if lacks(middlewares) {
		return d.fault(ir.Faultf("Use has a nil middleware"))
	}
	return d.edit(func(o *Operation) { o.outer = append(o.outer, middlewares...) })
}

// Wrap wraps the handler in middlewares that see the decoded call, the first
// outermost.
func (d *decl[Self]) Wrap(middlewares ...func(Handler) Handler) Self {
	if lacks(middlewares) {
		return d.fault(ir.Faultf("Wrap has a nil middleware"))
	}
	return d.edit(func(o *Operation) { o.inner = append(o.inner, middlewares...) })
}

// lacks reports whether one of the middlewares is nil.
func lacks[H any](middlewares []func(H) H) bool {
	return slices.ContainsFunc(middlewares, func(m func(H) H) bool { return m == nil })
}

// Handler serves a call whose request has been read and has kept every rule.
// The error is told to the client as doc.go says under Errors.
type Handler func(*Call) error

// Operations implements [Member].
func (d *decl[Self]) Operations(ir.Key) []*Operation {
	if d.op == nil {
		return []*Operation{d.op.edit(func(*Operation) {})}
	}
	return []*Operation{d.op}
}
