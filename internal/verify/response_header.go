package verify

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// responseHeaders checks all response headers that an operation declares.
func (o *Operation) responseHeaders() {
	n := o.Node
	o.headers(n.ResponseHeaders, func(i int) codec.Shape { return o.Shapes.Header(i) })
	for f := range n.Fails {
		o.headers(n.Fails[f].ResponseHeaders, func(i int) codec.Shape { return o.Shapes.FailureHeader(f, i) })
	}
	for a := range n.Also {
		if r := &n.Also[a]; r.OwnHeaders {
			o.headers(r.Headers, func(i int) codec.Shape { return o.Shapes.AlsoHeader(a, i) })
			o.ambiguousHeaders(r)
		}
	}
}

// ambiguousHeaders checks that responses of one status, which documents have as one, agree on what
// a header is.
func (o *Operation) ambiguousHeaders(r *tree.Response) {
	n := o.Node
	for other := range n.Responses() {
		if other == r || other.Status != r.Status {
			continue
		}
		for _, h := range r.Headers {
			for _, p := range n.SentWith(other) {
				if p.ID != h.ID && strings.EqualFold(p.Name, h.Name) {
					o.fault(h.At, "header %q of %d is declared by two properties", h.Name, r.Status)
				}
			}
		}
	}
}

// headers checks the declared headers of one response; shape returns that of one without faults.
func (o *Operation) headers(all []*tree.Prop, shape func(i int) codec.Shape) {
	if len(all) == 0 {
		return
	}
	a, n := o.api, o.Node
	seen := map[string]bool{}
	for i, p := range all {
		sound := a.sound(p)
		name := textproto.CanonicalMIMEHeaderKey(p.Name)
		isInput := slices.ContainsFunc(n.Inputs, func(in tree.Input) bool { return in.Prop.ID == p.ID })
		switch {
		case p.Name == "" && sound:
			o.fault(p.At, "a header needs a name")
		case p.Name == "":
		case !accept.IsToken(p.Name):
			o.fault(p.At, "%q is not a header name", p.Name)
		case isReserved(name):
			o.fault(p.At, "header %q is reserved: the library sends it", p.Name)
		case seen[name]:
			o.fault(p.At, "header %q is sent twice", p.Name)
		case isInput:
			o.fault(p.At, "property %q is declared in two places; rename one with As", p.Name)
		case p.WriteOnly && !p.ReadOnly:
			o.fault(p.At, "header %q is WriteOnly, so that the server cannot send it", p.Name)
		case !sound:
		case p.Nullable:
			o.fault(p.At, "header %q is nullable, but a header cannot be null", p.Name)
		default:
			if shape := shape(i); shape != codec.Single && (shape != codec.Several || isUnion(p)) {
				o.fault(p.At, "header %q cannot be written as text; a header is a scalar, a union of scalars or a list of scalars", p.Name)
			}
		}
		seen[name] = true
		a.chosenHeader(p)
	}
}

// isReserved reports whether the library or net/http sets a response header.
func isReserved(name string) bool {
	switch name {
	case "Content-Type", "Content-Length", "X-Content-Type-Options", "Connection", "Transfer-Encoding", "Trailer":
		return true
	}
	return false
}
