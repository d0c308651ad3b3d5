package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
)

// checkIdempotent checks that an operation can do the work of repeated requests
// once.
func (b *build) checkIdempotent(n *ir.Operation, who string) {
	if n.Idempotency == nil {
		return
	}
	at := ir.Fault{At: n.Idempotency.At}
	switch {
	case !n.Idempotency.Kept && n.Idempotency.Required:
		b.fault(at, "%sRequireIdempotencyKey needs a store; say Idempotent", who)
	case !n.Idempotency.Kept:
		b.fault(at, "%sIdempotencyScope needs a store; say Idempotent", who)
	case n.Security.Public && len(b.d.guards.Schemes) > 0 && !n.Idempotency.Scoped:
		b.fault(at, "%sguests of a Public route are not told apart, and would get the answers of one another; "+
			"say with IdempotencyScope what stands for a client", who)
	}
	for _, in := range n.Inputs {
		if in.In == ir.InHeader && http.CanonicalHeaderKey(in.Prop.Name) == ir.IdempotencyKey {
			b.fault(ir.Fault{At: in.Prop.At}, "%sheader %q is declared by Idempotent", who, in.Prop.Name)
		}
	}
	for _, p := range n.ResponseHeaders {
		if http.CanonicalHeaderKey(p.Name) == ir.IdempotentReplayed {
			b.fault(ir.Fault{At: p.At}, "%sheader %q is the library's to send", who, p.Name)
		}
	}
	if n.Body != nil {
		for _, body := range append([]*ir.Body{n.Body}, n.Body.Others...) {
			if body != nil && body.Prop != nil && hasFiles(body) {
				b.fault(at, "%sIdempotent cannot compare content that has files", who)
			}
		}
	}
	if out := n.Success.Body; out != nil {
		switch out.Format {
		case ir.Download, ir.Events, ir.Lines:
			b.fault(at, "%sIdempotent cannot keep an answer that is a file or a stream", who)
		}
	}
}

// hasFiles reports whether a form has a file, or a list of them, among its members.
func hasFiles(b *ir.Body) bool {
	object, ok := b.Prop.Type.(ir.Object)
	if !ok || b.Format != ir.Multipart {
		return false
	}
	for _, m := range object.Of().In(b.Mode) {
		t := m.Prop.Type
		if list, ok := t.(ir.Array); ok {
			t = list.Item.Type
		}
		if _, ok := t.(ir.File); ok {
			return true
		}
	}
	return false
}
