package route

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// builder is the bound on Self: a builder, which may be nil, makes a copy of
// itself with another operation.
type builder[Self any] interface {
	with(*Operation) Self
}

// decl is the part that all route builders share. Self is a pointer: the compiler
// makes the methods of decl once for all pointers, but anew for every struct.
type decl[Self builder[Self]] struct {
	op   *Operation
	self Self // the builder around it; nil in a zero builder
}

// edit is the one place where a route is copied.
func (d *decl[Self]) edit(change func(*Operation)) Self {
	return d.self.with(d.op.edit(change))
}

func (d *decl[Self]) node(change func(*ir.Operation)) Self {
	return d.edit(func(o *Operation) { change(o.Node) })
}

func (d *decl[Self]) fault(f ir.Fault) Self {
	return d.node(func(n *ir.Operation) { n.Faults = append(n.Faults, f) })
}

// Summary sets the short text shown in lists of operations.
func (d *decl[Self]) Summary(text string) Self {
	return d.node(func(n *ir.Operation) { n.Summary = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (d *decl[Self]) Describe(text string) Self {
	return d.node(func(n *ir.Operation) { n.Doc = text })
}

// Tag puts the operation into groups of the document.
func (d *decl[Self]) Tag(names ...string) Self {
	return d.node(func(n *ir.Operation) { n.Tags = append(n.Tags, names...) })
}

// ID sets the operationId, which generated clients name their functions after
// and gorilla routers their routes. Without it, it is made of method and path.
func (d *decl[Self]) ID(id string) Self {
	return d.node(func(n *ir.Operation) { n.ID = id })
}

// Deprecated marks an operation that clients should stop using.
func (d *decl[Self]) Deprecated() Self {
	return d.node(func(n *ir.Operation) { n.Deprecated = true })
}

// Hidden leaves the operation out of documents.
func (d *decl[Self]) Hidden() Self {
	return d.node(func(n *ir.Operation) { n.Hidden = true })
}

// Extension adds a vendor extension to the operation. The name begins with x-,
// and value is JSON text.
func (d *decl[Self]) Extension(name, value string) Self {
	if what := ir.ExtensionMistake(name, value); what != "" {
		return d.fault(ir.Faultf("Extension(%q): %s", name, what))
	}
	return d.node(func(n *ir.Operation) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

// Path declares the parameters of the path, each of which is {named} there.
func (d *decl[Self]) Path(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InPath, props) })
}

// Query declares query parameters. A list is a repeated parameter; [CSV] and
// [DeepObject] choose other styles.
func (d *decl[Self]) Query(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InQuery, props) })
}

// Header declares request headers. A list is separated by commas.
func (d *decl[Self]) Header(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InHeader, props) })
}

// Cookie declares cookies.
func (d *decl[Self]) Cookie(props ...prop.Prop) Self {
	return d.edit(func(o *Operation) { o.add(ir.InCookie, props) })
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

// Status sets the status of a success: 201 for Post, 204 where nothing is
// answered, 200 otherwise.
func (d *decl[Self]) Status(code int) Self {
	if !success(code) {
		return d.fault(ir.Faultf("Status(%d) is not from 200 to 299", code))
	}
	return d.node(func(n *ir.Operation) { n.Success.Status = code })
}

func success(code int) bool { return code >= 200 && code <= 299 }

// Returns sets the text that describes a success in the document.
func (d *decl[Self]) Returns(text string) Self {
	return d.node(func(n *ir.Operation) { n.Success.Doc = text })
}

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
