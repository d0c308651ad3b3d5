package verify

import (
	"net/textproto"

	"github.com/tenon-go/tenon/tree"
)

// idempotency checks that the response of an operation can be stored and replayed.
func (o *Operation) idempotency() {
	n := o.Node
	once := n.Idempotency
	if once == nil {
		return
	}
	switch {
	case !once.Kept && once.Required:
		o.fault(once.At, "RequireIdempotencyKey needs a store; declare it with Idempotent")
	case !once.Kept:
		o.fault(once.At, "IdempotencyScope needs a store; declare it with Idempotent")
	case (n.Security.Public() || n.Security.Credentials == tree.CredentialsIgnored) && !once.Scoped:
		o.fault(once.At, "guests of a Public route cannot be distinguished, and would get each other's responses; "+
			"identify clients with IdempotencyScope")
	}
	for _, in := range n.Inputs {
		if in.In == tree.InHeader && textproto.CanonicalMIMEHeaderKey(in.Prop.Name) == tree.IdempotencyKey {
			o.fault(in.Prop.At, "header %q is declared by Idempotent", in.Prop.Name)
		}
	}
	for _, p := range n.DeclaredHeaders() {
		if textproto.CanonicalMIMEHeaderKey(p.Name) == tree.IdempotentReplayed {
			o.fault(p.At, "header %q is reserved: the library sends it", p.Name)
		}
	}
	if n.Body != nil {
		for _, body := range append([]*tree.Body{n.Body}, n.Body.Others...) {
			if body != nil && body.Prop != nil && hasFiles(body) {
				o.fault(once.At, "Idempotent cannot compare content that has files")
			}
		}
	}
	for a := range n.Responses() {
		if a.Body != nil && (a.Body.Format == tree.Download || a.Body.Streams()) {
			o.fault(once.At, "Idempotent cannot keep an answer that is a file or a stream")
			break
		}
	}
}
